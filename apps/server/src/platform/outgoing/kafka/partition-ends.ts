import { listOffsetsV6 } from '@platformatic/kafka'
import { OutgoingFailure } from '../outgoing-failure.ts'
import type { OpenTopic, PartitionEnds } from '../topics.ts'
import { withinPart } from '../within-time.ts'
import { answerWith, describeFault, describeTopicFault } from './describe-fault.ts'
import { brokerPart, type Cluster, type TopicFacts } from './open-cluster.ts'
import type { Wire } from './open-wire.ts'

/** The isolation level of the Kafka protocol that only reads messages of committed transactions. */
export const readCommitted = 1
/** Stands for the first and the next offset in a request for offsets. */
const stands = { first: -2n, next: -1n } as const

type Answer = Awaited<ReturnType<typeof listOffsetsV6.api.async>>

interface Topic extends Pick<TopicFacts, 'leaders'> {
  readonly name: string
  readonly timeoutMs: number
}

/** Creates the function that asks the leaders of partitions for their offsets, all leaders at the same time. */
export function createEnds(cluster: Cluster, { name, timeoutMs, leaders }: Topic): OpenTopic['ends'] {
  /** Some partitions can have an answer while others have none, for example because their leader has changed. */
  const offsetsOf = async (wire: Wire, partitions: readonly number[], timestamp: bigint) => {
    const asked = partitions.map((partitionIndex) => ({ partitionIndex, currentLeaderEpoch: -1, timestamp }))
    const answer = await wire
      .ask(listOffsetsV6.api, -1, readCommitted, [{ name, partitions: asked }])
      .catch((error: unknown) => {
        const partial = answerWith<Answer>(error)
        if (partial === null) throw describeFault(error, wire.host, name)
        return partial
      })
    return new Map(answer.topics[0]?.partitions.map((one) => [one.partitionIndex, one]))
  }

  const endsAt = async (leader: number, partitions: readonly number[]) => {
    const wire = await cluster.wireTo(leader)
    const { host } = wire
    const [first, next] = await withinPart({ host, ms: timeoutMs / brokerPart }, () =>
      Promise.all([offsetsOf(wire, partitions, stands.first), offsetsOf(wire, partitions, stands.next)]),
    )
    return partitions.map((partition): readonly [number, PartitionEnds | OutgoingFailure] => {
      const [from, to] = [first.get(partition), next.get(partition)]
      const code = from?.errorCode || to?.errorCode
      if (from !== undefined && to !== undefined && !code) return [partition, { first: from.offset, next: to.offset }]
      return [partition, describeTopicFault(code || -1, host, name)]
    })
  }

  return async (partitions) => {
    const found = new Map<number, PartitionEnds | OutgoingFailure>()
    const asked = Map.groupBy(partitions, (partition) => leaders.get(partition) ?? null)
    const asking = [...asked].map(async ([leader, some]) => {
      try {
        if (leader === null) throw noLeader(name)
        for (const [partition, end] of await endsAt(leader, some)) found.set(partition, end)
      } catch (error) {
        if (!(error instanceof OutgoingFailure)) throw error
        for (const partition of some) found.set(partition, error)
      }
    })
    await Promise.all(asking)
    return found
  }
}

/** The error where the cluster has no leader for a partition, for example during an election. */
export function noLeader(topic: string): OutgoingFailure {
  return new OutgoingFailure(`Expected a leader for each partition of “${topic}”, but one has none now.`)
}
