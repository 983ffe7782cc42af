import type { Statement } from '../../platform/db/batch.ts'

export const filedAtOnce = 2_000

/**
 * Returns the statement that adds tasks to the indexes of their sort orders, and returns their number. No step reads or
 * writes the column, so the statement needs no unit of work, and revisions do not change.
 */
export function fileTasksStatement(workplaceId: string): Statement {
  return {
    name: 'task_file',
    text: `with found as materialized (select id from task where workplace_id = $1 and not is_filed
        order by id limit ${filedAtOnce} for update skip locked),
      filed as (update task t set is_filed = true from found f where t.workplace_id = $1 and t.id = f.id returning true)
      select count(*) from filed`,
    values: [workplaceId],
  }
}
