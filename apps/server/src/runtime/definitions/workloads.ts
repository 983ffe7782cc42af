import type { Candidates, Workload } from '@millrace/engine'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { isAbout, isInForce } from '../rights/away.ts'
import { isWorker } from '../rights/task-workers.ts'

/** Beyond this, everybody has too much to do: tasks of one person are counted no further. */
const maxTasks = 1_000
/** So many people at most are known to a run: it gives to the first of them. */
const maxPeople = 200

/**
 * Candidates who may work at tasks and are not away, with how many open tasks each has: the fewest first, then by name.
 * What they may claim does not count, for others may claim it as well.
 */
export async function readWorkloads(
  tx: Tx,
  workplaceId: string,
  { candidates: { processKey, users, groups }, now }: { readonly candidates: Candidates; readonly now: Date },
): Promise<Workload[]> {
  return runSql<Workload>(
    tx,
    sql`select u.username, w.count as "openTasks" from app_user u
      cross join lateral (select count(*)::int as count from (select from task t where t.workplace_id = u.workplace_id
        and t.assignee = u.username limit ${maxTasks}) t) w
      where u.workplace_id = ${workplaceId}
        and (u.username = any(${[...users]}::text[]) or u.id in (select m.user_id from group_membership m
          join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
          where m.workplace_id = ${workplaceId} and g.key = any(${[...groups]}::text[])))
        and ${isWorker} and not exists (select from absence a where a.workplace_id = u.workplace_id and a.user_id = u.id
          and ${isInForce(now)} and ${isAbout(sql`${processKey}::text`)})
      order by w.count, u.username limit ${maxPeople}`,
  )
}
