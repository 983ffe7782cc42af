import type { TopicMessage } from '../topics.ts'
import type { KafkaRecord } from './read-batches.ts'

/** The headers of the id, the id of the related message, and the media type of a message. */
export const headerNames = { id: 'message-id', correlationId: 'correlation-id', type: 'content-type' } as const

/** Presents a message of a partition. Of several headers with one name, the last one counts. */
export function presentRecord(
  { offset, timestamp, key, value, headers }: KafkaRecord,
  topic: string,
  partition: number,
  maxBytes: number,
): TopicMessage {
  const texts = Object.fromEntries(headers.map(([name, text]) => [name, text?.toString('utf8') ?? '']))
  const own = (name: string) => (Object.hasOwn(texts, name) ? (texts[name] ?? '') : '')
  const size = value?.length ?? 0
  return {
    id: own(headerNames.id),
    correlationId: own(headerNames.correlationId),
    exchange: topic,
    routingKey: key?.toString('utf8') ?? '',
    type: own(headerNames.type),
    sentAt: timestamp < 0 || Number.isNaN(new Date(timestamp).getTime()) ? null : new Date(timestamp),
    headers: texts,
    body: size > maxBytes ? null : (value ?? Buffer.alloc(0)),
    size,
    isRedelivered: false,
    waiting: 0,
    tag: 0,
    partition,
    offset,
    raw: { key, value, headers },
  }
}

/** Returns headers as the library writes them. */
export function headersOf(headers: readonly (readonly [name: string, value: Buffer | null])[]): Map<Buffer, Buffer> {
  // Each name is a buffer of its own, so names may repeat.
  return new Map(headers.map(([name, value]) => [Buffer.from(name), value as Buffer]))
}
