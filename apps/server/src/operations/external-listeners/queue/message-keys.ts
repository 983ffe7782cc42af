import type { TakenMessage } from '../../../platform/outgoing/open-queue.ts'
import { digest } from '../../../runtime/listeners/verify-webhook.ts'
import type { QueueWatch } from './queue-watch.ts'

/** The keys by which a message is recognised. One of them is null. */
export interface MessageKeys {
  /** Of the id that the sender gave it. */
  readonly idKey: Buffer | null
  /**
   * Of its content, when it has no id. It only counts until the broker has confirmed that the message was accepted: equal
   * messages without ids are different messages.
   */
  readonly bodyKey: Buffer | null
}

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

function digestOf(parts: readonly unknown[]): Buffer {
  return digest(Buffer.from(JSON.stringify(parts)))
}
