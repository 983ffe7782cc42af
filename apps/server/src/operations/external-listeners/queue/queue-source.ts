import type { OpenQueue } from '../../../platform/outgoing/open-queue.ts'
import type { MessageSource } from '../messages/message-source.ts'
import { keysOf } from './message-keys.ts'
import type { QueueWatch } from './queue-watch.ts'
import type { Unconfirmed } from './unconfirmed.ts'

/** Creates the source of the messages of a queue. Each is accepted or rejected at the broker after its transaction. */
export function createQueueSource(
  watch: QueueWatch,
  { queue, unconfirmed }: { readonly queue: OpenQueue; readonly unconfirmed: Unconfirmed },
): MessageSource {
  const { failedQueue } = watch.settings
  return {
    isOrdered: false,
    keysOf: (message) => keysOf(watch, message),
    freeKeys: () => [],
    listStatements: () => [],
    // The key of its content counts until the broker has processed that it was accepted.
    accept: async (message, { deliveryId, keys }) => {
      queue.accept(message)
      if (keys.bodyKey === null) return
      await queue.settle()
      await unconfirmed.confirmed(deliveryId)
    },
    handleFailed: async (message, { fault, isKept }) => {
      const stay = (why: string) => ({ stays: true, fault: why, warning: why })
      if (failedQueue === '' && !isKept)
        return stay(
          `${fault} The content is too large for a replay, so the message stays in the queue. Name a queue for failed messages, or remove it there.`,
        )
      const refused = failedQueue === '' ? null : await queue.copyTo(failedQueue, message, fault)
      if (refused !== null) return stay(`${refused} A failed message stays in the queue. ${fault}`)
      return { stays: false, fault, warning: null }
    },
    removeFailed: (message) => {
      if (failedQueue === '') queue.reject(message)
      else queue.accept(message)
    },
    isLost: () => false,
  }
}
