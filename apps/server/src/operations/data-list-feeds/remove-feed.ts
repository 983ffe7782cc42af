import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { dataListRecord } from '../data-lists/data-list.ts'
import { refuseListKeeper } from '../data-lists/policy.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'

/** Removes the feed of a data list with its runs. The rows of the list stay. @returns null on success. */
export async function removeFeed({ db }: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  const refusal = refuseListKeeper(request.user, id)
  if (refusal !== null) return refusal
  return db.withTransaction(actorOf(request), async (tx) => {
    const list = await loadRecord(tx, request.user, dataListRecord, id, { lock: true })
    if (list instanceof Refusal) return list
    // Its job ends by itself when it finds no feed.
    await tx.commit([
      {
        name: 'data_list_feed_remove',
        text: 'delete from data_list_feed where workplace_id = $1 and data_list_id = $2',
        values: [request.workplaceId, list.id],
      },
    ])
    return null
  })
}
