import { z } from 'zod'
import { listenerKinds } from '../external-listener-settings.ts'
import { defineList } from '../list/define-list.ts'
import { instant } from '../values.ts'

/**
 * How a delivery ended. `claimed`: a file, mail or message whose process is not started yet. `accepted`: it started a process or reached
 * an instance. `repeated`: the same was delivered before. `rejected`: the sender did not prove who they are.
 */
export const deliveryOutcomes = ['claimed', 'accepted', 'repeated', 'rejected', 'failed'] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]

export const externalDeliveryRow = z.object({
  id: z.string(),
  at: instant,
  ms: z.number().int(),
  kind: z.enum(listenerKinds),
  outcome: z.enum(deliveryOutcomes),
  /** The id that the sender gave it, the name of a file, the subject of a mail, or the id of a message. */
  subject: z.string().nullable(),
  /** The error, without secrets. */
  fault: z.string().nullable(),
  bytes: z.number().int(),
  /** The current names. */
  system: z.string(),
  listener: z.string(),
})

export type ExternalDeliveryRow = z.output<typeof externalDeliveryRow>

/** The list of logged deliveries to listeners. The search covers subjects, faults and contents. */
export const externalDeliveryList = defineList({
  name: 'externalDeliveries.list',
  columns: {
    at: { type: 'instant', label: 'externalDeliveries.at', isFixed: true },
    listener: { type: 'text', label: 'externalDeliveries.listener' },
    system: { type: 'text', label: 'externalDeliveries.system', isHidden: true },
    kind: { type: 'choice', label: 'externalDeliveries.kind', labels: 'listenerKind' },
    outcome: { type: 'choice', label: 'externalDeliveries.outcome', labels: 'deliveryOutcome' },
    subject: { type: 'text', label: 'externalDeliveries.subject' },
    bytes: { type: 'number', label: 'externalDeliveries.bytes' },
    ms: { type: 'number', label: 'externalDeliveries.ms', isHidden: true },
    fault: { type: 'text', label: 'externalDeliveries.fault' },
  },
  sorts: ['at'],
  order: ['-at'],
  filters: {
    at: { type: 'instant', label: 'externalDeliveries.at' },
    outcome: {
      type: 'choice',
      label: 'externalDeliveries.outcome',
      values: deliveryOutcomes,
      labels: 'deliveryOutcome',
    },
    kind: { type: 'choice', label: 'externalDeliveries.kind', values: listenerKinds, labels: 'listenerKind' },
    listener: { type: 'text', label: 'externalDeliveries.listener', operators: ['is'] },
  },
  views: {
    all: { label: 'externalDeliveries.all', search: {} },
    failed: { label: 'externalDeliveries.notAccepted', search: { outcome: 'rejected,failed' } },
  },
  search: 'externalDeliveries.search',
})
