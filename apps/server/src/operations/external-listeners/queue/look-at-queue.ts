import { listenerLimits } from '@millrace/contract'
import type { Occasion } from '../../../platform/auth/request.ts'
import type { LentQueue } from '../../../runtime/look-ups/lend-broker.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { type LookResult, writeState } from '../look-at-folder.ts'
import { createMessageProcessor } from '../messages/process-message.ts'
import { requireEnabled } from '../require-enabled.ts'
import { createQueueSource } from './queue-source.ts'
import type { QueueWatch } from './queue-watch.ts'
import { trackUnconfirmed } from './unconfirmed.ts'

/** Messages that stay in the queue after an error, before a check ends. */
const maxStaying = 10

/**
 * Looks into a queue once, and processes its messages one by one. Each is accepted at the broker after the commit that
 * started its process or sent its message. If the connection or the server ends in between, the broker delivers the
 * message again, which is recognised then.
 *
 * @throws OutgoingFailure where the broker does not answer, or a queue does not exist.
 */
export async function lookAtQueue(
  runtime: Runtime,
  watch: QueueWatch,
  { occasion, holder }: { readonly occasion: Occasion; readonly holder: string },
): Promise<LookResult> {
  const { settings, reached } = watch
  requireEnabled(watch)
  const { queue: name, failedQueue } = settings
  const queues = { name, others: failedQueue === '' ? [] : [failedQueue] }
  const done = await runtime.lookUps.useQueue(reached, queues, (lent) => takeMessages(runtime, watch, lent, occasion))
  const { handled, waiting, fault } = done
  await writeState(runtime, watch, { holder, at: runtime.clock(), fault, waiting, waitingSince: null, seen: null })
  return { handled, isMore: waiting > 0 && handled > 0 }
}

interface Taken {
  readonly handled: number
  readonly waiting: number
  /** Why messages stay in the queue; null: none does. */
  readonly fault: string | null
}

async function takeMessages(
  runtime: Runtime,
  watch: QueueWatch,
  { queue, ms, hide, close }: LentQueue,
  occasion: Occasion,
): Promise<Taken> {
  const unconfirmed = trackUnconfirmed(runtime, watch)
  const source = createQueueSource(watch, { queue, unconfirmed })
  const processor = createMessageProcessor(runtime, watch, { source, hide, close, occasion })
  // The last message needs time, too.
  const until = performance.now() + ms / 2
  let [handled, staying, large, waiting] = [0, 0, 0, 0]
  let fault: string | null = null
  const hasRoom = () => handled + staying + large < listenerLimits.messages && staying < maxStaying
  while (hasRoom() && performance.now() < until) {
    const message = await queue.take()
    await unconfirmed.taken(message)
    waiting = message?.waiting ?? 0
    if (message === null) break
    const { stays, fault: why } = await processor.process(message)
    if (!stays) handled += 1
    else {
      // They return to the head of the queue, so that each look would end after them.
      if (message.body === null) large += 1
      else staying += 1
      fault ??= why
    }
  }
  await queue.close()
  return { handled, waiting: waiting + staying + large, fault }
}
