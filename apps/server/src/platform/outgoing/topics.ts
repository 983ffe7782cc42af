import type { Trust } from './certificate-pin.ts'
import type { SentMessage, TakenMessage } from './open-queue.ts'
import type { OutgoingFailure } from './outgoing-failure.ts'

/** A Kafka cluster, and the sign-in there. */
export interface KafkaPlace extends Trust {
  /** Host and port of some brokers, with commas between them. */
  readonly servers: string
  /** `off`: plain text, with the password. */
  readonly tls: 'on' | 'off'
  readonly signIn: 'none' | 'plain' | 'scram-sha-256' | 'scram-sha-512'
  readonly username: string
  readonly secret: string
  /** The time limit of the whole call, in milliseconds. */
  readonly timeoutMs: number
}

/** A message of a partition. Its topic is the exchange, and its key the routing key. */
export interface TopicMessage extends TakenMessage {
  readonly partition: number
  readonly offset: bigint
  /** The parts as they are, for a copy. */
  readonly raw: {
    readonly key: Buffer | null
    readonly value: Buffer | null
    readonly headers: readonly (readonly [name: string, value: Buffer | null])[]
  }
}

/** The offsets of a partition. */
export interface PartitionEnds {
  /** The first message that the broker still has. */
  readonly first: bigint
  /** The offset of the next message whose transaction is complete. */
  readonly next: bigint
}

/** Messages that were read from a partition. */
export interface ReadMessages {
  readonly messages: readonly TopicMessage[]
  /** Where to read next: after these messages, and after marks of transactions and removed messages behind them. */
  readonly next: bigint
}

/** A topic of a cluster, as long as its connections are open. */
export interface OpenTopic {
  /** The id of the topic, which changes when the topic is deleted and created again. */
  readonly id: string
  readonly clusterId: string
  readonly partitions: readonly number[]
  /** Returns the offsets of each of some partitions, or why its leader has no answer. */
  ends(partitions: readonly number[]): Promise<ReadonlyMap<number, PartitionEnds | OutgoingFailure>>
  /** Reads the next messages of a partition, without waiting for new ones. Messages of aborted transactions are left out. */
  read(partition: number, offset: bigint, most: number): Promise<ReadMessages>
  /**
   * Writes a copy of a message into another topic, with the reason.
   *
   * @returns why the copy is not confirmed; `mayHaveArrived` where the topic may have it. Null: it is confirmed.
   */
  copyTo(topic: string, message: TopicMessage, reason: string): Promise<OutgoingFailure | null>
}

/** The only access to Kafka clusters. The library of the protocol is loaded at the first call. */
export interface Topics {
  /**
   * Checks whether each broker of the cluster lets the user in.
   *
   * @returns the digest of their pinned certificate; null when there is nothing to pin.
   * @throws OutgoingFailure where one does not.
   */
  check(place: KafkaPlace): Promise<string | null>
  /**
   * Sends a message to the topic that is its exchange, and waits until all replicas in sync have it.
   *
   * @throws OutgoingFailure where the topic does not exist, the cluster refuses the message, or no confirmation arrives.
   */
  send(place: KafkaPlace, message: SentMessage): Promise<void>
  /** Lends a topic. @throws OutgoingFailure where it does not exist, or the cluster does not answer in time. */
  open<T>(place: KafkaPlace, name: string, work: (topic: OpenTopic) => Promise<T>): Promise<T>
}
