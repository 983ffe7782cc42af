import type { Channel, ConfirmChannel } from 'amqplib'
import { OutgoingFailure } from '../outgoing-failure.ts'
import type { BrokerConnection } from './open-connection.ts'

/** Opens a channel on which the broker confirms messages. @throws OutgoingFailure where the broker refuses. */
export async function openChannel({ model, broken }: BrokerConnection, host: string): Promise<ConfirmChannel> {
  const channel = await Promise.race([model.createConfirmChannel(), broken]).catch((error: unknown) => {
    throw error instanceof OutgoingFailure
      ? error
      : new OutgoingFailure(`Expected ${host} to open a channel, but it refuses.`)
  })
  // Each error of a channel also rejects the call that waits.
  ;(channel as Channel).on('error', () => {})
  return channel
}
