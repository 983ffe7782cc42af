import { murmur2, produceV9 } from '@platformatic/kafka'
import { OutgoingFailure } from '../outgoing-failure.ts'
import { codeOf, codes, describeFault, describeTopicFault } from './describe-fault.ts'
import type { Cluster } from './open-cluster.ts'

/** A message to write into a topic. */
export interface ProducedMessage {
  readonly topic: string
  readonly key: Buffer | null
  /** Null: it has no content. */
  readonly value: Buffer | null
  readonly headers: ReadonlyMap<Buffer, Buffer>
}

interface Sending {
  readonly timeoutMs: number
  readonly change: { isStarted: boolean }
}

/** All replicas that are in sync have a message before the broker confirms it. */
const allInSync = -1

/**
 * Writes a message into the partition of its key, as Kafka's own clients choose it, or into one by chance. Waits until all
 * replicas in sync have it.
 *
 * @throws OutgoingFailure where the cluster refuses it; `mayHaveArrived` where no confirmation arrives.
 */
export async function produce(
  cluster: Cluster,
  { topic, key, value, headers }: ProducedMessage,
  { timeoutMs, change }: Sending,
): Promise<void> {
  const { leaders, count } = await cluster.describe(topic)
  const partition = key === null ? chooseOne([...leaders.keys()]) : partitionOf(key, count)
  const leader = partition === null ? undefined : leaders.get(partition)
  if (partition === null || leader === undefined)
    throw new OutgoingFailure(`Expected a leader for the topic “${topic}” at ${cluster.host}, but there is none now.`)
  const wire = await cluster.wireTo(leader)
  // The library has no type for a message without content, which it writes.
  const record = { topic, partition, ...(key !== null && { key }), value: value as Buffer, headers: new Map(headers) }
  try {
    change.isStarted = true
    await wire.ask(produceV9.api, allInSync, timeoutMs, [record])
  } catch (error) {
    throw describeRefusal(error, cluster.host, topic)
  }
}

/** The partitioner of Kafka's Java client, so that messages with one key of several clients are in one partition. */
export function partitionOf(key: Buffer, count: number): number {
  return (murmur2(key) & 0x7fffffff) % count
}

function chooseOne(partitions: readonly number[]): number | null {
  return partitions[Math.floor(Math.random() * partitions.length)] ?? null
}

/**
 * Errors after which some replicas may have the message. A broker writes it before it waits for the others. If it stops
 * being the leader meanwhile, or loses the partition or its disk, it answers with the errors 3, 5, 6 and 56.
 */
const unclear: ReadonlySet<number> = new Set([-1, codes.unknownTopic, 5, codes.notLeader, codes.timedOut, 20, 56])
/** Errors after which the same message is refused again: too large, of a wrong format, or without a key that is needed. */
const final: ReadonlyMap<number, string> = new Map([
  [10, 'it is larger than the broker accepts'],
  [18, 'it is larger than the broker accepts'],
  [87, 'the broker does not accept it, for example because the topic needs a key'],
])

function describeRefusal(error: unknown, host: string, topic: string): unknown {
  const code = codeOf(error)
  if (code === null) {
    const { message } = describeFault(error, host, topic) as Error
    return new OutgoingFailure(message, { mayHaveArrived: true })
  }
  const why = final.get(code)
  if (why !== undefined)
    return new OutgoingFailure(`Expected a message for the topic “${topic}” that ${host} accepts, but ${why}.`, {
      isFinal: true,
    })
  if (unclear.has(code))
    return new OutgoingFailure(
      `Expected ${host} to store the message in all replicas of the topic “${topic}”, but it could not.`,
      { mayHaveArrived: true },
    )
  return describeTopicFault(code, host, topic)
}
