import { externalLimits } from '@millrace/contract'
import type { Occasion } from '../../../platform/auth/request.ts'
import { hasFailed, type Statement } from '../../../platform/db/batch.ts'
import { Refusal } from '../../../platform/errors/refusal.ts'
import type { OpenQueue, TakenMessage } from '../../../platform/outgoing/open-queue.ts'
import { arrivedMessage } from '../../../runtime/listeners/queue/arrived-message.ts'
import {
  contentOf,
  describeMessage,
  type MessageContent,
  writeMessage,
} from '../../../runtime/listeners/queue/message-content.ts'
import type { LentQueue } from '../../../runtime/look-ups/lend-queue.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { deliver, isNotedAlready, type Reached, repeated } from '../deliver.ts'
import { logActor } from '../look-at-folder.ts'
import { type NotedDelivery, noteStatement } from '../note-delivery.ts'
import { acceptName, acceptStatement, failStatement } from '../process-file.ts'
import { describeUnexpected, noteUnexpected } from '../unexpected-error.ts'
import { findKnown, type KnownDelivery } from './find-known.ts'
import { keysOf, type MessageKeys } from './message-keys.ts'
import type { QueueWatch } from './queue-watch.ts'
import type { Unconfirmed } from './unconfirmed.ts'

interface Means extends Pick<LentQueue, 'hide' | 'close'> {
  readonly queue: OpenQueue
  readonly occasion: Occasion
  readonly unconfirmed: Unconfirmed
}

/** A message in progress. */
interface Processing {
  readonly message: TakenMessage
  readonly content: MessageContent
  readonly keys: MessageKeys
  readonly known: KnownDelivery | null
  /** Of its delivery. */
  readonly id: string
  readonly startedAt: number
}

/** Processes messages of one queue. */
export interface MessageProcessor {
  /**
   * Starts the process of a message or sends its message, and accepts it at the broker after that commit. A message that
   * cannot be processed goes to the queue for failed messages, or is rejected.
   *
   * @returns why the message stays in the queue; null: it does not.
   */
  process(message: TakenMessage): Promise<string | null>
}

export function createMessageProcessor(runtime: Runtime, watch: QueueWatch, means: Means): MessageProcessor {
  const { queue, occasion, unconfirmed, hide, close } = means
  const { id: listenerId, workplaceId, settings } = watch
  const { db, clock, newId } = runtime
  const commit = (statements: readonly Statement[]) =>
    db.withTransaction(logActor(workplaceId), (tx) => tx.commit([...statements]))

  const notedOf = ({ message, content, keys, id, startedAt }: Processing): Omit<NotedDelivery, 'outcome'> => {
    const kept = writeMessage(content)
    return {
      ...{ workplaceId, id, listenerId, at: clock(), ms: Math.round(performance.now() - startedAt) },
      ...{ subject: hide(message.id === '' ? message.routingKey : message.id), bytes: message.size, ...keys },
      ...{ content: hide(describeMessage(content)), sealed: kept === null ? null : close(kept) },
      ...{ fault: null, instanceId: null, processKey: null, replay: null, connectionId: watch.reached.connectionId },
    }
  }

  const noteRepeated = async (one: Processing) => {
    const noted = { ...notedOf(one), ...{ id: newId(), sealed: null, idKey: null, bodyKey: null } }
    await commit([noteStatement({ ...noted, outcome: 'repeated' })])
  }

  const deliverOne = async (one: Processing): Promise<Reached | typeof repeated | Refusal> => {
    const { content, known, id, startedAt } = one
    const note = (reached: Reached) => {
      const ms = Math.round(performance.now() - startedAt)
      return known === null
        ? noteStatement({ ...notedOf(one), ...reached, outcome: 'accepted' })
        : acceptStatement(workplaceId, id, { ...reached, ms })
    }
    try {
      return await deliver(
        { db, clock, runtime },
        {
          listener: { id: listenerId, workplaceId },
          target: settings.target,
          arrived: arrivedMessage(content),
          occasion,
          note: (reached) => [note(reached)],
        },
      )
    } catch (error) {
      // Another server has processed it meanwhile, which thought that this one had ended.
      if (hasFailed(error, acceptName)) return repeated
      throw error
    }
  }

  /** Accepts a message whose process was started. The key of its content counts until the broker has processed that. */
  const accept = async ({ message, keys, id }: Processing): Promise<void> => {
    queue.accept(message)
    if (keys.bodyKey === null) return
    await queue.settle()
    await unconfirmed.confirmed(id)
  }

  /**
   * Removes a message that cannot be processed, after it was copied to the queue for failed messages and its delivery was
   * noted as failed. Without such a queue, it stays where its content is too large to be kept. If the server ends in
   * between, the broker delivers it again, and there is a second copy.
   *
   * @returns why the message stays in the queue, and nothing was noted; null: it does not.
   */
  const fail = async (one: Processing, reason: string): Promise<string | null> => {
    const { known, id, startedAt, message } = one
    const { failedQueue } = settings
    const fault = hide(reason)
    if (failedQueue === '' && writeMessage(one.content) === null)
      return `${fault} The content is too large for a replay, so the message stays in the queue. Name a queue for failed messages, or remove it there.`
    const refused = failedQueue === '' ? null : await queue.copyTo(failedQueue, message, fault)
    if (refused !== null) return `${refused} A failed message stays in the queue. ${fault}`
    const ms = Math.round(performance.now() - startedAt)
    await commit([
      known === null
        ? noteStatement({ ...notedOf(one), fault, outcome: 'failed' })
        : failStatement(workplaceId, id, { fault, ms, location: null }),
    ])
    if (failedQueue === '') queue.reject(message)
    else queue.accept(message)
    return null
  }

  /** Notes that a message is tried again. @returns false: another server, whose look took too long, has noted it. */
  const claim = async (one: Processing): Promise<boolean> => {
    try {
      await commit([noteStatement({ ...notedOf(one), outcome: 'claimed' })])
      return true
    } catch (error) {
      if (isNotedAlready(error)) return false
      throw error
    }
  }

  /** Notes an unexpected error. @returns why the message stays in the queue; null: it does not. */
  const retry = async (one: Processing, error: unknown): Promise<string | null> => {
    const { known, id } = one
    if (known === null && !(await claim(one)))
      return `${describeUnexpected(error)} Another server has the message, too.`
    const fault = await noteUnexpected(runtime, { workplaceId, id }, error)
    if (fault === null) return `${describeUnexpected(error)} The message is tried again.`
    return fail({ ...one, known: { id, outcome: 'claimed' } }, fault)
  }

  return {
    process: async (message) => {
      const startedAt = performance.now()
      const content = contentOf(message)
      if (content === null) return refuseLarge(message)
      const keys = keysOf(watch, message)
      const known = await findKnown(runtime, watch, keys)
      const one = { message, content, keys, known, id: known?.id ?? newId(), startedAt }
      if (known?.outcome === 'accepted') {
        await noteRepeated(one)
        await accept(one)
        return null
      }
      let outcome: Awaited<ReturnType<typeof deliverOne>>
      try {
        outcome = await deliverOne(one)
        // An equal message of a look that took too long, and ended meanwhile.
        if (outcome === repeated && keys.bodyKey !== null && !message.isRedelivered)
          outcome = await deliverOne({ ...one, id: newId(), known: null, keys: { idKey: null, bodyKey: null } })
      } catch (error) {
        return retry(one, error)
      }
      if (outcome instanceof Refusal) return fail(one, outcome.message)
      if (outcome === repeated) await noteRepeated(one)
      await accept(one)
      return null
    },
  }
}

/** A message that was not read cannot be copied: rejecting it could lose it. */
function refuseLarge({ id, size, routingKey }: TakenMessage): string {
  const name = id === '' ? `with the routing key “${routingKey}”` : `“${id}”`
  return `Expected messages of at most ${externalLimits.content} bytes, but the message ${name} has ${size}. It was put back into the queue: remove it there.`
}
