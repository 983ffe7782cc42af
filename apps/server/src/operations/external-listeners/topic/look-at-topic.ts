import { listenerLimits } from '@millrace/contract'
import { hasFailed, type Statement } from '../../../platform/db/batch.ts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import type { OpenTopic, PartitionEnds, TopicMessage } from '../../../platform/outgoing/topics.ts'
import { cleanFailure, hostOf } from '../../../runtime/look-ups/clean-failure.ts'
import type { LentTopic } from '../../../runtime/look-ups/lend-broker.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import type { LookBy } from '../look.ts'
import { type LookResult, logActor, writeState } from '../look-at-folder.ts'
import { digestOf } from '../messages/key-digest.ts'
import { createMessageProcessor, type MessageProcessor } from '../messages/process-message.ts'
import { noteStatement } from '../note-delivery.ts'
import { requireEnabled } from '../require-enabled.ts'
import { failOffsetsStatement } from './offset-keys.ts'
import {
  loadPositions,
  moveName,
  moveStatement,
  type PartitionState,
  type Positions,
  writeStates,
} from './positions.ts'
import { createTopicSource } from './topic-source.ts'
import type { TopicWatch } from './topic-watch.ts'

/**
 * Looks once at the partitions of a share of a topic. Each message starts its process or sends its message, and the
 * position of its partition moves in the same transaction. A partition with an error waits, and the others continue.
 *
 * @throws OutgoingFailure where the cluster does not answer, or the topic does not exist.
 */
export async function lookAtTopic(runtime: Runtime, watch: TopicWatch, by: LookBy): Promise<LookResult> {
  const { settings, reached } = watch
  requireEnabled(watch)
  const { handled, isRetried, place, states } = await runtime.lookUps.useTopic(reached, settings.topic, (lent) =>
    takeMessages(runtime, watch, { ...lent, ...by }),
  )
  const stored = await writeStates(runtime, watch, { place, states })
  // A partition without an answer at its first look has no row.
  const fault = stored.fault ?? states.find((one) => one.fault !== null)?.fault ?? null
  const state = {
    holder: by.holder,
    at: runtime.clock(),
    fault,
    waiting: stored.waiting,
    waitingSince: null,
    seen: null,
  }
  await writeState(runtime, watch, state)
  // The tries of a message need some time between them.
  const isMore = handled > 0 && !isRetried && states.some((one) => one.fault === null && (one.waiting ?? 0n) > 0n)
  return { handled, isMore }
}

interface TakenPartition {
  readonly handled: number
  /** Whether its next message is tried again. */
  readonly isRetried: boolean
  /** Why it does not continue; null: it does. */
  readonly fault: string | null
}

interface Taken extends Pick<TakenPartition, 'handled' | 'isRetried'> {
  readonly place: Buffer
  readonly states: readonly PartitionState[]
}

async function takeMessages(runtime: Runtime, watch: TopicWatch, lent: LentTopic & LookBy): Promise<Taken> {
  const { topic, ms, share } = lent
  const until = performance.now() + ms / 2
  const place = digestOf([watch.standIn, topic.id])
  const positions = await loadPositions(runtime, watch, { topic, place })
  const own = topic.partitions.filter((partition) => partition % watch.settings.shares === share)
  const ends = await topic.ends(own)
  const host = hostOf(watch.reached.connection)
  const describe = (failure: OutgoingFailure) => cleanFailure(failure, host, lent.hide).message
  const source = createTopicSource(watch, { topic, place, positions, describe })
  const processor = createMessageProcessor(runtime, watch, { ...lent, source })
  const isBehind = (partition: number) => {
    const end = ends.get(partition)
    return end !== undefined && !(end instanceof OutgoingFailure) && positions.get(partition) !== end.next
  }
  const behind = own.filter(isBehind).length
  const partitions = createPartitions(runtime, watch, { topic, place, positions, processor, describe })
  const most = Math.max(1, Math.floor(listenerLimits.messages / Math.max(1, behind)))
  const states: PartitionState[] = []
  let [handled, isRetried] = [0, false]
  for (const partition of turned(own)) {
    const end = ends.get(partition)
    const position = positions.get(partition)
    if (end instanceof OutgoingFailure) states.push({ partition, waiting: null, fault: describe(end) })
    // A partition that is new since the first answers starts at the next look.
    if (end === undefined || end instanceof OutgoingFailure || position === undefined) continue
    let fault: string | null = null
    if (isBehind(partition) && performance.now() < until) {
      const done = await partitions.take(partition, { end, most, until })
      handled += done.handled
      isRetried ||= done.isRetried
      fault = done.fault
    }
    const left = end.next - (positions.get(partition) ?? position)
    states.push({ partition, waiting: left > 0n ? left : 0n, fault })
  }
  return { handled, isRetried, place, states }
}

/** Begins with another partition each time, because the time may not be enough for all. */
function turned(partitions: readonly number[]): readonly number[] {
  const at = Math.floor(Math.random() * partitions.length)
  return [...partitions.slice(at), ...partitions.slice(0, at)]
}

interface PartitionMeans {
  readonly topic: OpenTopic
  readonly place: Buffer
  readonly positions: Positions
  readonly processor: MessageProcessor<TopicMessage>
  /** Describes an error of a partition for the page of the listener. */
  readonly describe: (failure: OutgoingFailure) => string
}

interface TakeOptions {
  readonly end: PartitionEnds
  readonly most: number
  readonly until: number
}

function createPartitions(
  runtime: Runtime,
  watch: TopicWatch,
  { topic, place, positions, processor, describe }: PartitionMeans,
) {
  const { workplaceId, id: listenerId, settings, reached } = watch
  const moveTo = async (partition: number, to: bigint, alongside: readonly Statement[] = []) => {
    const from = positions.get(partition) ?? to
    const move = moveStatement(watch, { place, partition, from, to })
    await runtime.db.withTransaction(logActor(workplaceId), (tx) => tx.commit([move, ...alongside]))
    positions.set(partition, to)
  }

  /** Continues where the cluster has messages again, and notes which were not processed. */
  const skip = async (partition: number, { first, next }: PartitionEnds): Promise<string | null> => {
    const position = positions.get(partition) ?? first
    if (position >= first && position <= next) return null
    const to = position < first ? first : next
    const why =
      position < first
        ? `Expected the messages of partition ${partition} from offset ${position} on, but the cluster has deleted those before ${first}. They were not processed.`
        : `Expected at least ${position} messages in partition ${partition}, but the cluster has lost those from ${next} on. Messages with these offsets may be other ones now.`
    const noted = noteStatement({
      outcome: 'failed',
      ...{ workplaceId, id: runtime.newId(), listenerId, at: runtime.clock(), ms: 0 },
      ...{
        subject: `${settings.topic} ${partition}`,
        bytes: 0,
        idKey: null,
        bodyKey: null,
        content: null,
        sealed: null,
      },
      ...{ fault: why, instanceId: null, processKey: null, replay: null, connectionId: reached.connectionId },
    })
    // The message at the position could be one that is tried again. It does not exist any more.
    await moveTo(partition, to, [noted, failOffsetsStatement(watch, [{ place, partition, offset: position }], why)])
    return why
  }

  const process = async (partition: number, { end, most, until }: TakeOptions): Promise<TakenPartition> => {
    let fault = await skip(partition, end)
    const from = positions.get(partition) ?? end.first
    if (from >= end.next) return { handled: 0, isRetried: false, fault }
    const { messages, next } = await topic.read(partition, from, most)
    let handled = 0
    for (const message of messages) {
      if (performance.now() >= until) break
      const done = await processor.process(message)
      fault ??= done.fault
      if (done.stays) return { handled, isRetried: done.fault !== null, fault }
      handled += 1
    }
    // Behind marks of transactions, which are no messages.
    if (handled === messages.length && next > (positions.get(partition) ?? next)) await moveTo(partition, next)
    return { handled, isRetried: false, fault }
  }

  return {
    /** Takes the next messages of a partition. */
    take: async (partition: number, options: TakeOptions): Promise<TakenPartition> => {
      try {
        return await process(partition, options)
      } catch (error) {
        // Another server has moved the position.
        if (hasFailed(error, moveName)) return { handled: 0, isRetried: false, fault: null }
        if (!(error instanceof OutgoingFailure)) throw error
        return { handled: 0, isRetried: false, fault: describe(error) }
      }
    },
  }
}
