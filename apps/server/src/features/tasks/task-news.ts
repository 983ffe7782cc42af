import { type AnswerOf, listLimits, newsLimits, type taskCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Sql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { type TaskListRow, taskColumns } from './list-queries.ts'
import { presentTask } from './present-task.ts'
import { newestFirst } from './task-listing.ts'
import { claimingReaders } from './task-readers.ts'

/** Lists the newest tasks that the user may claim and that appeared since they last marked them as seen. */
export async function listNews(db: Database, request: Request): Promise<AnswerOf<typeof taskCalls.news>> {
  const { user } = request
  const { workplaceId } = user
  return db.read(request, async (tx) => {
    const rows = await tx.query(
      kysely
        .selectFrom(
          sql<TaskListRow & { came_at: Date }>`(select n.came_at, ${taskColumns}
            from (select * from (${newTasks(user)}) all_new order by came_at desc, id desc limit ${newsLimits.items}) n
            join task t on t.workplace_id = ${workplaceId} and t.id = n.id
            left join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id
            left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id
            order by n.came_at desc, n.id desc)`.as('n'),
        )
        .selectAll(),
    )
    const people = await readPeople(
      tx,
      workplaceId,
      rows.map(({ assignee }) => assignee),
    )
    return { items: rows.map((row) => ({ ...presentTask(row, people, user), cameAt: row.came_at.toISOString() })) }
  })
}

/**
 * Returns the SQL of new tasks that the user may claim: `id` and `came_at`. It searches the newest tasks, as many as
 * are ever counted.
 */
export function newTasks(user: Person): Sql {
  const { workplaceId, id } = user
  const seen = sql`coalesce((select seen_at from task_seen where workplace_id = ${workplaceId} and user_id = ${id}), '-infinity')`
  const open = newestFirst(workplaceId, claimingReaders(user), { limit: listLimits.total })
  return sql`with seen as materialized (select ${seen} as at)
    select t.id, t.created_at as came_at from seen cross join (${open}) w
      join task t on t.workplace_id = ${workplaceId} and t.id = w.task_id and t.created_at > seen.at`
}
