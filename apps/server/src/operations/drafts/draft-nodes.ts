import { type DataNode, getFieldDefinition, type JsonValues, type RuntimeDocument } from '@millrace/forms'
import type { Tx } from '../../platform/db/database.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { standaloneTasks } from '../../runtime/definitions/standalone-tasks.ts'
import { listTopStarts } from '../../runtime/deploy/start-events.ts'
import { loadForm } from '../../runtime/forms/load-form.ts'
import { noVariables } from '../../runtime/forms/variables.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** The form of a draft: of a task, or of a start event. */
export interface DraftForm {
  /** Null where a task belongs to no process. */
  readonly definitionId: string | null
  /** Null for the start. */
  readonly taskKey: string | null
  /** The form key of a task, evaluated. */
  readonly formKey: string | null
}

/**
 * Finds the form to which a draft belongs, in the version in which the user entered the values; null when it no longer
 * exists.
 */
export async function findDraftDocument(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  { definitionId, taskKey, formKey }: DraftForm,
): Promise<RuntimeDocument | null> {
  if (definitionId === null || definitionId === standaloneTasks.id) return null
  const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: definitionId })
  if (definition === null) return null
  const start = listTopStarts(definition.model).find(({ definitions }) => definitions.length === 0)
  const element = taskKey === null ? start : definition.model.elements[taskKey]
  const form = element !== undefined && 'form' in element ? element.form : null
  const place = {
    workplaceId,
    definition,
    elementId: taskKey ?? start?.id ?? '',
    form,
    formKey: taskKey === null ? (form?.key?.text ?? null) : formKey,
  }
  return (await loadForm(runtime, tx, place, async () => noVariables)).document
}

/** Returns entered values without secret fields. Secret fields cannot be in lists or groups. */
export function withoutSecrets(values: JsonValues, nodes: readonly DataNode[]): JsonValues {
  const secrets = new Set(
    nodes.flatMap((node) =>
      node.kind === 'field' && getFieldDefinition(node.type).isSecret === true ? [node.key] : [],
    ),
  )
  return Object.fromEntries(Object.entries(values).filter(([key]) => !secrets.has(key)))
}
