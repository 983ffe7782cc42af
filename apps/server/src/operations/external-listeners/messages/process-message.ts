import { externalLimits } from '@millrace/contract'
import type { Occasion } from '../../../platform/auth/request.ts'
import { hasFailed, type Statement } from '../../../platform/db/batch.ts'
import { Refusal } from '../../../platform/errors/refusal.ts'
import type { TakenMessage } from '../../../platform/outgoing/open-queue.ts'
import type { TopicMessage } from '../../../platform/outgoing/topics.ts'
import { arrivedMessage } from '../../../runtime/listeners/messages/arrived-message.ts'
import {
  contentOf,
  describeMessage,
  type MessageContent,
  writeMessage,
} from '../../../runtime/listeners/messages/message-content.ts'
import type { LentQueue } from '../../../runtime/look-ups/lend-broker.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { deliver, isNotedAlready, type Reached, repeated } from '../deliver.ts'
import { logActor } from '../look-at-folder.ts'
import { maxSubject, type NotedDelivery, noteStatement, shorten } from '../note-delivery.ts'
import { acceptName, acceptStatement, failStatement } from '../process-file.ts'
import { describeUnexpected, noteUnexpected } from '../unexpected-error.ts'
import { findKnown, type KnownDelivery } from './find-known.ts'
import type { MessageKeys, MessageSource } from './message-source.ts'
import type { MessageWatch } from './message-watch.ts'

interface Means<Message extends TakenMessage> extends Pick<LentQueue, 'hide' | 'close'> {
  readonly source: MessageSource<Message>
  readonly occasion: Occasion
}

/** A message in progress. */
interface Processing<Message extends TakenMessage> {
  readonly message: Message
  readonly content: MessageContent
  /** Whether the content is complete; the content of a message that is too large is left out. */
  readonly isWhole: boolean
  readonly keys: MessageKeys
  readonly known: KnownDelivery | null
  /** Statements before its delivery is noted. */
  readonly room: readonly Statement[]
  /** The id of the delivery. */
  readonly id: string
  readonly startedAt: number
}

/** The result of processing a message. */
export interface Processed {
  /** Whether the message stays where it is, and is tried again. */
  readonly stays: boolean
  /** Why it stays, or why a failed message was not copied. Null: no reason for integrators. */
  readonly fault: string | null
}

/** Processes messages of one queue or topic. */
export interface MessageProcessor<Message extends TakenMessage> {
  /**
   * Starts the process or sends the message of a delivery, and confirms it to the broker after the commit. A message
   * that cannot be processed is moved to the queue or topic for failed messages.
   */
  process(message: Message): Promise<Processed>
}

const done: Processed = { stays: false, fault: null }

/** Another server works on these messages, too. */
const lost: Processed = { stays: true, fault: null }

export function createMessageProcessor<Message extends TakenMessage>(
  runtime: Runtime,
  watch: MessageWatch,
  { source, occasion, hide, close }: Means<Message>,
): MessageProcessor<Message> {
  const { id: listenerId, workplaceId, settings } = watch
  const { db, clock, newId } = runtime
  const commit = (statements: readonly Statement[]) =>
    db.withTransaction(logActor(workplaceId), (tx) => tx.commit([...statements]))

  const notedOf = (one: Processing<Message>): Omit<NotedDelivery, 'outcome'> => {
    const { message, content, isWhole, keys, id, startedAt } = one
    const kept = isWhole ? writeMessage(content) : null
    return {
      ...{ workplaceId, id, listenerId, at: clock(), ms: Math.round(performance.now() - startedAt) },
      ...{ subject: hide(subjectOf(message)), bytes: message.size, ...keys },
      ...{ content: hide(describeMessage(content)), sealed: kept === null ? null : close(kept) },
      ...{ fault: null, instanceId: null, processKey: null, replay: null, connectionId: watch.reached.connectionId },
    }
  }

  const noteRepeated = async (one: Processing<Message>) => {
    const noted = { ...notedOf(one), ...{ id: newId(), sealed: null, idKey: null, bodyKey: null } }
    await commit([noteStatement({ ...noted, outcome: 'repeated' })])
  }

  const deliverOne = async (one: Processing<Message>): Promise<Reached | typeof repeated | Refusal> => {
    const { message, content, known, room, id, startedAt } = one
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
          note: (reached) => [...room, ...source.listStatements(message), note(reached)],
        },
      )
    } catch (error) {
      // Another server has processed it meanwhile, which thought that this one had ended.
      if (hasFailed(error, acceptName) || source.isLost(error)) return repeated
      throw error
    }
  }

  /** If the server ends before the message is removed, it is delivered again, and there is a second copy. */
  const fail = async (one: Processing<Message>, reason: string): Promise<Processed> => {
    const { known, id, startedAt, message, content, isWhole } = one
    const isKept = isWhole && writeMessage(content) !== null
    const { stays, fault, warning } = await source.handleFailed(message, { fault: hide(reason), isKept })
    if (stays) return { stays, fault }
    const ms = Math.round(performance.now() - startedAt)
    try {
      await commit([
        ...source.listStatements(message),
        known === null
          ? noteStatement({ ...notedOf(one), fault, outcome: 'failed' })
          : failStatement(workplaceId, id, { fault, ms, location: null }),
      ])
    } catch (error) {
      if (source.isLost(error)) return lost
      throw error
    }
    source.removeFailed(message)
    return { stays, fault: warning }
  }

  /** Notes that a message is tried again. @returns false: another server, whose look took too long, has noted it. */
  const claim = async (one: Processing<Message>): Promise<boolean> => {
    try {
      await commit([...one.room, noteStatement({ ...notedOf(one), outcome: 'claimed' })])
      return true
    } catch (error) {
      if (isNotedAlready(error)) return false
      throw error
    }
  }

  const retry = async (one: Processing<Message>, error: unknown): Promise<Processed> => {
    const { known, id } = one
    if (known === null && !(await claim(one)))
      return { stays: true, fault: `${describeUnexpected(error)} Another server has the message, too.` }
    const fault = await noteUnexpected(runtime, { workplaceId, id }, error)
    if (fault === null) return { stays: true, fault: `${describeUnexpected(error)} The message is tried again.` }
    return fail({ ...one, known: { id, outcome: 'claimed' } }, fault)
  }

  /** A message that was processed before, by this server or another one. */
  const takeRepeated = async (one: Processing<Message>): Promise<Processed> => {
    // That transaction has moved the position of the topic. The server that ran it continues with the partition.
    if (source.isOrdered) return lost
    await noteRepeated(one)
    await source.accept(one.message, { deliveryId: one.id, keys: one.keys })
    return done
  }

  return {
    process: async (message) => {
      const startedAt = performance.now()
      const read = contentOf(message)
      if (read === null && !source.isOrdered) return { stays: true, fault: refuseLarge(message) }
      const content = read ?? contentOf({ ...message, body: Buffer.alloc(0) })
      if (content === null) throw new Error('Expected a content.')
      const keys = source.keysOf(message)
      const found = await findKnown(runtime, watch, keys)
      // Only the position of a topic decides. An accepted delivery of this offset is of a message that the cluster has lost.
      const isReplaced = source.isOrdered && found?.outcome === 'accepted'
      const known = isReplaced ? null : found
      const room = isReplaced ? source.freeKeys(message) : []
      const one = { message, content, isWhole: read !== null, keys, known, room, id: known?.id ?? newId(), startedAt }
      if (known?.outcome === 'accepted') return takeRepeated(one)
      if (read === null) return fail(one, describeLarge(message))
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
      if (outcome === repeated) return takeRepeated(one)
      await source.accept(message, { deliveryId: one.id, keys })
      return done
    },
  }
}

/** A message that was not read cannot be copied: rejecting it could lose it. */
function refuseLarge(message: TakenMessage): string {
  return `${describeLarge(message)} It was put back into the queue: remove it there.`
}

function describeLarge(message: TakenMessage | TopicMessage): string {
  const { id, size, routingKey } = message
  const place =
    'offset' in message
      ? `at offset ${message.offset} of partition ${message.partition}`
      : `with the routing key “${routingKey}”`
  const name = id === '' ? place : `“${shorten(id, maxSubject)}”`
  return `Expected messages of at most ${externalLimits.content} bytes, but the message ${name} has ${size}.`
}

/** The text by which the log names a message. */
function subjectOf(message: TakenMessage | TopicMessage): string {
  const { id, exchange, routingKey } = message
  if (id !== '') return id
  return routingKey === '' && 'offset' in message ? `${exchange} ${message.partition}/${message.offset}` : routingKey
}
