import {
  type AdapterCall,
  type AdapterInput,
  listAdapterCalls,
  nameElementById,
  type ProcessModel,
} from '@millrace/bpmn'
import type { Tx } from '../../platform/db/database.ts'
import { type Adapter, findAdapter, listParameters, listRequired } from '../look-ups/adapter.ts'
import type { FileProblem } from './read-files.ts'

interface AskingParts {
  readonly processes: readonly { readonly resourceName: string; readonly model: ProcessModel }[]
}

/**
 * Lists steps of a deployment whose adapter cannot be called: it does not exist, is disabled, or an input is missing.
 */
export async function listUnusableAdapters(
  tx: Tx,
  workplaceId: string,
  { processes }: AskingParts,
): Promise<FileProblem[]> {
  const calls = processes.flatMap(({ resourceName: file, model }) =>
    listAdapterCalls(model).map((found) => ({ ...found, file, element: nameElementById(model, found.elementId) })),
  )
  const known = new Map<string, Adapter | null>()
  for (const { call } of calls) {
    const key = call.key.toLowerCase()
    if (!known.has(key)) known.set(key, await findAdapter(tx, workplaceId, { key }))
  }
  return calls.flatMap(({ file, elementId, element, call }) => {
    const found = known.get(call.key.toLowerCase()) ?? null
    return listFaults(element, call, found).map(
      ([code, message]): FileProblem => ({ code, severity: 'error', elementId, message, file }),
    )
  })
}

type Fault = readonly ['deployment.adapter-unknown' | 'deployment.adapter-input', string]

function listFaults(element: string, { key, inputs }: AdapterCall, adapter: Adapter | null): Fault[] {
  if (adapter === null)
    return [
      [
        'deployment.adapter-unknown',
        `Expected an adapter “${key}” that ${element} calls, but it does not exist. Create it, or choose another one.`,
      ],
    ]
  if (adapter.disabled !== null)
    return [
      [
        'deployment.adapter-unknown',
        `Expected an adapter that ${element} can call, but ${adapter.disabled} is disabled. Restore it, or choose another one.`,
      ],
    ]
  const parameters = listParameters(adapter.settings)
  const missing = listRequired(adapter.settings).filter((name) => !inputs.some((one) => isGiven(one, name)))
  const strange = inputs.filter(({ parameter }) => !parameters.includes(parameter))
  return [
    ...missing.map(
      (name): Fault => [
        'deployment.adapter-input',
        `Expected a value for “${name}”, which “${adapter.name}” needs, but ${element} gives none. Add it to the inputs.`,
      ],
    ),
    ...strange.map(
      ({ parameter }): Fault => [
        'deployment.adapter-input',
        `Expected parameters that “${adapter.name}” has, but ${element} gives “${parameter}”. Remove it from the inputs.`,
      ],
    ),
  ]
}

function isGiven({ parameter, value }: AdapterInput, name: string): boolean {
  return parameter === name && !(value.language === 'literal' && value.text.trim() === '')
}
