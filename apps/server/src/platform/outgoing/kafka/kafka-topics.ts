import { requirePin, type SeenKey } from '../certificate-pin.ts'
import type { Guard } from '../guard.ts'
import type { KafkaPlace, Topics } from '../topics.ts'
import { withinTime } from '../within-time.ts'
import { headerNames, headersOf } from './message-headers.ts'
import { type Cluster, openCluster } from './open-cluster.ts'
import { openKafkaTopic } from './open-kafka-topic.ts'
import { produce } from './produce.ts'

/** The maximum number of brokers that a test of a connection tries. */
const maxTested = 20

/** Creates the access to Kafka clusters. Each call has connections of its own. */
export function createKafkaTopics(guard: Guard): Topics {
  const within = async <T>(
    place: KafkaPlace,
    change: { isStarted: boolean },
    work: (cluster: Cluster, seen: SeenKey) => Promise<T>,
  ): Promise<T> => {
    const { servers, timeoutMs } = place
    const seen: SeenKey = { hostKey: '' }
    return withinTime({ host: servers, what: `Kafka at ${servers}`, timeoutMs, change }, async (signal) => {
      const cluster = await openCluster(guard, place, { seen, signal })
      try {
        return await work(cluster, seen)
      } finally {
        cluster.close()
      }
    })
  }
  return {
    check: (place) =>
      within(place, { isStarted: false }, async (cluster, seen) => {
        for (const broker of cluster.brokers.slice(0, maxTested)) await cluster.wireTo(broker)
        return place.trust === 'pinned' && seen.hostKey !== '' ? seen.hostKey : null
      }),
    send: async (place, { exchange: topic, routingKey, id, headers, type, body }) => {
      requirePin(place.servers, place)
      const change = { isStarted: false }
      const named = {
        ...headers,
        ...(id !== '' && { [headerNames.id]: id }),
        ...(type !== null && { [headerNames.type]: type }),
      }
      await within(place, change, (cluster) =>
        produce(
          cluster,
          {
            topic,
            key: routingKey === '' ? null : Buffer.from(routingKey),
            value: type === null && body.length === 0 ? null : Buffer.from(body),
            headers: headersOf(Object.entries(named).map(([name, value]) => [name, Buffer.from(String(value))])),
          },
          { timeoutMs: place.timeoutMs, change },
        ),
      )
    },
    open: async (place, name, work) => {
      requirePin(place.servers, place)
      return within(place, { isStarted: false }, async (cluster) =>
        work(await openKafkaTopic(cluster, name, place.timeoutMs)),
      )
    },
  }
}
