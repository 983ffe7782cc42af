import { z } from 'zod'
import { amqpName } from './external-amqp.ts'
import { topicName } from './external-kafka.ts'
import { externalLimits, line } from './external-parts.ts'
import { headerName } from './external-rest-connection.ts'
import { filePath, parameterTypes } from './external-settings.ts'
import { listenerLimits } from './outside-limits.ts'

export const listenerKinds = ['webhook', 'folder', 'mail', 'queue', 'topic'] as const
export type ListenerKind = (typeof listenerKinds)[number]
/**
 * How a sender proves its identity. `none`: by the secret address alone. `standard`: Standard Webhooks. `github`: the
 * header X-Hub-Signature-256. `hmac`: HMAC-SHA256 in a header that the settings name.
 */
export const webhookSignatures = ['none', 'standard', 'github', 'hmac'] as const
export type WebhookSignature = (typeof webhookSignatures)[number]
/**
 * The rules by which a file is complete. `unchanged`: its size and time are the same in two checks. `done-file`: a
 * second file exists.
 */
export const folderRules = ['unchanged', 'done-file'] as const

/**
 * Where a topic is read from first. `new`: messages from then on. `all`: also those that the topic has already.
 */
export const topicStarts = ['new', 'all'] as const

/** What happens to a mail that was processed: it is moved to another folder, or marked as read. */
export const mailEnds = ['move', 'mark'] as const

/**
 * The part of a delivery from which a value comes. `content` is the whole body, file, mail or message. `name`, `path` and
 * `modified` are only for files, those from `subject` on for mails, those from `routingKey` on for messages of a queue or
 * a topic.
 * `attachment` is the one with a number or a name, `attachments` the list of all names, types and sizes.
 */
export const valueSources = [
  'body',
  'header',
  'query',
  'content',
  'name',
  'path',
  'size',
  'modified',
  'subject',
  'from',
  'fromName',
  'to',
  'cc',
  'date',
  'text',
  'html',
  'attachment',
  'attachments',
  'routingKey',
  'exchange',
  'messageId',
  'correlationId',
  'key',
  'topic',
  'partition',
  'offset',
] as const
export type ValueSource = (typeof valueSources)[number]
export const sourcesOf = {
  webhook: ['body', 'header', 'query', 'content'],
  folder: ['content', 'name', 'path', 'size', 'modified'],
  mail: [
    ...(['subject', 'from', 'fromName', 'to', 'cc', 'date', 'text', 'html'] as const),
    ...(['attachment', 'attachments', 'header', 'content', 'size'] as const),
  ],
  queue: ['body', 'header', 'content', 'size', 'routingKey', 'exchange', 'messageId', 'correlationId', 'date'],
  topic: [
    ...(['body', 'header', 'content', 'size', 'key', 'topic', 'partition', 'offset'] as const),
    ...(['messageId', 'correlationId', 'date'] as const),
  ],
} as const satisfies Record<ListenerKind, readonly ValueSource[]>

/**
 * Names in the body with dots between them, the name of a header or of a query parameter, or the number or the name of an
 * attachment, with `*` for any characters.
 */
const place = {
  source: z.enum(valueSources),
  path: line(200).default(''),
}
const variableName = z
  .string()
  .trim()
  .max(200)
  .regex(/^[\p{L}_][\p{L}\p{N}_.-]*$/u, 'Expected the name of a variable, such as orderNumber.')

const mappedValue = z.object({ variable: variableName, ...place, type: z.enum(parameterTypes).default('text') })

/** The action of a listener: start a process or send a message, with the variables for it. */
export const listenerTarget = z.object({
  action: z.enum(['start', 'message']).default('start'),
  /** Key of the process that is started. */
  process: line(255).default(''),
  /** Name of the message that is sent. */
  message: line(255).default(''),
  /** The source of the business key; null for none. */
  businessKey: z.object(place).nullable().default(null),
  /** Variables of the waiting instance that have to have these values. */
  correlation: z.array(mappedValue).max(listenerLimits.correlation).default([]),
  variables: z.array(mappedValue).max(listenerLimits.variables).default([]),
})

export const webhookListener = z.object({
  kind: z.literal('webhook'),
  signature: z.enum(webhookSignatures).default('none'),
  /** For `hmac`: the header with the signature, in hexadecimal digits or Base64. */
  header: headerName.default(''),
  /**
   * For `hmac`: the header with the time in seconds, which is signed as `TIME.BODY`. Empty: only the body is signed.
   */
  timeHeader: headerName.default(''),
  /** The header with the id of a delivery. Empty: the same content within the window is the same delivery. */
  idHeader: headerName.default(''),
  windowSeconds: z.number().int().min(30).max(listenerLimits.longestWindow).default(listenerLimits.window),
  maxBytes: z.number().int().min(1_000).max(listenerLimits.maxBytes).default(listenerLimits.bytes),
  target: listenerTarget,
})

export const folderListener = z.object({
  kind: z.literal('folder'),
  /** Below the folder of the connection; empty: that folder. */
  folder: filePath.default(''),
  /** Names of files, with `*` for any characters; empty: all. */
  pattern: line(255).default(''),
  rule: z.enum(folderRules).default('unchanged'),
  /** For `done-file`: the ending of the second file. `orders.csv` is complete when `orders.csv.done` exists. */
  doneSuffix: line(20)
    .regex(/^\.[A-Za-z0-9._-]+$/, 'Expected an ending such as .done.')
    .default('.done'),
  everySeconds: z.number().int().min(listenerLimits.shortestLook).max(listenerLimits.longestLook).default(60),
  /** The folder for processed files, below the folder of the connection; then the folder for failed files. */
  doneFolder: filePath.refine((path) => path !== '', 'Expected a folder, such as done.').default('done'),
  failedFolder: filePath.refine((path) => path !== '', 'Expected a folder, such as failed.').default('failed'),
  target: listenerTarget,
})

/** The name of a folder of a mailbox, with the separators of its server. */
const mailFolder = line(255).min(1, 'Expected the name of a folder, such as INBOX.')

export const mailListener = z.object({
  kind: z.literal('mail'),
  folder: mailFolder.default('INBOX'),
  /** A part of the sender; empty: mails of all senders. */
  from: line(255).default(''),
  /** A part of the subject; empty: all mails. */
  subject: line(255).default(''),
  everySeconds: z.number().int().min(listenerLimits.shortestLook).max(listenerLimits.longestLook).default(60),
  /** The action after processing. With `mark`, only unread mails are processed. */
  end: z.enum(mailEnds).default('move'),
  /** For `move`: where mails go afterwards. */
  doneFolder: mailFolder.default('Processed'),
  failedFolder: mailFolder.default('Failed'),
  target: listenerTarget,
})

export const queueListener = z.object({
  kind: z.literal('queue'),
  queue: amqpName.refine((name) => name !== '', 'Expected the name of a queue, such as orders.'),
  everySeconds: z.number().int().min(listenerLimits.shortestLook).max(listenerLimits.longestLook).default(5),
  /** The queue for messages that cannot be processed. Empty: they are rejected, and the broker dead-letters or deletes them. */
  failedQueue: amqpName.default(''),
  target: listenerTarget,
})

export const topicListener = z.object({
  kind: z.literal('topic'),
  topic: topicName.refine((name) => name !== '', 'Expected the name of a topic, such as orders.'),
  start: z.enum(topicStarts).default('new'),
  /** Number of readers that divide the partitions among them. One server at a time works for a reader. */
  shares: z.number().int().min(1).max(listenerLimits.shares).default(1),
  everySeconds: z.number().int().min(listenerLimits.shortestLook).max(listenerLimits.longestLook).default(5),
  /** The topic for messages that cannot be processed. Empty: they stay in the log of deliveries. */
  failedTopic: topicName.default(''),
  target: listenerTarget,
})

/** The settings of a listener, by kind. */
export const listenerSettings = z.discriminatedUnion('kind', [
  webhookListener,
  folderListener,
  mailListener,
  queueListener,
  topicListener,
])

export type ListenerSettings = z.output<typeof listenerSettings>
export type WebhookListener = z.output<typeof webhookListener>
export type FolderListener = z.output<typeof folderListener>
export type MailListener = z.output<typeof mailListener>
export type QueueListener = z.output<typeof queueListener>
export type TopicListener = z.output<typeof topicListener>
export type ListenerTarget = z.output<typeof listenerTarget>
export type MappedValue = z.output<typeof mappedValue>

export const maxListenerSecret = externalLimits.secret
