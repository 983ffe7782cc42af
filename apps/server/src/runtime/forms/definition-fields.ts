import type { Form } from '@millrace/bpmn'
import type { Definition } from '@millrace/engine'
import { getFieldDefinition, listFields, type RuntimeDocument } from '@millrace/forms'
import type { Tx } from '../../platform/db/database.ts'
import type { Runtime } from '../runtime.ts'
import { loadForm } from './load-form.ts'
import { noVariables } from './variables.ts'

/** A process variable, as a form of its process has it. */
export interface FormVariable {
  readonly name: string
  /** What the field is called; empty where it has no label. */
  readonly label: string
  readonly isSecret: boolean
}

/**
 * The variables that stand at the top of the forms of a process: of those forms that its model names by themselves, not by
 * an expression. What was read is kept as long as the model is.
 */
export async function listFormVariables(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  definition: Definition,
): Promise<readonly FormVariable[]> {
  const known = kept.get(definition)
  if (known !== undefined) return known
  const found = new Map<string, FormVariable>()
  for (const [elementId, element] of Object.entries(definition.model.elements)) {
    const form = 'form' in element ? (element.form as Form | null) : null
    if (form === null) continue
    const formKey = form.key?.text ?? null
    if (formKey !== null && /^=|[$#]\{/.test(formKey)) continue
    const { document } = await loadForm(
      runtime,
      tx,
      { workplaceId, definition, elementId, form, formKey },
      async () => noVariables,
    )
    for (const variable of variablesOf(document)) {
      const before = found.get(variable.name)
      // Secret in one form is secret.
      found.set(
        variable.name,
        before === undefined ? variable : { ...before, isSecret: before.isSecret || variable.isSecret },
      )
    }
  }
  const all = [...found.values()]
  kept.set(definition, all)
  return all
}

const kept = new WeakMap<Definition, readonly FormVariable[]>()

/** A list or group is secret where something in it is. */
function variablesOf({ data }: RuntimeDocument): FormVariable[] {
  return data.map((node) => ({
    name: typeof node.props.variable === 'string' ? node.props.variable : node.key,
    label: typeof node.props.label === 'string' ? node.props.label : '',
    isSecret: listFields([node]).some(({ type }) => getFieldDefinition(type).isSecret === true),
  }))
}
