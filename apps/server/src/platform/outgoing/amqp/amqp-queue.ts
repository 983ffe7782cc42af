import { externalLimits } from '@millrace/contract'
import type { ConfirmChannel, GetMessage, Message, Options } from 'amqplib'
import type { QueueNames } from '../brokers.ts'
import type { OpenQueue, TakenMessage } from '../open-queue.ts'
import { OutgoingFailure } from '../outgoing-failure.ts'
import { limitContent } from './limit-content.ts'
import { openChannel } from './open-channel.ts'
import type { BrokerConnection } from './open-connection.ts'
import { publish } from './publish.ts'
import { readHeaders } from './read-headers.ts'

interface Session {
  readonly host: string
  readonly queues: QueueNames
}

/** Opens a queue on a channel. @throws OutgoingFailure where it, or another one of the queues, does not exist. */
export async function openAmqpQueue(
  channel: ConfirmChannel,
  connection: BrokerConnection,
  { host, queues }: Session,
): Promise<OpenQueue> {
  const { model, broken } = connection
  // A refused copy ends its channel. On that of the queue, all messages after it would have to wait.
  let copies: ConfirmChannel | null = null
  const messages = new Map<number, Message>()
  const sizes = limitContent(channel, externalLimits.content)
  let isClosed = false
  channel.once('close', () => {
    isClosed = true
  })

  const ask = async <T>(queue: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await Promise.race([work(), broken])
    } catch (error) {
      throw describeFault(error, host, queue)
    }
  }
  /** What is sent without an answer fails only when the channel is closed. */
  const settle = (message: TakenMessage, work: (found: Message) => void) => {
    const found = messages.get(message.tag)
    messages.delete(message.tag)
    try {
      if (found !== undefined) work(found)
    } catch (error) {
      throw describeFault(error, host, queues.name)
    }
  }
  const channelOfCopies = async () => {
    if (copies !== null) return copies
    const opened = await openChannel(connection, host)
    opened.once('close', () => {
      copies = null
    })
    copies = opened
    return opened
  }
  for (const queue of [queues.name, ...queues.others]) await ask(queue, () => channel.checkQueue(queue))

  return {
    take: async () => {
      sizes.last = null
      const found = await ask(queues.name, () => channel.get(queues.name, { noAck: false }))
      if (found === false) return null
      messages.set(found.fields.deliveryTag, found)
      return present(found, sizes.last)
    },
    accept: (message) => settle(message, (found) => channel.ack(found)),
    settle: async () => void (await ask(queues.name, () => channel.checkQueue(queues.name))),
    reject: (message) => settle(message, (found) => channel.nack(found, false, false)),
    copyTo: async (queue, message, reason) => {
      const { id, type, body, tag } = message
      if (body === null) throw new Error('Expected a message with a content to copy.')
      const found = messages.get(tag)
      // RabbitMQ would also send the copy to the queues that these headers name.
      const { CC: _cc, BCC: _bcc, ...own }: Record<string, unknown> = found?.properties.headers ?? {}
      const headers = {
        ...own,
        'x-millrace-reason': reason,
        'x-millrace-queue': queues.name,
      }
      try {
        await publish(await channelOfCopies(), connection, {
          host,
          message: { exchange: '', routingKey: queue, id, headers, type: type === '' ? null : type, body },
          properties: found === undefined ? {} : keptOf(found),
          change: { isStarted: false },
        })
        return null
      } catch (error) {
        if (isClosed || !(error instanceof OutgoingFailure)) throw error
        return error.message
      }
    },
    close: () => ask(queues.name, () => model.close()),
  }
}

function present({ fields, properties, content }: GetMessage, tooLarge: number | null): TakenMessage {
  const { messageId, correlationId, contentType, timestamp, headers } = properties
  return {
    id: textOf(messageId),
    correlationId: textOf(correlationId),
    exchange: fields.exchange,
    routingKey: fields.routingKey,
    type: textOf(contentType),
    sentAt: dateOf(timestamp),
    headers: readHeaders(headers ?? {}),
    body: tooLarge === null ? content : null,
    size: tooLarge ?? content.length,
    isRedelivered: fields.redelivered,
    waiting: fields.messageCount,
    tag: fields.deliveryTag,
  }
}

/**
 * Returns the properties of a message that its copy has, too. A user id must be that of the connection, and a copy does
 * not expire.
 */
function keptOf({ properties }: Message): Options.Publish {
  const { correlationId, replyTo, type, contentEncoding, appId, priority, timestamp } = properties
  const texts = Object.entries({ correlationId, replyTo, type, contentEncoding, appId })
  return {
    ...Object.fromEntries(texts.filter(([, text]) => isShortText(text))),
    ...(typeof priority === 'number' && { priority }),
    ...(Number.isSafeInteger(timestamp) && { timestamp }),
  }
}

/** Texts that are no UTF-8 become longer when they are read. */
function isShortText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= 255
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Seconds since 1970 (AMQP 0-9-1, section 4.2.5.4). */
function dateOf(seconds: unknown): Date | null {
  if (typeof seconds !== 'number') return null
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? null : date
}

function describeFault(error: unknown, host: string, queue: string): OutgoingFailure {
  if (error instanceof OutgoingFailure) return error
  const { code } = error as { code?: unknown }
  if (code === 404)
    return new OutgoingFailure(
      `Expected the queue “${queue}” at ${host}, but it does not exist. Create it, or check its name.`,
    )
  if (code === 403)
    return new OutgoingFailure(
      `Expected the permission to read the queue “${queue}” at ${host}, but the broker refuses. Check the permissions of the user.`,
    )
  if (typeof code === 'number')
    return new OutgoingFailure(`Expected ${host} to open the queue “${queue}”, but it refuses (code ${code}).`)
  return new OutgoingFailure(`Expected ${host} to keep the connection, but it has ended.`)
}
