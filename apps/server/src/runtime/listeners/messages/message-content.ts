import { listenerLimits } from '@millrace/contract'
import type { TakenMessage } from '../../../platform/outgoing/open-queue.ts'
import type { TopicMessage } from '../../../platform/outgoing/topics.ts'

/** A message as it is mapped to variables, and stored for a replay. */
export interface MessageContent
  extends Pick<TakenMessage, 'id' | 'correlationId' | 'exchange' | 'routingKey' | 'type' | 'headers'> {
  /** ISO; null: the sender does not say. */
  readonly sentAt: string | null
  /** Where it is in its topic, which is the exchange, with its key as routing key. Left out: it is of a queue. */
  readonly inTopic?: { readonly partition: number; readonly offset: string }
  readonly body: Buffer
}

/** Returns the content of a message; null when it was too large to be read. */
export function contentOf(message: TakenMessage | TopicMessage): MessageContent | null {
  const { id, correlationId, exchange, routingKey, type, headers, sentAt, body } = message
  if (body === null) return null
  const bytes = Buffer.from(body)
  const inTopic = 'offset' in message ? { partition: message.partition, offset: String(message.offset) } : null
  return {
    ...{ id, correlationId, exchange, routingKey, type, headers, sentAt: sentAt?.toISOString() ?? null, body: bytes },
    ...(inTopic !== null && { inTopic }),
  }
}

/** Writes a message as a text for a replay; null when it is too large for that. */
export function writeMessage(content: MessageContent): string | null {
  if (content.body.length > listenerLimits.kept) return null
  const text = JSON.stringify({ ...content, body: content.body.toString('base64') })
  return text.length > 2 * listenerLimits.kept ? null : text
}

/** Reads a text of `writeMessage`. */
export function readMessage(text: string): MessageContent {
  const { body, ...rest } = JSON.parse(text) as Omit<MessageContent, 'body'> & { readonly body: string }
  return { ...rest, body: Buffer.from(body, 'base64') }
}

/** Describes the beginning of a message for users. */
export function describeMessage({
  id,
  correlationId,
  exchange,
  routingKey,
  type,
  headers,
  sentAt,
  inTopic,
  body,
}: MessageContent): string {
  const place =
    inTopic === undefined
      ? { exchange: exchange === '' ? '(default)' : exchange, 'routing key': routingKey }
      : { topic: exchange, partition: String(inTopic.partition), offset: inTopic.offset, key: routingKey }
  const about = {
    ...place,
    'message-id': id,
    'correlation-id': correlationId,
    'content-type': type,
    timestamp: sentAt ?? '',
  }
  const lines = Object.entries(about).filter(([, value]) => value !== '')
  const own = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const start = [...lines, ...own].map(([name, value]) => `${name}: ${value}`).join('\n')
  // A character has at most 4 bytes.
  return `${start}\n\n${body.subarray(0, listenerLimits.text * 4).toString('utf8')}`
}
