import { metadataV10, type ResponseError } from '@platformatic/kafka'
import type { SeenKey } from '../certificate-pin.ts'
import type { Guard } from '../guard.ts'
import { openBrokerSocket } from '../open-broker-socket.ts'
import { OutgoingFailure } from '../outgoing-failure.ts'
import type { KafkaPlace } from '../topics.ts'
import { describeNetworkError, withinPart } from '../within-time.ts'
import { answerWith, codes, describeFault, describeTopicFault } from './describe-fault.ts'
import { openWire, type Wire } from './open-wire.ts'
import { signIn } from './sign-in.ts'

/** A topic as the cluster describes it. */
export interface TopicFacts {
  /** The id of the topic, which changes when the topic is deleted and created again. */
  readonly id: string
  /** The broker of each partition; a partition without a leader is left out. */
  readonly leaders: ReadonlyMap<number, number>
  /** The number of partitions, including those without a leader. */
  readonly count: number
}

/** The open connections to the brokers of a cluster. */
export interface Cluster {
  readonly id: string
  /** The first address that has answered, for messages. */
  readonly host: string
  /** The numbers of all brokers. */
  readonly brokers: readonly number[]
  /** Returns the connection to a broker. It is opened at the first call, at an address that may be called. */
  wireTo(broker: number): Promise<Wire>
  /** @throws OutgoingFailure where the topic does not exist, or the user may not see it. */
  describe(topic: string): Promise<TopicFacts>
  close(): void
}

/**
 * One of several brokers may take at most the time limit divided by this number, for a connection or for an answer with
 * offsets, so that enough time is left for the other brokers.
 */
export const brokerPart = 4

interface Means {
  readonly seen: SeenKey
  readonly signal: AbortSignal
}

interface Address {
  readonly host: string
  readonly port: number
}

type Metadata = Awaited<ReturnType<typeof metadataV10.api.async>>

/**
 * Opens a cluster by the first of its servers that answers. Only addresses that may be called are called, also those that
 * the cluster names.
 *
 * @throws OutgoingFailure where no server answers, or the sign-in is refused.
 */
export async function openCluster(guard: Guard, place: KafkaPlace, means: Means): Promise<Cluster> {
  const opened: Wire[] = []
  const open = async ({ host, port }: Address, signal: AbortSignal): Promise<Wire> => {
    // At the first test, all brokers have to show the same certificate.
    const hostKey = place.hostKey === '' ? means.seen.hostKey : place.hostKey
    const socket = await openBrokerSocket(guard, { ...place, host, port, hostKey }, { ...means, signal }).catch(
      (error: unknown) => {
        throw describeNetworkError(error, { host, what: `Kafka at ${host}:${port}`, change: { isStarted: false } })
      },
    )
    const wire = openWire(socket, host)
    opened.push(wire)
    await signIn(wire, host, place)
    return wire
  }
  const close = () => {
    for (const wire of opened) wire.destroy()
  }
  try {
    const { wire, host, known } = await openFirst(open, place, means.signal)
    const ask = (topics: string[]) => askMetadata(wire, topics)
    const addresses = new Map(known.brokers.map((broker) => [broker.nodeId, broker]))
    const wires = new Map<number, Promise<Wire>>()
    const wireTo = async (broker: number): Promise<Wire> => {
      const address = addresses.get(broker)
      if (address === undefined) throw new OutgoingFailure(`Expected ${host} to name its brokers, but one is missing.`)
      const known = await wires.get(broker)
      // An answer that is too large ends the connection; other partitions continue on a new one.
      if (known?.isOpen()) return known
      const ms = addresses.size === 1 ? place.timeoutMs : place.timeoutMs / brokerPart
      const opening = withinPart({ host: address.host, ms }, (part) =>
        open(address, AbortSignal.any([means.signal, part])),
      ).catch((error: unknown) => {
        throw describePrivateBroker(error)
      })
      wires.set(broker, opening)
      return opening
    }
    const describe = async (topic: string): Promise<TopicFacts> => {
      const answer = await ask([topic]).catch((error: ResponseError | Error) => {
        // Other partitions can be used while one has no leader.
        const partial = answerWith<Metadata>(error)
        if (partial === null) throw describeFault(error, host, topic)
        return partial
      })
      const found = answer.topics.find(({ name }) => name === topic)
      if (found === undefined) throw describeTopicFault(codes.unknownTopic, host, topic)
      if (found.errorCode !== 0) throw describeTopicFault(found.errorCode, host, topic)
      for (const broker of answer.brokers) addresses.set(broker.nodeId, broker)
      const led = found.partitions.filter(({ leaderId }) => leaderId >= 0)
      return {
        id: found.topicId,
        leaders: new Map(led.map(({ partitionIndex, leaderId }) => [partitionIndex, leaderId])),
        count: found.partitions.length,
      }
    }
    return { id: known.clusterId ?? '', host, brokers: [...addresses.keys()], wireTo, describe, close }
  } catch (error) {
    close()
    throw error
  }
}

/** Names what to do where the cluster, not its connection, has a private address. The address is not told. */
function describePrivateBroker(error: unknown): unknown {
  if (!(error instanceof OutgoingFailure && error.isPrivateAddress)) return error
  return new OutgoingFailure(
    'Expected public addresses of all brokers that the cluster names, but one belongs to a private network. An administrator can permit it with MILLRACE_ALLOW_PRIVATE_ADDRESSES.',
    { isFinal: true },
  )
}

/** Asks for the brokers of the cluster, and for topics. */
function askMetadata(wire: Wire, topics: string[]): Promise<Metadata> {
  return wire.ask(metadataV10.api, topics, false, false, false)
}

/** Tries the servers in their order. One that does not answer leaves time for the others. */
async function openFirst(
  open: (address: Address, signal: AbortSignal) => Promise<Wire>,
  { servers, timeoutMs }: KafkaPlace,
  signal: AbortSignal,
): Promise<{ readonly wire: Wire; readonly host: string; readonly known: Metadata }> {
  let fault: unknown = new OutgoingFailure('Expected the address of a server, but there is none.')
  const addresses = readServers(servers)
  for (const address of addresses) {
    const { host } = address
    try {
      return await withinPart({ host, ms: timeoutMs / (addresses.length + 1) }, async (part) => {
        const wire = await open(address, AbortSignal.any([signal, part]))
        const known = await askMetadata(wire, []).catch((error: unknown) => {
          throw describeFault(error, host, '')
        })
        return { wire, host, known }
      })
    } catch (error) {
      // A refused sign-in is refused by all of them, and could lock the user.
      if (error instanceof OutgoingFailure && error.isFinal && !error.isPrivateAddress) throw error
      fault = error
    }
  }
  throw fault
}

/** Reads the addresses of a connection. An IPv6 address has brackets. */
function readServers(servers: string): readonly Address[] {
  return servers.split(',').flatMap((text) => {
    const one = text.trim()
    const at = one.lastIndexOf(':')
    if (at <= 0) return []
    const host = one.slice(0, at)
    return [{ host: host.startsWith('[') ? host.slice(1, -1) : host, port: Number(one.slice(at + 1)) }]
  })
}
