import type { ConfirmChannel, Options } from 'amqplib'
import type { SentMessage } from '../open-queue.ts'
import { OutgoingFailure } from '../outgoing-failure.ts'
import type { BrokerConnection } from './open-connection.ts'

interface Publishing {
  readonly host: string
  readonly message: SentMessage
  /** Properties that the message already had, such as its time of sending. */
  readonly properties?: Options.Publish
  readonly change: { isStarted: boolean }
}

/**
 * Publishes a persistent message, and waits for the confirmation of the broker.
 *
 * @throws OutgoingFailure where its headers cannot be encoded, no queue gets it or the broker refuses it; `mayHaveArrived`
 *   where the connection ends before the confirmation, or not each queue stores it.
 */
export async function publish(
  channel: ConfirmChannel,
  { broken }: BrokerConnection,
  { host, message, properties, change }: Publishing,
): Promise<void> {
  const { exchange, routingKey, id, headers, type, body } = message
  const options: Options.Publish = {
    timestamp: Math.floor(Date.now() / 1000),
    ...properties,
    persistent: true,
    // Without a queue for it, the broker returns the message instead of dropping it.
    mandatory: true,
    headers: { ...headers },
    ...(id !== '' && { messageId: id }),
    ...(type !== null && { contentType: type }),
  }
  let isReturned = false
  const onReturn = () => {
    isReturned = true
  }
  channel.once('return', onReturn)
  try {
    change.isStarted = true
    await Promise.race([confirmed(channel, { exchange, routingKey, body, options }), broken])
  } catch (error) {
    throw describeFault(error, host, message)
  } finally {
    channel.off('return', onReturn)
  }
  if (!isReturned) return
  throw new OutgoingFailure(
    `Expected a queue of ${host} for the message, but no queue gets messages of ${nameOf(exchange)} with the routing key “${routingKey}”. Check both names and the bindings.`,
    { isFinal: true },
  )
}

interface Parts {
  readonly exchange: string
  readonly routingKey: string
  readonly body: Uint8Array
  readonly options: Options.Publish
}

function confirmed(channel: ConfirmChannel, { exchange, routingKey, body, options }: Parts): Promise<void> {
  return new Promise((resolve, reject) => {
    // The error of the channel says why it was closed; its confirmation only that it was.
    const onError = (error: unknown) => reject(error)
    channel.once('error', onError)
    try {
      channel.publish(exchange, routingKey, Buffer.from(body), options, (error: unknown) => {
        channel.off('error', onError)
        if (error == null) resolve()
        else setImmediate(() => reject(error))
      })
    } catch (error) {
      channel.off('error', onError)
      reject(isNotEncoded(error) ? notEncoded() : error)
    }
  })
}

/** Whether the library could not encode a message. It throws before it writes anything. */
function isNotEncoded(error: unknown): boolean {
  return error instanceof RangeError || error instanceof TypeError
}

function notEncoded(): OutgoingFailure {
  return new OutgoingFailure(
    'Expected headers of at most 64 KB together, with names of at most 255 bytes, but AMQP cannot send these.',
    { isFinal: true },
  )
}

function describeFault(error: unknown, host: string, { exchange }: SentMessage): OutgoingFailure {
  if (error instanceof OutgoingFailure && error.isFinal) return error
  if (error instanceof OutgoingFailure) return new OutgoingFailure(error.message, { mayHaveArrived: true })
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === 404)
    return new OutgoingFailure(
      `Expected ${nameOf(exchange)} at ${host}, but it does not exist. Create it, or check its name.`,
      { isFinal: true },
    )
  if (code === 403)
    return new OutgoingFailure(
      `Expected the permission to send to ${nameOf(exchange)} at ${host}, but the broker refuses. Check the permissions of the user.`,
      { isFinal: true },
    )
  if (typeof code === 'number')
    return new OutgoingFailure(`Expected ${host} to accept the message, but it refuses it (code ${code}).`, {
      isFinal: true,
    })
  if (message === 'message nacked')
    // Of several queues, one is enough for a refusal, and the others have the message.
    return new OutgoingFailure(`Expected ${host} to store the message in each of its queues, but it could not.`, {
      mayHaveArrived: true,
    })
  return new OutgoingFailure(`Expected ${host} to confirm the message, but the connection has ended.`, {
    mayHaveArrived: true,
  })
}

function nameOf(exchange: string): string {
  return exchange === '' ? 'the default exchange' : `the exchange “${exchange}”`
}
