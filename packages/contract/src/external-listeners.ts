import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { deletedReason } from './disabling.ts'
import { gone, of } from './external-call-parts.ts'
import { listenerHealth } from './external-listener-records.ts'
import { listenerSettings, maxListenerSecret } from './external-listener-settings.ts'
import { about, kept, named, revision } from './external-records.ts'
import { listCalls } from './list/list-calls.ts'
import { externalDeliveryList, externalDeliveryRow } from './lists/external-deliveries.ts'
import { listenerLimits } from './outside-limits.ts'
import { instant, idParams as params, person } from './values.ts'

export {
  folderRules,
  listenerKinds,
  listenerSettings,
  mailEnds,
  sourcesOf,
  topicStarts,
  webhookSignatures,
} from './external-listener-settings.ts'

const touches = ['externalListeners', 'externalSystems', 'externalDeliveries'] as const

const listener = z.object({
  ...kept,
  system: named,
  api: named,
  connection: named,
  settings: listenerSettings,
  ...listenerHealth,
  /** Whether a webhook has an address. */
  hasAddress: z.boolean(),
  /** The address, behind that of the server; null where it is secret or does not exist yet. */
  address: z.string().nullable(),
  /** Whether a secret for signatures is stored. It is in no answer. */
  hasSecret: z.boolean(),
  /** The time until which the previous address or secret is valid, too. */
  oldUntil: instant.nullable(),
  /** The server that looked last. */
  holder: z.string().nullable(),
  failingSince: instant.nullable(),
  /** Files, mails or messages that wait, and the time of the oldest file. */
  waiting: z.number().int(),
  waitingSince: instant.nullable(),
  /** Seconds between deliveries that are usual for the listener; null as long as there are few. */
  usualSeconds: z.number().int().nullable(),
})

const delivery = externalDeliveryRow.extend({
  systemId: z.string(),
  apiId: z.string(),
  listenerId: z.string(),
  /** The shortened content, with marks in place of secrets. Null: it was not read. */
  content: z.string().nullable(),
  /** The instance that it started or reached. */
  instanceId: z.string().nullable(),
  processKey: z.string().nullable(),
  replayOf: z.string().nullable(),
  replayedBy: person.nullable(),
  /** Whether its content is still available. */
  canReplay: z.boolean(),
})

export type ExternalListener = z.output<typeof listener>
export type ExternalDelivery = z.output<typeof delivery>

/** Calls for listeners: webhooks, watched folders, mail inboxes, queues and topics. */
export const externalListenerCalls = defineCalls('externalListeners', {
  create: defineCall({
    ...of,
    method: 'POST',
    path: '/external-apis/{id}/listeners',
    summary: 'Creates a webhook, a watched folder, a mail inbox, a queue or a topic of an API.',
    touches,
    happensOnce: true,
    params,
    body: z.object({ ...about, settings: listenerSettings }),
    answer: listener,
    errors: [gone, 'thing.name-taken', 'thing.disabled', 'external.invalid', 'external.too-many'],
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path: '/external-listeners/{id}',
    summary: 'Returns a listener with its state, without its secret.',
    params,
    answer: listener,
    errors: [gone],
  }),
  save: defineCall({
    ...of,
    method: 'PUT',
    path: '/external-listeners/{id}',
    summary: 'Changes a listener. Another kind of signature needs a new address or secret.',
    touches,
    happensOnce: true,
    params,
    body: z.object({ ...about, settings: listenerSettings, revision }),
    answer: listener,
    errors: [gone, 'thing.name-taken', 'thing.disabled', 'external.invalid', 'thing.changed'],
  }),
  disable: defineCall({
    ...of,
    method: 'DELETE',
    path: '/external-listeners/{id}',
    summary: 'Disables a listener, with a reason. It receives nothing from then on.',
    touches,
    happensOnce: true,
    params,
    query: deletedReason,
    answer: listener,
    errors: [gone, 'thing.disabled'],
  }),
  restore: defineCall({
    ...of,
    method: 'POST',
    path: '/external-listeners/{id}/restore',
    summary: 'Restores a listener that was disabled.',
    touches,
    happensOnce: true,
    params,
    answer: listener,
    errors: [gone, 'thing.disabled', 'thing.exists'],
  }),
  renewSecret: defineCall({
    ...of,
    method: 'POST',
    path: '/external-listeners/{id}/secret',
    summary: 'Creates a new secret of a webhook, and returns it once. The old secret stays valid for some hours.',
    touches,
    happensOnce: true,
    params,
    body: z.object({
      /** A secret that the sender has chosen. Empty: the server creates one. */
      secret: z
        .string()
        .trim()
        .max(maxListenerSecret)
        .regex(/^\P{Cc}*$/u, 'Expected a secret without control characters.')
        .default(''),
      keepHours: z.number().int().min(0).max(listenerLimits.keepHours).default(24),
    }),
    answer: z.object({
      /** The address, behind that of the server. */
      address: z.string(),
      /** Null: the address is the secret, or the caller chose the secret. */
      secret: z.string().nullable(),
    }),
    errors: [gone, 'thing.disabled', 'external.invalid'],
  }),
})

/** Calls for the log of deliveries. */
export const externalDeliveryCalls = defineCalls('externalDeliveries', {
  ...listCalls(externalDeliveryList, {
    path: '/external-deliveries',
    summary: 'Lists the deliveries to webhooks, watched folders, mail inboxes, queues and topics of the last days.',
    ...of,
    row: externalDeliveryRow,
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path: '/external-deliveries/{id}',
    summary: 'One delivery with its content without secrets.',
    params,
    answer: delivery,
    errors: [gone],
  }),
  replay: defineCall({
    ...of,
    method: 'POST',
    path: '/external-deliveries/{id}/replay',
    summary: 'Processes the content of a delivery again, with the current settings of the listener.',
    touches,
    happensOnce: true,
    params,
    answer: delivery,
    errors: [gone, 'thing.disabled', 'external.invalid'],
  }),
})
