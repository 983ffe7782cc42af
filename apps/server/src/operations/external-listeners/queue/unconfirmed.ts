import type { TakenMessage } from '../../../platform/outgoing/open-queue.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { logActor } from '../look-at-folder.ts'
import type { QueueWatch } from './queue-watch.ts'

/**
 * Keeps the hashes of messages without an ID, so that a message that the broker delivers again is not processed twice.
 * The hash of a message is deleted when the broker has confirmed that it removed the message; no other message is read
 * before that. If the connection ends earlier, the hash stays for the next check, which reads redelivered messages first.
 */
export interface Unconfirmed {
  /** Forgets the keys of earlier looks when the queue has no messages any more that are delivered again. */
  taken(message: TakenMessage | null): Promise<void>
  /** Forgets the key of a delivery whose message the broker does not have any more. */
  confirmed(deliveryId: string): Promise<void>
}

export function trackUnconfirmed(
  { db }: Pick<Runtime, 'db'>,
  { id: listenerId, workplaceId }: QueueWatch,
): Unconfirmed {
  let hasEarlier = true
  const forget = (name: string, condition: string, id: string) =>
    db.withTransaction(logActor(workplaceId), (tx) =>
      tx.commit([
        {
          name,
          text: `update external_delivery set body_key = null where workplace_id = $1 and ${condition}`,
          values: [workplaceId, id],
        },
      ]),
    )
  return {
    taken: async (message) => {
      if (!hasEarlier || message?.isRedelivered === true) return
      hasEarlier = false
      const condition = `listener_id = $2 and body_key is not null and outcome = 'accepted'`
      await forget('external_delivery_all_confirmed', condition, listenerId)
    },
    confirmed: async (deliveryId) => {
      await forget('external_delivery_confirmed', 'id = $2', deliveryId)
    },
  }
}
