import type { AnswerOf, taskCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { seenTasks } from './open-task-list.ts'
import { listWindow } from './task-listing.ts'

/** Lists the processes of the newest open tasks, by name. */
export async function listOpenFilters(db: Database, request: Request): Promise<AnswerOf<typeof taskCalls.openFilters>> {
  const { workplaceId } = request
  const newest = sql`select definition_id from task where ${seenTasks(request.user)} order by id desc limit ${listWindow}`
  return db.read(request, async (tx) => ({
    processes: await tx.query(
      kysely
        .selectFrom('process_definition as d')
        .where('d.workplace_id', '=', workplaceId)
        .where('d.id', 'in', sql<string>`(select distinct definition_id from (${newest}) t)`)
        .groupBy('d.key')
        .select(['d.key', sql<string>`coalesce((array_agg(d.name order by d.version desc))[1], d.key)`.as('name')])
        .orderBy('name')
        .orderBy('d.key'),
    ),
  }))
}
