import type { Tx } from '../../platform/db/database.ts'
import { maxVariables, readVisible, type VisibleVariables, valueForForms } from './variables.ts'

export interface VariablesThen {
  readonly workplaceId: string
  readonly instanceId: string
  readonly rootId: string
  /** Null for the start. */
  readonly taskId: string | null
  /** The element instance of the task; the instance itself for the start. */
  readonly elementId: string
  /** The time at which the form was sent. */
  readonly at: Date
  /** Whether to read the variables before the form was sent; otherwise the variables that the form wrote. */
  readonly isBefore: boolean
}

/**
 * Returns the variables that a form saw when it was submitted, from history: those of the task, its parent scopes, and
 * the instance. All values of one command have the same time, so the first value of that time is from the form, and
 * later ones are from the process.
 */
export async function readVariablesThen(
  tx: Tx,
  { workplaceId, instanceId, rootId, taskId, elementId, at, isBefore }: VariablesThen,
): Promise<VisibleVariables> {
  const [rows] = await tx.batch([
    {
      name: 'variables_then',
      text: `with recursive ran (id, parent_id) as (
          select id, parent_id from history_element where workplace_id = $1 and instance_id = $2
          union all select id, parent_id from element where workplace_id = $1 and root_id = $7 and instance_id = $2),
        scope (id, depth) as (
          select $3::uuid, 0 union all select $4::uuid, 1
          union all select r.parent_id, s.depth + 1 from scope s join ran r on r.id = s.id and s.depth > 0)
        select name, type, value, info from (
          select distinct on (v.name) v.name, v.type, v.info::text as info, v.is_removed,
            ${valueForForms} as value
          from (select id, min(depth) as depth from scope where id is not null group by id) s
          join history_variable v on v.workplace_id = $1 and v.instance_id = $2 and v.scope_id = s.id
          where v.at < $5::timestamptz or (v.at = $5::timestamptz and not $6::boolean)
          order by v.name, s.depth, v.at = $5::timestamptz desc, case when v.at = $5::timestamptz then v.id end, v.id desc) v
        where not is_removed limit ${maxVariables}`,
      values: [workplaceId, instanceId, taskId, elementId, at.toISOString(), isBefore, rootId],
    },
  ])
  return readVisible(rows ?? [])
}
