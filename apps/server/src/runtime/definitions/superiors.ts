import type { Superior } from '@millrace/engine'
import { dayOfInstant } from '@millrace/forms'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { isWorker } from '../rights/task-workers.ts'

interface Asked extends Superior {
  readonly now: Date
  /** The time zone in which days begin. */
  readonly zone: string
}

/** Positions that a way up has at most. */
const maxSteps = 100

/**
 * Returns the user who is the given number of levels above another one. Null if there is none, or if that user may not
 * work on tasks. In a hierarchy each position that a user has today is a level. Empty positions are skipped, and if a
 * user has several positions, the first one counts.
 */
export async function findSuperior(tx: Tx, workplaceId: string, asked: Asked): Promise<string | null> {
  const found = asked.hierarchy === null ? above(workplaceId, asked) : aboveIn(workplaceId, asked)
  const [row] = await runSql<{ username: string }>(
    tx,
    sql`select u.username from (${found}) f join app_user u on u.workplace_id = ${workplaceId} and u.id = f.user_id where ${isWorker}`,
  )
  return row?.username ?? null
}

/** Returns the SQL for managers of accounts, up to a number of levels, which also ends a cycle. */
function above(workplaceId: string, { username, levels }: Asked) {
  return sql`with recursive up (user_id, level) as (
      select e.manager_id, 1 from app_user e where e.workplace_id = ${workplaceId} and e.username = ${username}
      union all
      select e.manager_id, up.level + 1 from up join app_user e on e.workplace_id = ${workplaceId} and e.id = up.user_id
        where up.level < ${levels}::int)
    select user_id from up where level = ${levels}::int and user_id is not null`
}

function aboveIn(workplaceId: string, { username, hierarchy, levels, now, zone }: Asked) {
  const today = dayOfInstant(now.toISOString(), zone)
  const isHeld = sql`(n.user_id is not null and (n.valid_from is null or n.valid_from <= ${today}::date) and (n.valid_until is null or n.valid_until >= ${today}::date))`
  return sql`with recursive start as (
      select n.parent_id, n.hierarchy_id from hierarchy h join hierarchy_node n on n.workplace_id = h.workplace_id and n.hierarchy_id = h.id
        join app_user e on e.workplace_id = n.workplace_id and e.id = n.user_id
      where h.workplace_id = ${workplaceId} and lower(h.name) = lower(${hierarchy}) and not h.is_disabled and e.username = ${username} and ${isHeld}
      order by n.place, n.id limit 1
    ), up (parent_id, user_id, level, step) as (
      select s.parent_id, null::uuid, 0, 0 from start s
      union all
      select n.parent_id, case when ${isHeld} then n.user_id end, up.level + ${isHeld}::int, up.step + 1
      from up join hierarchy_node n on n.workplace_id = ${workplaceId} and n.id = up.parent_id
      where up.level < ${levels}::int and up.step < ${maxSteps})
    select user_id from up where level = ${levels}::int and user_id is not null limit 1`
}
