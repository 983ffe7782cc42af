import type { OpenedForm } from '@millrace/contract'
import type { Tx } from '../../platform/db/database.ts'
import { maxVariables, type TaskPlace } from './variables.ts'

export type Basis = NonNullable<OpenedForm['basis']>

/**
 * Reads which values a task's form is opened with: a digest of the revisions of its variables, the innermost of each
 * name, and when the last of them changed. It does not reveal the values, which the user may not see.
 *
 * @param names of the variables that the form reads; null for all.
 */
export async function readBasis(tx: Tx, place: TaskPlace, names: readonly string[] | null): Promise<Basis> {
  const { workplaceId, taskId, rootId, elementId } = place
  const [rows] = await tx.batch([
    {
      name: 'task_form_basis',
      text: `with recursive scope (id, depth) as (
          select $3::uuid, 0 union all select $4::uuid, 1
          union all
          select e.parent_id, s.depth + 1 from scope s join element e on e.workplace_id = $1 and e.id = s.id and s.depth > 0),
        seen as (select distinct on (v.name) v.name, v.id, v.revision, v.created_at
          from scope s join variable v on v.workplace_id = $1 and v.root_id = $2 and v.scope_id = s.id
          where $5::text[] is null or v.name = any($5::text[])
          order by v.name, s.depth limit ${maxVariables})
        select encode(sha256(convert_to(coalesce(string_agg(v.id || '.' || v.revision, ' ' order by v.name collate "C"), ''), 'UTF8')), 'hex'),
          max(coalesce(h.at, v.created_at))
        from seen v left join lateral (select at from history_variable
          where workplace_id = $1 and variable_id = v.id order by id desc limit 1) h on true`,
      values: [workplaceId, rootId, taskId, elementId, names],
    },
  ])
  const [revision, changedAt] = rows?.[0] ?? []
  return { revision: revision ?? '', changedAt: changedAt == null ? null : new Date(changedAt).toISOString() }
}
