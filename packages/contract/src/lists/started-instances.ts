import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'
import { shownVariables } from './variable-columns.ts'

/** A version of a process. */
export const definitionRow = z.object({
  id: z.string(),
  key: z.string(),
  /** The model's name, else its key. */
  name: z.string(),
  version: z.number().int(),
})

const states = ['active', 'incident', 'suspended', 'completed', 'cancelled'] as const

/**
 * - `active`: something in it can go on
 * - `incident`: at least one incident is open in it or in an instance that it called
 * - `suspended`: it, or its process, is suspended
 * - `completed`: ended by itself
 * - `cancelled`: ended from outside
 */
const instanceState = z.enum(states)

export type InstanceState = z.output<typeof instanceState>

/**
 * What an instance waits for:
 * - `task`: a user, the assignee or a candidate
 * - `timer`: a time, `until`
 * - `message`, `signal`, `condition`: an event, by name
 * - `called`: a called instance
 * - `work`: a background step, or an external worker
 * - `incident`: an operator who resolves a failure
 * - `other`: other paths, or something that only the model knows
 */
export const instanceWait = z.object({
  id: z.string(),
  kind: z.enum(['task', 'timer', 'message', 'signal', 'condition', 'called', 'work', 'incident', 'other']),
  /** Id in the model. */
  elementId: z.string(),
  /** The name of the step; null when it has none, like many gateways. */
  step: z.string().nullable(),
  since: instant,
  /** The time at which the instance continues automatically. */
  until: instant.nullable(),
  taskId: z.string().nullable(),
  assignee: person.nullable(),
  /** Names of the candidates of the task. */
  candidates: z.array(z.string()),
  /** The name of the message or signal. */
  event: z.string().nullable(),
  calledInstanceId: z.string().nullable(),
})

export type InstanceWait = z.output<typeof instanceWait>

export const instanceRow = z.object({
  id: z.string(),
  businessKey: z.string().nullable(),
  /** The title: from the model, else the business key, else the process and a short number. */
  title: z.string(),
  definition: definitionRow,
  state: instanceState,
  startedBy: person.nullable(),
  startedAt: instant,
  endedAt: instant.nullable(),
  /** The names of waiting elements, at most three, oldest first. Empty once the instance has ended. */
  waitsAt: z.array(z.string()).max(3),
  /** The assignees of the waiting tasks, otherwise their candidates. At most three. */
  waitsFor: z.array(z.string()).max(3),
  /** Since when it has waited at the oldest of them. */
  waitingSince: instant.nullable(),
  variables: shownVariables,
})

export type InstanceRow = z.output<typeof instanceRow>

const common = {
  columns: {
    title: { type: 'text', label: 'processes.title', isFixed: true },
    process: { type: 'text', label: 'processes.process', value: 'definition.name' },
    key: { type: 'text', label: 'processes.key', value: 'businessKey', isHidden: true },
    state: { type: 'choice', label: 'common.state', labels: 'status' },
    waitsAt: { type: 'texts', label: 'processes.waitsAt' },
    waitsFor: { type: 'texts', label: 'processes.waitsFor' },
    waitingSince: { type: 'instant', label: 'processes.waitingSince' },
    processKey: { type: 'text', label: 'processes.processKey', value: 'definition.key', isHidden: true },
    version: { type: 'number', label: 'processes.version', value: 'definition.version', isHidden: true },
    started: { type: 'instant', label: 'processes.started', value: 'startedAt' },
    ended: { type: 'instant', label: 'processes.ended', value: 'endedAt' },
  },
  sorts: ['started', 'ended', 'title', 'process', 'key'],
  order: ['-started'],
  filters: {
    state: { type: 'choice', label: 'common.state', values: states, labels: 'status' },
    process: { type: 'reference', label: 'processes.process' },
    key: { type: 'text', label: 'processes.key', operators: ['is', 'begins'] },
    started: { type: 'instant', label: 'processes.started' },
    ended: { type: 'instant', label: 'processes.ended' },
    variable: { type: 'variable', label: 'processes.variable' },
  },
  views: {
    all: { label: 'processes.all', search: {} },
    open: { label: 'processes.open', search: { state: 'active,incident,suspended' } },
    over: { label: 'processes.over', search: { state: 'completed,cancelled' } },
  },
  search: 'processes.search',
  countTo: 1_000,
  hasVariables: true,
} as const

/**
 * The list of instances that the user started, without called ones. The search covers title, process name and business
 * key.
 */
export const startedInstanceList = defineList({ ...common, name: 'processes.startedByMe' })

/** The list of instances that involve the user: the user started them, has or had a task in them, or can claim one. */
export const involvedInstanceList = defineList({
  ...common,
  name: 'processes.involvingMe',
  columns: { ...common.columns, startedBy: { type: 'person', label: 'processes.startedBy' } },
})

/** The list of all instances for operators, including called ones. */
export const allInstanceList = defineList({
  ...common,
  name: 'processes.all',
  columns: {
    ...common.columns,
    version: { type: 'number', label: 'processes.version', value: 'definition.version' },
    waitsFor: { ...common.columns.waitsFor, isHidden: true },
    waitingSince: { ...common.columns.waitingSince, isHidden: true },
    startedBy: { type: 'person', label: 'processes.startedBy' },
    id: { type: 'text', label: 'processes.id', isHidden: true },
  },
  filters: {
    ...common.filters,
    version: { type: 'number', label: 'processes.version', operators: ['is'] },
    title: { type: 'text', label: 'processes.title', operators: ['is', 'begins'], isList: true },
    key: { type: 'text', label: 'processes.key', operators: ['is', 'begins'], isList: true },
    starter: { type: 'text', label: 'processes.starter', operators: ['is'], isList: true },
    values: { type: 'text', label: 'processes.values', operators: ['is'], isList: true },
    element: { type: 'text', label: 'processes.element', operators: ['is'], isList: true },
    incident: { type: 'text', label: 'processes.incident' },
    id: { type: 'text', label: 'processes.id', operators: ['is'], isList: true },
    batch: { type: 'text', label: 'processes.batch', operators: ['is'], isList: true },
  },
  views: {
    ...common.views,
    incidents: { label: 'processes.withIncidents', search: { state: 'incident' } },
    suspended: { label: 'processes.suspendedView', search: { state: 'suspended' } },
  },
})
