import type { Candidates, Members, Workload } from '@millrace/engine'
import { dayOfInstant } from '@millrace/forms'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { isAbout, isInForce } from '../rights/away.ts'
import { isWorker } from '../rights/task-workers.ts'

/** Beyond this, everybody has too much to do: tasks of one person are counted no further. */
const maxTasks = 1_000
/** The maximum number of users that a run gets, because it only needs the first ones. */
const maxPeople = 200

interface Asked {
  readonly candidates: Candidates
  readonly now: Date
  /** The IANA time zone in which days begin. */
  readonly zone: string
}

/**
 * Reads the candidates who may work on tasks and are not absent, with the number of their open tasks: the fewest first,
 * then by user name. Tasks that they could claim do not count.
 */
export async function readWorkloads(
  tx: Tx,
  workplaceId: string,
  { candidates: { processKey, users, groups, members }, now, zone }: Asked,
): Promise<Workload[]> {
  const isMember =
    members === undefined ? sql`false` : isOneOf(workplaceId, members, dayOfInstant(now.toISOString(), zone))
  return runSql<Workload>(
    tx,
    sql`select u.username, w.count as "openTasks" from app_user u
      cross join lateral (select count(*)::int as count from (select from task t where t.workplace_id = u.workplace_id
        and t.assignee = u.username limit ${maxTasks}) t) w
      where u.workplace_id = ${workplaceId}
        and (u.username = any(${[...users]}::text[]) or u.id in (select m.user_id from group_membership m
          join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
          where m.workplace_id = ${workplaceId} and g.key = any(${[...groups]}::text[])) or ${isMember})
        and ${isWorker} and not exists (select from absence a where a.workplace_id = u.workplace_id and a.user_id = u.id
          and ${isInForce(now)} and ${isAbout(sql`${processKey}::text`)})
      order by w.count, u.username limit ${maxPeople}`,
  )
}

/** The condition that the user `u` has a position today, or a value of a user property, regardless of case. */
function isOneOf(workplaceId: string, members: Members, today: string): Sql {
  if (members.by === 'position')
    return sql`u.id in (select n.user_id from hierarchy h join hierarchy_node n on n.workplace_id = h.workplace_id and n.hierarchy_id = h.id
      where h.workplace_id = ${workplaceId} and h.name_key = left(lower(${members.hierarchy}), 200) and not h.is_disabled and lower(n.name) = lower(${members.position})
        and n.user_id is not null and (n.valid_from is null or n.valid_from <= ${today}::date) and (n.valid_until is null or n.valid_until >= ${today}::date))`
  const { key, value } = members
  const property = sql`user_property p where p.workplace_id = ${workplaceId} and p.key = ${key} and not p.is_disabled`
  // Users without a value have the default.
  return sql`(u.id in (select v.user_id from user_property_value v where v.workplace_id = ${workplaceId}
      and v.property_id = (select p.id from ${property}) and v.text_key = left(lower(${value}), 255) and lower(v.value) = lower(${value}))
    or exists (select from ${property} and lower(p.default_value) = lower(${value})
      and not exists (select from user_property_value v where v.workplace_id = p.workplace_id and v.property_id = p.id and v.user_id = u.id)))`
}
