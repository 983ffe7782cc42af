import { type ListQuery, userCalls, userChangeCalls, userChangeLimits } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { cancelUserChange } from '../../operations/user-changes/cancel-user-change.ts'
import { orderUserChange } from '../../operations/user-changes/order-user-change.ts'
import { startUserChange } from '../../operations/user-changes/start-user-change.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { type KeyedRow, selectKeyed } from '../../platform/list/read-list.ts'
import { prepareSource } from '../../platform/list/source.ts'
import { getUserChange, readUserChange } from './get-user-change.ts'
import { reportUserChange } from './report-user-change.ts'
import { users } from './user-list.ts'

/** Registers the calls on changes of many users: selected by ids or a filter, checked, and applied. */
export function registerUserChanges(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, userChangeCalls.order, async ({ request, body: { change, users: chosen } }) => {
    const narrowed = userCalls.listCount.query.safeParse('query' in chosen ? chosen.query : {})
    if (!narrowed.success)
      return refuse('request.invalid', 'Expected filters of the list of users, but there are others. Reload the page.')
    const select = async (tx: Tx) =>
      'ids' in chosen ? chosen.ids.filter(isUuid) : selectUsers(tx, request.user, narrowed.data)
    const id = await orderUserChange(context, request, { change, select })
    return id instanceof Refusal ? id : getUserChange(db, request, id)
  })
  route(app, userChangeCalls.read, ({ request, query }) => readUserChange(db, request, query))
  route(
    app,
    userChangeCalls.start,
    async ({ request, params: { id } }) =>
      (await startUserChange(context, request, id)) ?? getUserChange(db, request, id),
  )
  route(
    app,
    userChangeCalls.cancel,
    async ({ request, params: { id } }) =>
      (await cancelUserChange(context, request, id)) ?? getUserChange(db, request, id),
  )
  route(app, userChangeCalls.report, ({ request, params }) => reportUserChange(db, request, params.id))
}

/** Users read at once, so that memory holds their ids only. */
const partSize = 5_000

/** Returns the ids of the users that a filter finds, and one more than can be changed where there are more. */
async function selectUsers(tx: Tx, user: Person, filters: ListQuery): Promise<string[]> {
  const query = { ...filters, size: partSize }
  const source = await prepareSource(users, query, { tx, user })
  const ids: string[] = []
  for (let last: KeyedRow<unknown> | undefined; ids.length <= userChangeLimits.users; ) {
    const bound = last === undefined ? null : { values: last.values, isInclusive: false }
    const rows = (await selectKeyed(tx, user, source, { query, bound, isBackwards: false })).slice(0, partSize)
    ids.push(...rows.map(({ row: { id } }) => id))
    if (rows.length < partSize) break
    last = rows.at(-1)
  }
  return ids
}
