import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant } from '../values.ts'
import { definitionRow } from './started-instances.ts'

const kinds = ['before', 'after', 'runs', 'timer', 'timeout', 'start', 'work', 'delivery', 'suspension'] as const

/**
 * - `before`, `after`: goes on before or after an activity, in the background
 * - `runs`: creates further runs of a multi-instance activity
 * - `timer`: of an event; `timeout`: of a listener of a task; `start`: of an event that starts a process
 * - `work`: something outside of the engine, such as a call or a mail
 * - `delivery`: hands on a message or signal
 * - `suspension`: suspends or activates the instances of a process
 */
const jobKind = z.enum(kinds)

const states = ['failed', 'suspended', 'active', 'waiting'] as const

/**
 * - `failed`: no retries are left: it waits for an operator
 * - `suspended`: no worker takes it
 * - `active`: a worker holds it now
 * - `waiting`: it is due later, or waits for a worker
 */
const jobState = z.enum(states)

export const jobRow = z.object({
  id: z.string(),
  /** The name of its element, else the id in the model; null where it belongs to no element. */
  name: z.string().nullable(),
  /** Id in the model. */
  elementId: z.string().nullable(),
  kind: jobKind,
  state: jobState,
  /** Whether the job is suspended, so that no worker takes it in any state. */
  isSuspended: z.boolean(),
  /** Null where its process is deleted. */
  process: definitionRow.nullable(),
  /** Null for the timer of a start event. */
  instance: z.object({ id: z.string(), title: z.string() }).nullable(),
  /** Null: as soon as a worker has time. */
  dueAt: instant.nullable(),
  retries: z.number().int(),
  priority: z.number().int(),
  /** The worker that holds it, and until when. */
  lockedBy: z.string().nullable(),
  lockedUntil: instant.nullable(),
  createdAt: instant,
  /** Message of the last failure. */
  error: z.string().nullable(),
})

export type JobRow = z.output<typeof jobRow>

/**
 * The list of jobs of the engine: jobs without retries first, then the newest. Other orders and most filters cover the
 * newest 5,000. The search covers element, process, business key and error.
 */
export const jobList = defineList({
  name: 'jobs.list',
  columns: {
    name: { type: 'text', label: 'jobs.name', isFixed: true },
    kind: { type: 'choice', label: 'jobs.kind', labels: 'jobKind' },
    state: { type: 'choice', label: 'common.state', labels: 'status' },
    process: { type: 'text', label: 'jobs.process', value: 'process.name' },
    version: { type: 'number', label: 'jobs.version', value: 'process.version', isHidden: true },
    instance: { type: 'text', label: 'jobs.instance', value: 'instance.title' },
    due: { type: 'instant', label: 'jobs.due', value: 'dueAt' },
    retries: { type: 'number', label: 'jobs.retries' },
    priority: { type: 'number', label: 'jobs.priority' },
    lock: { type: 'instant', label: 'jobs.lock', value: 'lockedUntil' },
    lockedBy: { type: 'text', label: 'jobs.lockedBy', isHidden: true },
    error: { type: 'text', label: 'jobs.error' },
    created: { type: 'instant', label: 'jobs.created', value: 'createdAt', isHidden: true },
  },
  sorts: ['state', 'due', 'created', 'retries', 'priority'],
  order: ['-state'],
  filters: {
    state: { type: 'choice', label: 'common.state', values: states, labels: 'status' },
    kind: { type: 'choice', label: 'jobs.kind', values: kinds, labels: 'jobKind' },
    process: { type: 'reference', label: 'jobs.process' },
    element: { type: 'text', label: 'jobs.elementId', operators: ['is', 'begins'] },
    instance: { type: 'text', label: 'jobs.instanceId', operators: ['is'] },
    due: { type: 'instant', label: 'jobs.due' },
    hasError: { type: 'flag', label: 'jobs.hasError' },
    retries: { type: 'number', label: 'jobs.retries' },
  },
  views: {
    all: { label: 'jobs.all', search: {} },
    failed: { label: 'jobs.failedView', search: { state: 'failed' } },
    retried: { label: 'jobs.retriedView', search: { hasError: 'true', 'state.not': 'failed' } },
    suspended: { label: 'jobs.suspendedView', search: { state: 'suspended' } },
  },
  search: 'jobs.search',
  countTo: 1_000,
})
