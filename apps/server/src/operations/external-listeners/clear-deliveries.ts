import { listenerLimits } from '@millrace/contract'
import { systemActor } from '../../platform/db/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { orderLooks } from './order-looks.ts'

const dayMs = 86_400_000

/**
 * Maintains the logs of all listeners of a workplace: deletes deliveries that are older than the retention time, and
 * all contents except the newest of each listener. The keys of newer deliveries stay, so that a repeated delivery is
 * still recognised. Claims of files and mails stay, too; claims of messages, which have no location, are deleted when
 * they are old. Also orders missing jobs of listeners.
 */
export async function keepListeners(
  runtime: Pick<Runtime, 'db' | 'clock' | 'announceJobs'>,
  workplaceId: string,
): Promise<void> {
  const before = new Date(runtime.clock().getTime() - listenerLimits.days * dayMs).toISOString()
  const [rows] = await runtime.db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'external_listener_ids',
        text: 'select id from external_listener where workplace_id = $1',
        values: [workplaceId],
      },
    ]),
  )
  const ids = (rows ?? []).flatMap(([id]) => (id == null ? [] : [id]))
  if (ids.length === 0) return
  await orderLooks(runtime, workplaceId)
  await runtime.db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) =>
    tx.commit([
      {
        name: 'external_delivery_clear',
        text: `delete from external_delivery where workplace_id = $1 and at < $2 and (outcome <> 'claimed' or location is null)`,
        values: [workplaceId, before],
      },
      ...ids.map((id) => ({
        name: 'external_delivery_trim',
        text: `update external_delivery set content = null, sealed = null where workplace_id = $1 and listener_id = $2 and (content is not null or sealed is not null)
          and (at, id) <= (select at, id from external_delivery where workplace_id = $1 and listener_id = $2 order by at desc, id desc offset $3 limit 1)`,
        values: [workplaceId, id, listenerLimits.ofListener],
      })),
    ]),
  )
}
