import { type AnswerOf, listLimits, type taskCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { candidatesOf, dueFirst } from './list-queries.ts'

/** Processes of the tasks that the user's lists show, and the user's groups that have something to claim. */
export async function listFilters(db: Database, user: User): Promise<AnswerOf<typeof taskCalls.filters>> {
  const { workplaceId, username } = user
  const assigned = dueFirst(workplaceId, { assignee: username }, { limit: listLimits.total })
  const unclaimed = dueFirst(workplaceId, { candidates: candidatesOf(user) }, { limit: listLimits.total })
  return db.read(user, async (tx) => {
    const [processes, groups] = await tx.queries(
      kysely
        .selectFrom('process_definition as d')
        .where('d.workplace_id', '=', workplaceId)
        .where(
          'd.id',
          'in',
          sql<string>`(select distinct t.definition_id from task t where t.workplace_id = ${workplaceId}
          and t.id in (select id from (${assigned}) a union all select id from (${unclaimed}) u))`,
        )
        .groupBy('d.key')
        .select(['d.key', sql<string>`coalesce((array_agg(d.name order by d.version desc))[1], d.key)`.as('name')])
        .orderBy('name')
        .orderBy('d.key'),
      kysely
        .selectFrom('user_group as g')
        .where('g.workplace_id', '=', workplaceId)
        .where('g.key', '=', sql<string>`any(${[...user.groups]}::text[])`)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('task_candidate as c')
              .where('c.workplace_id', '=', workplaceId)
              .where('c.candidate', '=', sql<string>`'g:' || g.key`)
              .select('c.task_id'),
          ),
        )
        .select(['g.key as id', 'g.name'])
        .orderBy('g.name'),
    )
    return { processes, groups }
  })
}
