import type { PlainVariable } from '@millrace/engine'
import { type Started, startProcess } from '../../operations/processes/start-process.ts'
import { bodyOf, flagOf, textOf } from '../http/body.ts'
import { type Call, needToRead } from '../http/call.ts'
import { type Telling, told } from '../http/present-refusal.ts'
import { failed, invalid } from '../http/rest-refusal.ts'
import { presentTyped } from '../values/present-value.ts'
import { readOrRefuse, readVariables } from '../values/read-value.ts'
import type { DefinitionRow } from './definition-query.ts'
import { getDefinition } from './find-definition.ts'

export interface StartRequest {
  readonly businessKey: string | null
  readonly variables: readonly PlainVariable[]
  /** What the form that starts it was submitted with. */
  readonly fields?: readonly PlainVariable[]
}

/** `POST …/start`. */
export async function startByRequest(call: Call): Promise<unknown> {
  const definition = await getDefinition(call, (id) =>
    failed(
      404,
      `Cannot instantiate process definition ${id}: no deployed process definition found with id '${id}': processDefinition is null`,
    ),
  )
  const body = bodyOf(call)
  const doing = `Cannot instantiate process definition ${definition.id}`
  if (Array.isArray(body.startInstructions) && body.startInstructions.length > 0) {
    throw invalid(
      `${doing}: Expected no startInstructions, but there are some. Start the process and modify the instance.`,
    )
  }
  const variables = readOrRefuse(doing, () => readVariables(body.variables))
  const withVariables = flagOf(body, 'withVariablesInReturn') === true
  if (withVariables) await needToRead(call, 'instances.read', { kind: 'process', id: definition.id })
  const started = await startInstance(call, definition, { businessKey: textOf(body, 'businessKey'), variables }, doing)
  const instance = presentStarted(definition, started)
  return withVariables ? { ...instance, variables: presentVariables(started) } : instance
}

/** Starts an instance of exactly this version, unless it is suspended. */
export async function startInstance(
  call: Call,
  row: DefinitionRow,
  { businessKey, variables, fields = [] }: StartRequest,
  doing: string,
): Promise<Started> {
  const given = { kind: 'variables', variables, fields } as const
  const outcome = await startProcess(call.context, call.caller.user, { id: row.id, businessKey, given })
  return told(outcome, tellingOfStart(row, doing))
}

function tellingOfStart({ id, suspended }: DefinitionRow, doing: string): Telling {
  return {
    doing,
    gone: () =>
      failed(404, `${doing}: no deployed process definition found with id '${id}': processDefinition is null`),
    words: {
      'definition.not-startable': ({ message }) =>
        failed(400, suspended ? `${doing}: ENGINE-03043 Process Definition with id '${id}' is suspended.` : message),
    },
  }
}

export function presentStarted(
  definition: Pick<DefinitionRow, 'id' | 'key' | 'tenantId'>,
  { instanceId: id, businessKey, events }: Pick<Started, 'instanceId' | 'businessKey' | 'events'>,
): Record<string, unknown> {
  return {
    id,
    definitionId: definition.id,
    definitionKey: definition.key,
    businessKey,
    caseInstanceId: null,
    ended: events.some((event) => event.type === 'instanceEnded' && event.instance.id === id),
    suspended: false,
    tenantId: definition.tenantId,
    links: [],
  }
}

/** The instance's own variables after its first steps, the transient ones among them. */
function presentVariables({ instanceId: id, events }: Started): Record<string, unknown> {
  // Without a prototype: `__proto__` is a name like any other.
  const variables: Record<string, unknown> = Object.create(null)
  for (const event of events) {
    if (event.type === 'variableSet' && event.variable.scopeId === id && event.variable.value !== null)
      variables[event.variable.name] = presentTyped(event.variable.value)
    if (event.type === 'variableRemoved' && event.variable.scopeId === id) delete variables[event.variable.name]
  }
  return variables
}
