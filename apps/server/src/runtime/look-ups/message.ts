import type { AdapterSettings, AmqpAdapter, KafkaAdapter } from '@millrace/contract'
import type { SentMessage } from '../../platform/outgoing/open-queue.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { bodyWriterOf } from './bodies/body.ts'
import { fillPlaces, listPlacesIn, type Parameters } from './parameters.ts'

/** An adapter that sends a message to a broker. */
export type MessageAdapter = AmqpAdapter | KafkaAdapter

export function isMessage(settings: AdapterSettings): settings is MessageAdapter {
  return settings.kind === 'amqp' || settings.kind === 'kafka'
}

/** The exchange and the routing key of a message, or the topic and the key. */
function placeOf(adapter: MessageAdapter): { readonly exchange: string; readonly routingKey: string } {
  return adapter.kind === 'amqp' ? adapter : { exchange: adapter.topic, routingKey: adapter.key }
}

/** A message of an adapter, with all its values. */
interface FilledMessage extends SentMessage {
  readonly headers: Readonly<Record<string, string>>
  /** The body for users and logs, in which a file is shown by its size; null: there is no body. */
  readonly shownBody: string | null
}

/** Lists the parameters in the routing key or key, headers and body of a message, each once. */
export function listMessagePlaces(adapter: MessageAdapter): readonly string[] {
  const texts = [placeOf(adapter).routingKey, ...adapter.headers.map(({ value }) => value)]
  return [...new Set([...listPlacesIn(texts), ...bodyWriterOf(adapter).places(adapter)])]
}

/**
 * Lists the parameters that a message of an adapter needs: the parameters in its routing key (AMQP) or key (Kafka), and
 * the file of its body.
 */
export function listRequiredPlaces(adapter: MessageAdapter): readonly string[] {
  return [...new Set([...listPlacesIn([placeOf(adapter).routingKey]), ...bodyWriterOf(adapter).filePlaces(adapter)])]
}

function isType({ name }: { readonly name: string }): boolean {
  return name.toLowerCase() === 'content-type'
}

/** Bytes of a short text, such as a routing key (AMQP 0-9-1, section 4.2.5.3). */
const maxRoutingKey = 255

/**
 * Returns the message of an adapter.
 *
 * @param given.id the id of the message, the same for each attempt.
 * @throws OutgoingFailure for a value that is not possible at its position.
 */
export function fillMessage(
  adapter: MessageAdapter,
  { parameters, id }: { readonly parameters: Parameters; readonly id: string },
): FilledMessage {
  const empty = listRequiredPlaces(adapter).find((name) => (parameters[name] ?? '') === '')
  if (empty !== undefined)
    throw new OutgoingFailure(`Expected a value for the parameter “${empty}”, but it is empty.`, { isFinal: true })
  const place = placeOf(adapter)
  const routingKey = fillPlaces(place.routingKey, parameters)
  if (adapter.kind === 'amqp' && Buffer.byteLength(routingKey) > maxRoutingKey)
    throw new OutgoingFailure(`Expected a routing key of at most ${maxRoutingKey} bytes, but it is longer.`, {
      isFinal: true,
    })
  const body = bodyWriterOf(adapter).fill(adapter, parameters)
  // The media type is a property of a message, and no header.
  const type = adapter.headers.find(isType)
  const own = adapter.headers.filter((one) => !isType(one))
  if (type !== undefined && Buffer.byteLength(fillPlaces(type.value, parameters)) > maxRoutingKey)
    throw new OutgoingFailure(`Expected a media type of at most ${maxRoutingKey} bytes, but it is longer.`, {
      isFinal: true,
    })
  return {
    exchange: place.exchange,
    routingKey,
    id,
    headers: Object.fromEntries(own.map(({ name, value }) => [name, fillPlaces(value, parameters)])),
    type: type === undefined ? (body?.type ?? null) : fillPlaces(type.value, parameters),
    body: Buffer.from(body?.content ?? ''),
    shownBody: body?.shown ?? null,
  }
}
