import type { Seal } from '../../platform/auth/seal.ts'
import type { Brokers, QueueNames } from '../../platform/outgoing/brokers.ts'
import { createHide, type Hide } from '../../platform/outgoing/hide-secrets.ts'
import type { OpenQueue } from '../../platform/outgoing/open-queue.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { listSecrets, openSecrets, type Reached } from './rest/reached.ts'
import type { Within } from './within.ts'

/** A queue that is lent, with the time that is left in milliseconds. */
export interface LentQueue {
  readonly queue: OpenQueue
  readonly ms: number
  /** Replaces the secrets of the connection in a text. */
  readonly hide: Hide
  /** Encrypts a text with the secret of the installation. */
  readonly close: (text: string) => Buffer
}

/** Lends a queue of a broker, without a line in the log of calls. */
export type LendQueue = <T>(reached: Reached, queues: QueueNames, work: (lent: LentQueue) => Promise<T>) => Promise<T>

interface Means {
  readonly brokers: Brokers
  readonly seal: Seal
  readonly within: Within
}

export function createLendQueue({ brokers, seal, within }: Means): LendQueue {
  return async (reached, queues, work) => {
    const { connection } = reached
    if (connection.kind !== 'amqp')
      throw new OutgoingFailure('Expected an AMQP connection, but it is another one.', { isFinal: true })
    const opened = openSecrets(seal, reached)
    const hide = createHide(listSecrets(connection, opened))
    return within(reached, hide, (timeoutMs) =>
      brokers.open({ ...connection, secret: opened.secret, timeoutMs }, queues, (queue) =>
        work({ queue, ms: timeoutMs, hide, close: seal.close }),
      ),
    )
  }
}
