import type { TakenMessage } from '../../../platform/outgoing/open-queue.ts'
import { digest } from '../../../runtime/listeners/verify-webhook.ts'
import { digestOf } from '../messages/key-digest.ts'
import type { MessageKeys } from '../messages/message-source.ts'
import type { QueueWatch } from './queue-watch.ts'

/** Returns the keys of a message in its queue. */
export function keysOf({ reached, standIn, settings }: QueueWatch, message: TakenMessage): MessageKeys {
  const { connection } = reached
  const broker = connection.kind === 'amqp' ? [connection.host, connection.virtualHost] : []
  const place = [standIn, ...broker, settings.queue]
  const { id, correlationId, exchange, routingKey, type, sentAt, headers, body, size } = message
  if (id !== '') return { idKey: digestOf(['id', ...place, id]), bodyKey: null }
  const content = body === null ? String(size) : digest(body).toString('hex')
  const about = [correlationId, exchange, routingKey, type, sentAt?.toISOString() ?? null, headers]
  return { idKey: null, bodyKey: digestOf(['content', ...place, ...about, content]) }
}
