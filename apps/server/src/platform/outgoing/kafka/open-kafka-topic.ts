import { externalLimits } from '@millrace/contract'
import { fetchV12, type Reader } from '@platformatic/kafka'
import { OutgoingFailure } from '../outgoing-failure.ts'
import type { OpenTopic } from '../topics.ts'
import { codes, describeFault, describeTopicFault } from './describe-fault.ts'
import { headersOf, presentRecord } from './message-headers.ts'
import type { Cluster } from './open-cluster.ts'
import { createEnds, noLeader, readCommitted } from './partition-ends.ts'
import { produce } from './produce.ts'
import { type AbortedTransaction, readBatches } from './read-batches.ts'

/** Bytes of a partition that are read at a time. A larger batch is read as a whole. */
const partitionBytes = 1_000_000

/** Opens a topic of a cluster. @throws OutgoingFailure where it does not exist. */
export async function openKafkaTopic(cluster: Cluster, name: string, timeoutMs: number): Promise<OpenTopic> {
  const { host } = cluster
  const { id, leaders, count } = await cluster.describe(name)

  const ends = createEnds(cluster, { name, leaders, timeoutMs })
  const wireOf = async (partition: number) => {
    const leader = leaders.get(partition)
    if (leader === undefined) throw noLeader(name)
    return cluster.wireTo(leader)
  }

  const read: OpenTopic['read'] = async (partition, offset, most) => {
    const wire = await wireOf(partition)
    const asked = {
      partition,
      currentLeaderEpoch: -1,
      fetchOffset: offset,
      lastFetchedEpoch: -1,
      partitionMaxBytes: partitionBytes,
    }
    const { code, aborted, bytes } = await new Promise<Fetched>((resolve, reject) => {
      const write = () =>
        fetchV12.createRequest(
          0,
          0,
          partitionBytes,
          readCommitted,
          0,
          -1,
          [{ topicId: name, partitions: [asked] }],
          [],
          '',
        )
      wire.connection.send(fetchV12.api.key, fetchV12.api.version, write, readFetched, true, true, (error, answer) => {
        if (error === null && answer !== undefined) resolve(answer)
        else reject(describeFault(error, host, name))
      })
    })
    if (code === codes.outOfRange)
      throw new OutgoingFailure(`Expected messages of “${name}” from ${offset} on, but ${host} does not have them.`)
    if (code !== 0) throw describeTopicFault(code, host, name)
    const { records, next } = await readBatches(bytes, { from: offset, aborted, most })
    return { messages: records.map((record) => presentRecord(record, name, partition, externalLimits.content)), next }
  }

  return {
    id: JSON.stringify([cluster.id, id, name]),
    clusterId: cluster.id,
    partitions: Array.from({ length: count }, (_, partition) => partition),
    ends,
    read,
    copyTo: async (topic, message, reason) => {
      const { key, value, headers } = message.raw
      try {
        const about = {
          'x-millrace-reason': reason,
          'x-millrace-topic': name,
          'x-millrace-partition': String(message.partition),
          'x-millrace-offset': String(message.offset),
        }
        const all = headersOf([
          ...headers,
          ...Object.entries(about).map(([head, text]) => [head, Buffer.from(text)] as const),
        ])
        await produce(cluster, { topic, key, value, headers: all }, { timeoutMs, change: { isStarted: false } })
        return null
      } catch (error) {
        if (!(error instanceof OutgoingFailure)) throw error
        return error
      }
    },
  }
}

interface Fetched {
  readonly code: number
  readonly aborted: readonly AbortedTransaction[]
  readonly bytes: Buffer
}

/**
 * Reads the answer to a request of one partition (Fetch, version 12), with the bytes of its messages. The reader of the
 * library would decompress them without a limit.
 */
function readFetched(_id: number, _key: number, _version: number, reader: Reader): Fetched {
  reader.readInt32()
  const code = reader.readInt16()
  reader.readInt32()
  const topics = reader.readArray(
    (ofTopic) => {
      ofTopic.readString()
      return ofTopic.readArray((one) => readPartition(one), true, true)
    },
    true,
    true,
  )
  const found = topics[0]?.[0]
  if (code !== 0 || found === undefined) return { code: code === 0 ? -1 : code, aborted: [], bytes: Buffer.alloc(0) }
  return found
}

function readPartition(reader: Reader): Fetched {
  reader.readInt32()
  const code = reader.readInt16()
  for (let offsets = 0; offsets < 3; offsets++) reader.readInt64()
  const aborted = reader.readArray((one) => ({ producerId: one.readInt64(), firstOffset: one.readInt64() }), true, true)
  reader.readInt32()
  return { code, aborted, bytes: reader.readBytes() }
}
