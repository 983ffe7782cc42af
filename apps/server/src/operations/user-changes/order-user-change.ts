import { type UserChangeOfMany, userChangeLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseUserChange } from './policy.ts'
import { orderChangeJob } from './user-change.ts'

interface Order {
  readonly change: UserChangeOfMany
  /** Returns the ids of the selected users in the order of their list. */
  readonly select: (tx: Tx) => Promise<readonly string[] | Refusal>
}

/**
 * Stores a change of several users, and orders a job that checks what it would do to each of them. It replaces an
 * earlier change of the caller. Refuses with `batch.too-many` while one is being applied.
 *
 * @returns the id of the change.
 */
export async function orderUserChange(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { change, select }: Order,
): Promise<string | Refusal> {
  const early = refuseUserChange(request.user)
  if (early !== null) return early
  const { workplaceId, id: userId } = request.user
  const now = clock()
  const id = runtime.newId()
  const ordered = await db.withTransaction(actorOf(request), async (tx): Promise<string | Refusal> => {
    // Of two orders at the same time, the second one replaces the first.
    const [, , , running] = await tx.batch([
      {
        name: 'user_change_lock',
        text: `select pg_advisory_xact_lock(hashtextextended('millrace user change ' || $1::text || $2::text, 0))`,
        values: [workplaceId, userId],
      },
      {
        name: 'user_change_forget_jobs',
        text: `delete from job j using user_change c where j.workplace_id = $1 and c.workplace_id = $1 and j.id = c.id and c.user_id = $2 and c.state = 'checking'`,
        values: [workplaceId, userId],
      },
      {
        name: 'user_change_forget',
        text: `delete from user_change where workplace_id = $1 and user_id = $2 and state <> 'changing'`,
        values: [workplaceId, userId],
      },
      {
        name: 'user_change_running',
        text: 'select id from user_change where workplace_id = $1 and user_id = $2 limit 1',
        values: [workplaceId, userId],
      },
    ])
    if (running?.[0] !== undefined)
      return refuse(
        'batch.too-many',
        'Expected no other running change of yours, but there is one. Wait until it has finished, or cancel it.',
      )
    const ids = await select(tx)
    if (ids instanceof Refusal) return ids
    if (ids.length > userChangeLimits.users)
      return refuse(
        'batch.too-large',
        `Expected at most ${userChangeLimits.users.toLocaleString('en')} users, but more match. Narrow the filter, and change the other users afterwards.`,
      )
    await tx.batch([
      {
        name: 'user_change_add',
        text: `insert into user_change (workplace_id, id, user_id, change, state, total_count, created_at) values ($1, $2, $3, $4, 'checking', 0, $5)`,
        values: [workplaceId, id, userId, JSON.stringify(change), now.toISOString()],
      },
      {
        // An id of nobody leaves no row.
        name: 'user_change_add_rows',
        text: `insert into user_change_row (workplace_id, change_id, position, account_id)
          select $1, $2, row_number() over (order by given.n), u.id from unnest($3::uuid[]) with ordinality as given (id, n)
          join app_user u on u.workplace_id = $1 and u.id = given.id`,
        values: [workplaceId, id, [...new Set(ids)]],
      },
      {
        name: 'user_change_count',
        text: `update user_change set total_count = (select count(*) from user_change_row r where r.workplace_id = $1 and r.change_id = $2) where workplace_id = $1 and id = $2`,
        values: [workplaceId, id],
      },
      orderChangeJob(request.user, id, now),
    ])
    return id
  })
  if (!(ordered instanceof Refusal)) runtime.announceJobs()
  return ordered
}
