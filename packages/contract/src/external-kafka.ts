import { z } from 'zod'
import { entries, shared, types } from './external-adapter-parts.ts'
import { messageBodyKinds } from './external-amqp.ts'
import { externalLimits, fileTrusts, hostKey, line, seconds } from './external-parts.ts'
import { restBody } from './external-rest-body.ts'

/** Whether connections to a cluster are encrypted. `off`: the password and all messages are readable on the way. */
export const kafkaTlsModes = ['on', 'off'] as const
/** The kinds of sign-in: none, or the mechanism of SASL. */
export const kafkaSignIns = ['none', 'plain', 'scram-sha-256', 'scram-sha-512'] as const
/** The maximum number of first addresses of a cluster. */
const maxServers = 10

const server = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*\]):[0-9]{1,5}$/

function areServers(servers: string): boolean {
  const all = servers.split(',').map((one) => one.trim())
  return all.length <= maxServers && all.every(isServer)
}

function isServer(text: string): boolean {
  const port = Number(text.slice(text.lastIndexOf(':') + 1))
  return server.test(text) && port >= 1 && port <= 65_535
}

/** A Kafka cluster, reached by some of its brokers. The secret is the password. */
export const kafkaConnection = z.object({
  kind: z.literal('kafka'),
  /** Host and port of some brokers, with commas between them. The cluster names the others. */
  servers: line(1_000).refine(
    areServers,
    `Expected at most ${maxServers} addresses with a port, such as kafka1.example.org:9092, kafka2.example.org:9092.`,
  ),
  tls: z.enum(kafkaTlsModes).default('on'),
  trust: z.enum(fileTrusts).default('authority'),
  /** The digest of a pinned certificate, which all brokers have to show. */
  hostKey,
  signIn: z.enum(kafkaSignIns).default('scram-sha-512'),
  /** Empty for a connection without sign-in. */
  username: line(255).default(''),
  seconds,
})

/** The name of a topic, as Kafka checks it. */
export const topicName = line(249)
  .regex(/^[A-Za-z0-9._-]*$/, 'Expected letters, digits, dots, underscores and hyphens, such as orders.created.')
  .refine((name) => name !== '.' && name !== '..', 'Expected another name than “.” and “..”.')

/** A message to a topic that processes send, with `{parameter}` where values go. */
export const kafkaAdapter = z.object({
  kind: z.literal('kafka'),
  topic: topicName.refine((name) => name !== '', 'Expected the name of a topic, such as orders.'),
  /** Messages with the same key are in one partition, in their order. Empty: a partition by chance. */
  key: line(externalLimits.address).default(''),
  headers: entries(line(100)),
  ...restBody,
  bodyKind: z.enum(messageBodyKinds).default('json'),
  types,
  /** Receivers recognise a repeated message by its id, so a process may send it again. */
  isRepeatable: z.boolean().default(false),
  ...shared,
})

export type KafkaConnection = z.output<typeof kafkaConnection>
export type KafkaAdapter = z.output<typeof kafkaAdapter>
