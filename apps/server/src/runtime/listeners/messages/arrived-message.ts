import type { Arrived } from '../map-values.ts'
import { findAt, plainType, readBody } from '../read-webhook.ts'
import type { MessageContent } from './message-content.ts'

/**
 * Returns the values of a message for mappings. Names of headers have a case (AMQP 0-9-1, section 4.2.5.5), as in Kafka.
 */
export function arrivedMessage(content: MessageContent): Arrived {
  const { id, correlationId, exchange, routingKey, headers, sentAt, inTopic, body } = content
  const type = plainType(content.type)
  const place = inTopic === undefined ? { routingKey, exchange } : { ...inTopic, key: routingKey, topic: exchange }
  const values = { ...place, messageId: id, correlationId, date: sentAt, size: body.length }
  let read: { readonly value: unknown } | undefined
  return {
    content: () => ({ bytes: body, name: 'message', type: type === '' ? 'application/octet-stream' : type }),
    read: (source, path) => {
      if (source === 'header') return Object.hasOwn(headers, path) ? headers[path] : undefined
      if (source === 'body') {
        read ??= { value: readBody(type, body) }
        return findAt(read.value, path)
      }
      return Object.hasOwn(values, source) ? (values as Readonly<Record<string, unknown>>)[source] : undefined
    },
  }
}
