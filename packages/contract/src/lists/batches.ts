import { z } from 'zod'
import { batchKinds } from '../batch-kinds.ts'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

const states = ['waiting', 'paused', 'failed', 'done', 'cancelled'] as const

/**
 * - `waiting`: is under way
 * - `paused`: nothing is done until a user resumes it
 * - `failed`: all had its turn, and something failed: it can be tried again
 * - `done`: all is done; `cancelled`: somebody has ended it
 */
const batchState = z.enum(states)

export type BatchState = z.output<typeof batchState>

const kinds = batchKinds.filter((kind) => kind !== 'task-action')

export const batchRow = z.object({
  id: z.string(),
  kind: z.enum(batchKinds),
  state: batchState,
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  /** Neither done nor failed so far. */
  left: z.number().int(),
  reason: z.string().nullable(),
  /** Null: the account was deleted. */
  startedBy: person.nullable(),
  startedAt: instant,
  endedAt: instant.nullable(),
})

export type BatchRow = z.output<typeof batchRow>

/** The list of the batches of operators, newest first. Batches on tasks are shown with the tasks of their users. */
export const batchList = defineList({
  name: 'batches.list',
  columns: {
    kind: { type: 'choice', label: 'batches.kind', labels: 'batchKind', isFixed: true },
    state: { type: 'choice', label: 'common.state', labels: 'batchState' },
    total: { type: 'number', label: 'batches.total' },
    done: { type: 'number', label: 'batches.done' },
    failed: { type: 'number', label: 'batches.failed' },
    left: { type: 'number', label: 'batches.left' },
    reason: { type: 'text', label: 'batches.reason' },
    startedBy: { type: 'person', label: 'batches.startedBy' },
    started: { type: 'instant', label: 'batches.started', value: 'startedAt' },
    ended: { type: 'instant', label: 'batches.ended', value: 'endedAt' },
  },
  sorts: ['started'],
  order: ['-started'],
  filters: {
    state: { type: 'choice', label: 'common.state', values: states, labels: 'batchState' },
    kind: { type: 'choice', label: 'batches.kind', values: kinds, labels: 'batchKind' },
    mine: { type: 'flag', label: 'batches.mine' },
    instance: { type: 'text', label: 'batches.instance', operators: ['is'] },
    started: { type: 'instant', label: 'batches.started' },
  },
  views: {
    all: { label: 'batches.all', search: {} },
    waiting: { label: 'batches.waitingView', search: { state: 'waiting' } },
    failed: { label: 'batches.failedView', search: { state: 'failed' } },
    mine: { label: 'batches.mine', search: { mine: 'true' } },
  },
})
