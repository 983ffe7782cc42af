import { z } from 'zod'
import { entries, shared, types } from './external-adapter-parts.ts'
import { externalLimits, fileTrusts, host, hostKey, line, seconds } from './external-parts.ts'
import { restBody } from './external-rest-body.ts'

/** Whether a connection to a broker is encrypted. `off`: the password and all messages are readable on the way. */
export const amqpTlsModes = ['on', 'off'] as const
/** The default ports of AMQP, with and without TLS. */
export const amqpPorts = { on: 5671, off: 5672 } as const satisfies Record<(typeof amqpTlsModes)[number], number>

/** A message broker with AMQP 0-9-1, such as RabbitMQ. The secret is the password. */
export const amqpConnection = z.object({
  kind: z.literal('amqp'),
  host,
  port: z.number().int().min(1).max(65_535).default(amqpPorts.on),
  tls: z.enum(amqpTlsModes).default('on'),
  trust: z.enum(fileTrusts).default('authority'),
  /** The digest of a pinned certificate. */
  hostKey,
  virtualHost: line(255).min(1).default('/'),
  username: line(255).min(1),
  seconds,
})

/** Names of exchanges and queues, and routing keys, have at most 255 bytes (AMQP 0-9-1, section 4.2.5.3). */
export const amqpName = line(255).refine(
  (name) => new TextEncoder().encode(name).length <= 255,
  'Expected a name of at most 255 bytes.',
)

/** The kinds of bodies that a message can have. */
export const messageBodyKinds = ['json', 'form', 'xml', 'file'] as const

/** A message that processes send, with `{parameter}` where values go. */
export const amqpAdapter = z.object({
  kind: z.literal('amqp'),
  /** Empty: the default exchange, where the routing key is the name of a queue. */
  exchange: amqpName.default(''),
  routingKey: line(externalLimits.address).default(''),
  headers: entries(line(100)),
  ...restBody,
  bodyKind: z.enum(messageBodyKinds).default('json'),
  types,
  /** Receivers recognise a repeated message by its id, so a process may send it again. */
  isRepeatable: z.boolean().default(false),
  ...shared,
})

export type AmqpConnection = z.output<typeof amqpConnection>
export type AmqpAdapter = z.output<typeof amqpAdapter>
