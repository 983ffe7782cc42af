import type { AnswerOf, taskCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { hasTasks, processKeysOf } from './task-listing.ts'
import { involvedReaders } from './task-readers.ts'

/** Lists the processes in the task lists of the user, and the groups of the user with tasks. */
export async function listFilters(db: Database, request: Request): Promise<AnswerOf<typeof taskCalls.filters>> {
  const { user } = request
  const { workplaceId } = user
  return db.read(request, async (tx) => {
    const [processes, groups] = await tx.queries(
      kysely
        .selectFrom('process_definition as d')
        .where('d.workplace_id', '=', workplaceId)
        .where('d.key', 'in', sql<string>`(${processKeysOf(workplaceId, involvedReaders(user))})`)
        .groupBy('d.key')
        .select(['d.key', sql<string>`coalesce((array_agg(d.name order by d.version desc))[1], d.key)`.as('name')])
        .orderBy('name')
        .orderBy('d.key'),
      kysely
        .selectFrom('user_group as g')
        .where('g.workplace_id', '=', workplaceId)
        .where('g.key', '=', sql<string>`any(${[...user.groups]}::text[])`)
        .where(
          sql<boolean>`(${hasTasks(workplaceId, sql`'g:' || g.key`)} or ${hasTasks(workplaceId, sql`'G:' || g.key`)})`,
        )
        .select(['g.key as id', 'g.name'])
        .orderBy('g.name'),
    )
    return { processes, groups }
  })
}
