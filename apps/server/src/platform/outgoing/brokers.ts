import type { AllowedAddresses } from './addresses.ts'
import type { Trust } from './certificate-pin.ts'
import { createGuard } from './guard.ts'
import type { OpenQueue, SentMessage } from './open-queue.ts'
import type { Topics } from './topics.ts'

/** A message broker, and the sign-in there. */
export interface BrokerPlace extends Trust {
  readonly host: string
  readonly port: number
  /** `off`: plain text, with the password. */
  readonly tls: 'on' | 'off'
  readonly virtualHost: string
  readonly username: string
  readonly secret: string
  /** The time limit of the whole call, in milliseconds. */
  readonly timeoutMs: number
}

/** The only access to message brokers. The library of the protocol is loaded at the first call. */
export interface Brokers {
  /** Those that speak the protocol of Kafka. The other functions are for AMQP. */
  readonly topics: Topics
  /**
   * Checks whether the broker lets the user in.
   *
   * @returns the digest of its pinned certificate; null when there is nothing to pin.
   * @throws OutgoingFailure where it does not.
   */
  check(place: BrokerPlace): Promise<string | null>
  /**
   * Sends a message, and waits until the broker has confirmed it.
   *
   * @throws OutgoingFailure where no queue gets it, the broker refuses it, or no confirmation arrives.
   */
  send(place: BrokerPlace, message: SentMessage): Promise<void>
  /**
   * Lends a queue. Messages that were taken and neither accepted nor rejected are in the queue again afterwards.
   *
   * @param queues the queue, and others that have to exist.
   * @throws OutgoingFailure where a queue does not exist, or the broker does not answer in time.
   */
  open<T>(place: BrokerPlace, queues: QueueNames, work: (queue: OpenQueue) => Promise<T>): Promise<T>
}

/** The names of the queues that a function works with. */
export interface QueueNames {
  readonly name: string
  readonly others: readonly string[]
}

/** Creates the access to message brokers by AMQP and to Kafka clusters, at the addresses that are also allowed for HTTP calls. */
export function createBrokers({ allowed }: { readonly allowed: AllowedAddresses }): Brokers {
  const guard = createGuard(allowed)
  const load = async () => (await import('./amqp/amqp-brokers.ts')).createAmqpBrokers(guard)
  const loadTopics = async () => (await import('./kafka/kafka-topics.ts')).createKafkaTopics(guard)
  return {
    topics: {
      check: async (place) => (await loadTopics()).check(place),
      send: async (place, message) => (await loadTopics()).send(place, message),
      open: async (place, name, work) => (await loadTopics()).open(place, name, work),
    },
    check: async (place) => (await load()).check(place),
    send: async (place, message) => (await load()).send(place, message),
    open: async (place, queues, work) => (await load()).open(place, queues, work),
  }
}
