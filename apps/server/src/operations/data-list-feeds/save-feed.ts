import type { FeedFields } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { findAdapter } from '../../runtime/look-ups/adapter.ts'
import { dataListRecord } from '../data-lists/data-list.ts'
import { refuseListKeeper } from '../data-lists/policy.ts'
import { becomesDue } from '../external-listeners/order-looks.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { refuseFeed } from './feed.ts'

/**
 * Sets the adapter that feeds a data list. It runs with the permissions of the user who saved it last. With a schedule,
 * a job runs it, for the first time immediately.
 *
 * @param order.needsSetUp it came with a package: unless the list has a feed that runs, it waits until somebody saves it.
 * @returns null on success.
 */
export async function saveFeed(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { id, needsSetUp = false, ...fields }: FeedFields & { readonly id: string; readonly needsSetUp?: boolean },
): Promise<Refusal | null> {
  const { workplaceId, user } = request
  const refusal = refuseListKeeper(user, id)
  if (refusal !== null) return refusal
  const saved = await db.withTransaction(actorOf(request), async (tx) => {
    const list = await loadRecord(tx, user, dataListRecord, id, { lock: true })
    if (list instanceof Refusal) return list
    const unfit = refuseFeed(list, await findAdapter(tx, workplaceId, { key: fields.adapter }))
    if (unfit !== null) return unfit
    const now = clock().toISOString()
    await tx.commit([
      {
        name: 'data_list_feed_save',
        text: `insert into data_list_feed (workplace_id, id, data_list_id, adapter, mode, every_minutes, threshold_percent, acts_as, updated_at, updated_by, needs_set_up)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
          on conflict (workplace_id, data_list_id) do update set adapter = $4, mode = $5, every_minutes = $6, threshold_percent = $7,
            acts_as = $8, updated_at = $9, updated_by = $10, needs_set_up = data_list_feed.needs_set_up and excluded.needs_set_up`,
        values: [
          ...[workplaceId, runtime.newId(), list.id, fields.adapter, fields.mode, fields.everyMinutes],
          ...[fields.thresholdPercent, user.id, now, user.username, String(needsSetUp)],
        ],
      },
      {
        name: 'data_list_feed_job',
        text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
          select workplace_id, id, id, 'feed', 'listener', $3, 1, 0, false, false, $3 from data_list_feed
            where workplace_id = $1 and data_list_id = $2 and every_minutes is not null and not needs_set_up
          ${becomesDue}`,
        values: [workplaceId, list.id, now],
      },
    ])
    return null
  })
  if (saved === null) runtime.announceJobs()
  return saved
}
