import { sql } from 'kysely'
import type { Subject } from '../../operations/comments/subject.ts'
import type { Sql } from '../../platform/list/sql.ts'

/** Returns the SQL condition for comments or attachments about a task, or about an instance and any of its tasks. */
export function isWrittenAbout(alias: 'c' | 'a', { by, id }: Subject): Sql {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (by === 'task') return sql`${column('task_id')} = ${id}::uuid`
  // A program may have named no instance with what it wrote about a task.
  return sql`(${column('instance_id')} = ${id}::uuid or (${column('task_id')} = any(array(
    select t.id from task t where t.workplace_id = ${column('workplace_id')} and t.instance_id = ${id}::uuid
    union select h.id from history_task h where h.workplace_id = ${column('workplace_id')} and h.instance_id = ${id}::uuid))))`
}

/** Returns the SQL of the name of the task that a comment or attachment is about. */
export function taskNameOf(alias: 'c' | 'a'): Sql {
  const named = (table: string) =>
    sql`(select coalesce(t.name, t.task_key) from ${sql.table(table)} t where t.workplace_id = ${sql.ref(`${alias}.workplace_id`)} and t.id = ${sql.ref(`${alias}.task_id`)} limit 1)`
  return sql`coalesce(${named('task')}, ${named('history_task')})`
}

/** Returns the SQL of the key of the process that a task or an instance belongs to. */
export function processKeyOf(workplaceId: string, { by, id }: Subject): Sql {
  const definition = (table: string) =>
    sql`(select definition_id from ${sql.table(table)} where workplace_id = ${workplaceId} and id = ${id}::uuid limit 1)`
  const [open, over] = by === 'task' ? ['task', 'history_task'] : ['instance', 'history_instance']
  return sql`select (select d.key from process_definition d where d.workplace_id = ${workplaceId}
    and d.id = case when ${definition(open)} is null then ${definition(over)} else ${definition(open)} end) as key`
}
