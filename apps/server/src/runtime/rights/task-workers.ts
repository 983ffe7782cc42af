import { listNamesOf, type Role } from '@millrace/contract'
import { sql } from 'kysely'
import { operators } from '../../platform/auth/rights.ts'
import { engineGroup } from '../../platform/auth/user.ts'
import type { Sql } from '../../platform/list/sql.ts'

/** The roles that may work on tasks, including operators, who claim tasks that nobody else can. */
export const workers: readonly Role[] = ['RoleUser', ...operators]

const roleNames = workers.flatMap((role: Role) => listNamesOf(role))

/** The SQL condition that the row `u` of `app_user` is a user who may sign in and work on tasks. */
export const isWorker: Sql = sql`(u.status <> 'disabled' and ${hasWorkersRole()})`

/** Returns the SQL condition that the row `u` of `app_user` has a role that opens tasks, directly or by a group. */
export function hasWorkersRole(): Sql {
  return sql`(exists (select from held_role r where r.workplace_id = u.workplace_id and r.user_id = u.id and r.role = any(${roleNames}::text[]))
    or exists (select from group_membership gm join user_group gg on gg.workplace_id = gm.workplace_id and gg.id = gm.group_id
      where gm.workplace_id = u.workplace_id and gm.user_id = u.id and gg.key = ${engineGroup}))`
}

/**
 * The SQL expression of the reason why nobody can work on the row `t` of `task`, in the format of the contract; null
 * where somebody can.
 */
export const obstacleOf: Sql = sql`case
  when t.assignee is not null then case when not ${isThere(sql`array[t.assignee]`)} then 'assignee-gone' end
  when cardinality(t.candidate_users) + cardinality(t.candidate_groups) = 0 then 'nobody-named'
  when not ${isThere(sql`t.candidate_users`)} and not exists (select from user_group g
    join group_membership m on m.workplace_id = g.workplace_id and m.group_id = g.id
    join app_user u on u.workplace_id = m.workplace_id and u.id = m.user_id
    where g.workplace_id = t.workplace_id and g.key = any(t.candidate_groups) and ${isWorker}) then 'candidates-gone' end`

/** Returns whether one of those names is somebody who can work on tasks. */
function isThere(names: Sql): Sql {
  return sql`exists (select from unnest(${names}) n(username)
    join app_user u on u.workplace_id = t.workplace_id and u.username = n.username
    where ${isWorker})`
}
