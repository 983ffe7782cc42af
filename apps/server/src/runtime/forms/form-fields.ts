import type { PlainVariable } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { encodeFact } from '../history/facts.ts'
import type { Runtime } from '../runtime.ts'

export interface SubmittedForm {
  readonly instanceId: string
  /** Null for the form that started the instance. */
  readonly taskId: string | null
  readonly elementId: string | null
  readonly fields: readonly PlainVariable[]
}

/**
 * Returns the statements that record the submitted texts of a form in history, one fact for each. They belong to the
 * commit of the command, after its variables, and share the operation's name.
 */
export function formFieldStatements(
  runtime: Runtime,
  { workplaceId, userId }: Actor,
  { instanceId, taskId, elementId, fields }: SubmittedForm,
): Statement[] {
  const at = runtime.clock().toISOString()
  return fields
    .flatMap(({ name, value: { type, value } }) =>
      typeof value === 'string' && type === 'String' ? [{ name, value }] : [],
    )
    .map(({ name, value }) => ({ kind: 'form-field', data: { fieldId: name, fieldValue: value } }) as const)
    .map((fact) => ({
      name: 'form_field_insert',
      text: `insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, user_id, data, operation_id) values ($1, $2, $3, $4, $9, $5, $6, $7, $8,
        (select h.operation_id from history_variable h where h.workplace_id = $1 and h.instance_id = $2 order by h.id desc limit 1))`,
      values: [workplaceId, instanceId, runtime.newId(), at, taskId, elementId, userId, encodeFact(fact), fact.kind],
    }))
}
