import { listNamesOf, type Role } from '@millrace/contract'
import { sql } from 'kysely'
import { operators } from '../../platform/auth/rights.ts'
import type { Sql } from '../../platform/list/sql.ts'
import { isAbout, isInForce } from './away.ts'

/** An object whose readers are searched: a task or an instance. */
export interface Readable {
  readonly by: 'task' | 'instance'
  /** Or what gives it in the query. */
  readonly id: string | Sql
}

/** Every name by which the roles are stored that see all. */
const operatorNames = operators.flatMap((role: Role) => listNamesOf(role))

/**
 * Returns the SQL condition that the row `u` of `app_user` is a user who may sign in and read a task or instance, by a
 * role or by being involved. Authorizations are not considered, because they name no people.
 */
export function isReader({ by, id }: Readable): Sql {
  const concerned = by === 'task' ? ofTask(id) : ofInstance(id)
  return sql`(u.status <> 'disabled' and (exists (select from held_role r where r.workplace_id = u.workplace_id and r.user_id = u.id
      and r.role = any(${operatorNames}::text[])) or ${concerned}))`
}

/**
 * Returns the SQL condition that the row `u` of `app_user` is a user who can read the comments on a task or instance.
 * Those on a task are also on the page of its instance, which for example its starter reads.
 */
export function isCommentReader(subject: Readable): Sql {
  if (subject.by === 'instance') return isReader(subject)
  const { id } = subject
  const instance = sql`(select t.instance_id from task t where t.workplace_id = u.workplace_id and t.id = ${id}::uuid
    union all select nullif(t.instance_id, t.id) from history_task t where t.workplace_id = u.workplace_id and t.id = ${id}::uuid limit 1)`
  return sql`(${isReader(subject)} or ${isReader({ by: 'instance', id: instance })})`
}

/** Returns the SQL condition of `isVisible` of the policy of tasks, written by the key for PostgreSQL's planner. */
function ofTask(id: Readable['id']): Sql {
  return sql`(coalesce((select ${isConcerned} from task t where t.workplace_id = u.workplace_id and t.id = ${id}::uuid), false)
    or coalesce((select true from task t join app_user au on au.workplace_id = t.workplace_id and au.username = t.assignee
      join absence a on a.workplace_id = au.workplace_id and a.user_id = au.id and a.substitute_id = u.id
      left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id
      where t.workplace_id = u.workplace_id and t.id = ${id}::uuid and ${isInForce(null)} and ${isAbout(sql`d.key`)} limit 1), false)
    or exists (select from history_task t where t.workplace_id = u.workplace_id and t.id = ${id}::uuid
      and u.username in (t.assignee, t.owner, t.ended_by)))`
}

/**
 * Returns the condition that a user may see an instance, as `maySeeInstance` decides. Open tasks are found by their
 * root, because they have no index by instance.
 */
function ofInstance(id: Readable['id']): Sql {
  const started = (table: string) =>
    sql`exists (select from ${sql.table(table)} i where i.workplace_id = u.workplace_id and i.start_user_id = u.username
      and (i.id = ${id}::uuid or i.id = (select root_id from ${sql.table(table)} j where j.workplace_id = u.workplace_id and j.id = ${id}::uuid limit 1)))`
  const root = sql`(select root_id from instance j where j.workplace_id = u.workplace_id and j.id = ${id}::uuid offset 0)`
  return sql`(${started('instance')} or ${started('history_instance')}
    or exists (select from ${root} r cross join lateral (
        select * from task t where t.workplace_id = u.workplace_id and t.root_id = r.root_id offset 0) t
      where t.instance_id = ${id}::uuid and ${isConcerned})
    or exists (select from history_task t where t.workplace_id = u.workplace_id and t.instance_id = ${id}::uuid
      and u.username in (t.assignee, t.owner, t.ended_by)))`
}

const isConcerned = sql`(u.username in (t.assignee, t.owner) or u.username = any(t.candidate_users) or exists (select from group_membership m
  join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
  where m.workplace_id = u.workplace_id and m.user_id = u.id and g.key = any(t.candidate_groups)))`
