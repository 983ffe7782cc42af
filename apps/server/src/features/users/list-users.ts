import type { AnswerOf, userCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { containing, countLimit, type PageQuery, presentPage, rangeOf } from '../../platform/db/page.ts'

export interface UserQuery extends PageQuery {
  readonly sort?: 'username' | '-username' | undefined
  readonly q?: string | undefined
}

/** A page of the users of a workplace, by user name. */
export async function listUsers(
  db: Database,
  workplaceId: string,
  query: UserQuery,
): Promise<AnswerOf<typeof userCalls.list>> {
  const { offset, limit } = rangeOf(query)
  const matching = selectMatching(workplaceId, query.q)
  const [rows, [counted]] = await db.read({ workplaceId }, (tx) =>
    tx.queries(
      matching
        .select(['id', 'username', 'first_name', 'last_name', 'email', 'status'])
        .orderBy(query.sort === '-username' ? sql`lower(username) desc` : sql`lower(username)`)
        .orderBy('id')
        .offset(offset)
        .limit(limit),
      kysely
        .selectFrom(matching.select('id').limit(countLimit).as('m'))
        .select(({ fn }) => fn.countAll<number>().as('count')),
    ),
  )
  const items = rows.map((row) => ({
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    isEnabled: row.status === 'enabled',
  }))
  return presentPage(items, counted?.count ?? 0)
}

function selectMatching(workplaceId: string, q: string | undefined) {
  const all = kysely.selectFrom('app_user').where('workplace_id', '=', workplaceId)
  if (q === undefined || q === '') return all
  const pattern = containing(q)
  return all.where(({ or, eb }) =>
    or([
      eb('username', 'ilike', pattern),
      eb('email', 'ilike', pattern),
      eb(sql<string>`concat_ws(' ', first_name, last_name)`, 'ilike', pattern),
    ]),
  )
}
