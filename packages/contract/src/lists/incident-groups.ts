import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

const states = ['open', 'snoozed', 'fixed'] as const

/**
 * - `open`: has open incidents
 * - `snoozed`: has some, and somebody has put it off until a time or its next incident
 * - `fixed`: has none any more
 */
const incidentGroupState = z.enum(states)

export type IncidentGroupState = z.output<typeof incidentGroupState>

export const incidentGroupRow = z.object({
  id: z.string(),
  /** The message of the first incident: numbers and ids may be others in others. */
  message: z.string(),
  /** `failedJob`, `answerUnknown`, `failedExternalTask`, `failedStep` or a type of a worker's own. */
  type: z.string(),
  process: z.object({
    key: z.string(),
    /** The name of the newest version, else the key. */
    name: z.string(),
    /** The newest version; null when the process no longer exists. */
    definitionId: z.string().nullable(),
  }),
  elementId: z.string().nullable(),
  elementName: z.string().nullable(),
  /** The names of element and process as one text. */
  place: z.string(),
  /** Open incidents. */
  count: z.number().int(),
  firstAt: instant,
  lastAt: instant,
  /** The newest deployment of the process before the first incident. */
  since: z.object({ definitionId: z.string(), version: z.number().int(), deployedAt: instant }).nullable(),
  owner: person.nullable(),
  state: incidentGroupState,
  /** Null where it is not snoozed, or until its next incident. */
  snoozedUntil: instant.nullable(),
})

export type IncidentGroupRow = z.output<typeof incidentGroupRow>

/** The list of causes of incidents; open ones by default. The search covers the messages of the largest causes. */
export const incidentGroupList = defineList({
  name: 'incidentGroups.list',
  columns: {
    message: { type: 'text', label: 'incidentGroups.cause', isFixed: true },
    place: { type: 'text', label: 'incidentGroups.place' },
    count: { type: 'number', label: 'incidentGroups.count' },
    first: { type: 'instant', label: 'incidentGroups.first', value: 'firstAt' },
    last: { type: 'instant', label: 'incidentGroups.last', value: 'lastAt' },
    since: { type: 'instant', label: 'incidentGroups.since', value: 'since.deployedAt' },
    owner: { type: 'person', label: 'incidentGroups.owner' },
    state: { type: 'choice', label: 'common.state', labels: 'incidentGroupState' },
    type: { type: 'text', label: 'incidentGroups.type', isHidden: true },
    processKey: { type: 'text', label: 'incidentGroups.processKey', value: 'process.key', isHidden: true },
    elementId: { type: 'text', label: 'incidentGroups.elementId', isHidden: true },
  },
  sorts: ['count', 'first', 'last'],
  order: ['-count'],
  filters: {
    state: { type: 'choice', label: 'common.state', values: states, labels: 'incidentGroupState' },
    process: { type: 'text', label: 'incidentGroups.processKey', operators: ['is'] },
    elementId: { type: 'text', label: 'incidentGroups.elementId', operators: ['is'] },
    type: { type: 'text', label: 'incidentGroups.type', operators: ['is'] },
    mine: { type: 'flag', label: 'incidentGroups.mine' },
    first: { type: 'instant', label: 'incidentGroups.first' },
    last: { type: 'instant', label: 'incidentGroups.last' },
  },
  views: {
    open: { label: 'incidentGroups.open', search: {} },
    mine: { label: 'incidentGroups.mine', search: { mine: 'true' } },
    toSettle: { label: 'incidentGroups.toSettle', search: { type: 'answerUnknown' } },
    snoozed: { label: 'incidentGroups.snoozed', search: { state: 'snoozed' } },
    fixed: { label: 'incidentGroups.fixed', search: { state: 'fixed' } },
  },
  search: 'incidentGroups.search',
})
