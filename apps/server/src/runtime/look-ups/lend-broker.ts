import type { Seal } from '../../platform/auth/seal.ts'
import type { Brokers, QueueNames } from '../../platform/outgoing/brokers.ts'
import { createHide, type Hide } from '../../platform/outgoing/hide-secrets.ts'
import type { OpenQueue } from '../../platform/outgoing/open-queue.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { OpenTopic } from '../../platform/outgoing/topics.ts'
import { listSecrets, openSecrets, type Reached } from './rest/reached.ts'
import type { Within } from './within.ts'

/** The data that a function gets together with an open queue or topic. */
export interface Lent {
  /** The time that is left in milliseconds. */
  readonly ms: number
  /** Replaces the secrets of the connection in a text. */
  readonly hide: Hide
  /** Encrypts a text with the secret of the installation. */
  readonly close: (text: string) => Buffer
}

/** An open queue, with the data for a function that works with it. */
export interface LentQueue extends Lent {
  readonly queue: OpenQueue
}

/** An open topic, with the data for a function that works with it. */
export interface LentTopic extends Lent {
  readonly topic: OpenTopic
}

/** Opens queues and topics of brokers for the time of a function. The log of calls has no entry for them. */
export interface LendBroker {
  /** @throws OutgoingFailure where something cannot be done, or takes too long. */
  readonly useQueue: <T>(reached: Reached, queues: QueueNames, work: (lent: LentQueue) => Promise<T>) => Promise<T>
  /** @throws OutgoingFailure as `useQueue` does. */
  readonly useTopic: <T>(reached: Reached, name: string, work: (lent: LentTopic) => Promise<T>) => Promise<T>
}

interface Means {
  readonly brokers: Brokers
  readonly seal: Seal
  readonly within: Within
}

export function createLendBroker({ brokers, seal, within }: Means): LendBroker {
  const lend = <T>(reached: Reached, work: (secret: string, lent: Lent) => Promise<T>): Promise<T> => {
    const opened = openSecrets(seal, reached)
    const hide = createHide(listSecrets(reached.connection, opened))
    return within(reached, hide, (ms) => work(opened.secret, { ms, hide, close: seal.close }))
  }
  return {
    useQueue: async (reached, queues, work) => {
      const { connection } = reached
      if (connection.kind !== 'amqp') throw misfit('an AMQP connection')
      return lend(reached, (secret, lent) =>
        brokers.open({ ...connection, secret, timeoutMs: lent.ms }, queues, (queue) => work({ queue, ...lent })),
      )
    },
    useTopic: async (reached, name, work) => {
      const { connection } = reached
      if (connection.kind !== 'kafka') throw misfit('a Kafka connection')
      return lend(reached, (secret, lent) =>
        brokers.topics.open({ ...connection, secret, timeoutMs: lent.ms }, name, (topic) => work({ topic, ...lent })),
      )
    },
  }
}

function misfit(what: string): OutgoingFailure {
  return new OutgoingFailure(`Expected ${what}, but it is another one.`, { isFinal: true })
}
