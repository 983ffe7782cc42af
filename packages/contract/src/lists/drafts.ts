import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant } from '../values.ts'

const taskStates = ['open', 'released', 'taken', 'suspended', 'completed', 'cancelled', 'gone'] as const
const startStates = ['open', 'new-version', 'suspended', 'gone'] as const

/**
 * The states of a draft of a task form:
 * - `open`: its user can continue it
 * - `released`: the task is unassigned; the user who claims it can continue
 * - `taken`: another user is the assignee
 * - `suspended`: the process is suspended
 * - `completed`, `cancelled`: the task has ended
 * - `gone`: the task or the process no longer exists, or the user has no access to it
 */
const taskDraftState = z.enum(taskStates)

/** The states of a draft of a start form. `new-version`: the user can continue it in the form of a newer version. */
const startDraftState = z.enum(startStates)

const draft = z.object({
  id: z.string(),
  /** The name of the task or process when the draft was saved. */
  name: z.string(),
  savedAt: instant,
})

export const taskDraftRow = draft.extend({
  taskId: z.string(),
  /** The title of the task; null when the model sets none. */
  title: z.string().nullable(),
  /** Name of its process; empty for a task that belongs to none. */
  process: z.string(),
  state: taskDraftState,
})

export type TaskDraftRow = z.output<typeof taskDraftRow>

export const startDraftRow = draft.extend({
  /** The version that it would start now; null where it can start none. */
  definitionId: z.string().nullable(),
  state: startDraftState,
})

export type StartDraftRow = z.output<typeof startDraftRow>

/** One user has few of them, so any order and filter looks at all of their. */
const common = { sorts: ['saved', 'name'], order: ['-saved'], search: 'drafts.search', countTo: 1_000 } as const

/** The list of the user's drafts of task forms, which are not sent yet. */
export const taskDraftList = defineList({
  ...common,
  name: 'drafts.tasks',
  sorts: ['saved', 'name', 'process'],
  columns: {
    name: { type: 'text', label: 'drafts.task', isFixed: true },
    process: { type: 'text', label: 'tasks.filterProcess' },
    title: { type: 'text', label: 'tasks.title' },
    state: { type: 'choice', label: 'common.state', labels: 'draftState' },
    saved: { type: 'instant', label: 'drafts.savedColumn', value: 'savedAt' },
  },
  filters: {
    state: { type: 'choice', label: 'common.state', values: taskStates, labels: 'draftState' },
    saved: { type: 'instant', label: 'drafts.savedColumn' },
  },
})

/** The list of the user's drafts of start forms, which are not sent yet. */
export const startDraftList = defineList({
  ...common,
  name: 'drafts.starts',
  columns: {
    name: { type: 'text', label: 'processes.process', isFixed: true },
    state: { type: 'choice', label: 'common.state', labels: 'draftState' },
    saved: { type: 'instant', label: 'drafts.savedColumn', value: 'savedAt' },
  },
  filters: {
    state: { type: 'choice', label: 'common.state', values: startStates, labels: 'draftState' },
    saved: { type: 'instant', label: 'drafts.savedColumn' },
  },
})
