import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'
import { shownVariables } from './variable-columns.ts'

/**
 * The state of a task:
 * - `unclaimed`: no assignee
 * - `assigned`: an assignee, perhaps the user
 * - `delegated`: an assignee on behalf of its owner, who gets it back (`delegation` PENDING)
 * - `suspended`: its instance or process is suspended
 * - `completed`, `cancelled`: ended; only the call for a single task returns it
 */
const taskState = z.enum(['unclaimed', 'assigned', 'delegated', 'suspended', 'completed', 'cancelled'])

export type TaskState = z.output<typeof taskState>

/** The instance that a task belongs to. */
const taskProcess = z.object({
  instanceId: z.string(),
  businessKey: z.string().nullable(),
  definitionId: z.string(),
  key: z.string(),
  name: z.string(),
  version: z.number().int(),
})

export const taskRow = z.object({
  id: z.string(),
  /** The model's name of the task, else its key. */
  name: z.string(),
  /** The title: from the model, else the title of its instance. Null for a standalone task without a title. */
  title: z.string().nullable(),
  state: taskState,
  priority: z.number().int(),
  dueAt: instant.nullable(),
  followUpAt: instant.nullable(),
  createdAt: instant,
  assignee: person.nullable(),
  /** The absent assignee, where the user is their substitute. */
  inPlaceOf: person.nullable(),
  /** Null for a task that belongs to no process. */
  process: taskProcess.nullable(),
  variables: shownVariables,
})

export type TaskRow = z.output<typeof taskRow>

/**
 * The reason why nobody can work on an open task:
 * - `nobody-named`: no assignee, and its model names no candidates
 * - `candidates-gone`: the candidates do not exist, may not sign in, or have no role that opens tasks; groups are
 *   empty
 * - `assignee-gone`: the same holds for the assignee
 */
const taskObstacle = z.enum(['nobody-named', 'candidates-gone', 'assignee-gone'])

export type TaskObstacle = z.output<typeof taskObstacle>

export const openTaskRow = taskRow.extend({
  /** Names of users and groups that may claim it. */
  candidates: z.array(z.string()),
  /** The reason why no user can work on the task; null if a user can. */
  obstacle: taskObstacle.nullable(),
})

export type OpenTaskRow = z.output<typeof openTaskRow>

export const completedTaskRow = taskRow
  .pick({ id: true, name: true, title: true, createdAt: true, process: true })
  .extend({
    /** The time at which the user completed the task. */
    endedAt: instant,
  })

export type CompletedTaskRow = z.output<typeof completedTaskRow>

const columns = {
  name: { type: 'text', label: 'tasks.name', isFixed: true },
  process: { type: 'text', label: 'tasks.filterProcess', value: 'process.name' },
  title: { type: 'text', label: 'tasks.title' },
  key: { type: 'text', label: 'tasks.key', value: 'process.businessKey', isHidden: true },
  state: { type: 'choice', label: 'common.state', labels: 'status' },
  priority: { type: 'number', label: 'tasks.filterPriority', labels: 'priority' },
  due: { type: 'instant', label: 'tasks.due', value: 'dueAt' },
  followUp: { type: 'instant', label: 'tasks.followUp', value: 'followUpAt', isHidden: true },
  created: { type: 'instant', label: 'tasks.created', value: 'createdAt' },
} as const

const filters = {
  process: { type: 'reference', label: 'tasks.filterProcess' },
  priority: {
    type: 'choice',
    label: 'tasks.filterPriority',
    values: ['urgent', 'high', 'normal', 'low'],
    labels: 'priority',
  },
  due: { type: 'instant', label: 'tasks.due' },
  followUp: { type: 'instant', label: 'tasks.followUp' },
  undated: { type: 'flag', label: 'tasks.undated' },
  name: { type: 'text', label: 'tasks.name', operators: ['is', 'begins'] },
  variable: { type: 'variable', label: 'tasks.variable' },
} as const

const group = { type: 'reference', label: 'tasks.filterGroup', operators: ['is'] } as const

/**
 * Columns, sorts and filters that all lists of tasks share. Tasks that are due first are at the top, those without a
 * due date at the end.
 */
const common = {
  columns,
  sorts: ['due', 'priority', 'created', 'name', 'process', 'followUp'],
  order: ['due'],
  search: 'tasks.search',
  // The rows of a user's groups are counted one by one.
  countTo: 1_000,
  hasVariables: true,
} as const

const dueViews = {
  today: { label: 'tasks.dueToday', search: { due: 'now', 'due.before': 'today+1' } },
  overdue: { label: 'tasks.overdue', search: { 'due.before': 'now' } },
} as const

/**
 * The list of tasks that are assigned to the user, or to an absent user whose substitute they are. The search looks
 * into task name, title, process name and business key.
 */
export const assignedTaskList = defineList({
  ...common,
  name: 'tasks.assigned',
  columns: { ...columns, inPlaceOf: { type: 'person', label: 'tasks.inPlaceOf', isHidden: true } },
  filters: {
    ...filters,
    group,
    whose: { type: 'choice', label: 'tasks.whose', values: ['own', 'others'], labels: 'whose', operators: ['is'] },
  },
  views: { all: { label: 'tasks.allAssigned', search: {} }, ...dueViews },
})

/** The list of unassigned tasks for which the user or one of their groups is a candidate, without duplicates. */
export const unclaimedTaskList = defineList({
  ...common,
  name: 'tasks.unclaimed',
  filters: { ...filters, group },
  views: { all: { label: 'tasks.allUnclaimed', search: {} }, ...dueViews },
})

/**
 * The list of open tasks that the user has, owns or may claim, and of those that another candidate has claimed, without
 * duplicates.
 */
export const involvedTaskList = defineList({
  ...common,
  name: 'tasks.involved',
  columns: { ...columns, assignee: { type: 'person', label: 'openTasks.assignee' } },
  filters: { ...filters, group },
  views: { all: { label: 'tasks.allInvolved', search: {} }, ...dueViews },
})

/** The list of all open tasks for operators, newest first. Other orders and filters cover the newest 5,000. */
export const openTaskList = defineList({
  name: 'tasks.open',
  columns: {
    name: columns.name,
    process: columns.process,
    title: columns.title,
    key: columns.key,
    // Whoever has it tells most of it, and with it the rest would not fit into a window of 1440 pixels.
    state: { ...columns.state, isHidden: true },
    assignee: { type: 'person', label: 'openTasks.assignee' },
    candidates: { type: 'texts', label: 'openTasks.candidates' },
    obstacle: { type: 'choice', label: 'openTasks.obstacle', labels: 'obstacle' },
    due: columns.due,
    created: columns.created,
    priority: { ...columns.priority, isHidden: true },
  },
  sorts: ['created', 'due', 'priority', 'name', 'process'],
  order: ['-created'],
  filters: {
    process: filters.process,
    stuck: { type: 'flag', label: 'openTasks.stuck' },
    unassigned: { type: 'flag', label: 'openTasks.unassigned' },
    due: filters.due,
    name: { ...filters.name, isList: true },
    key: { type: 'text', label: 'tasks.key', operators: ['is', 'begins'], isList: true },
    assignee: { type: 'text', label: 'openTasks.assigneeName', operators: ['is'], isList: true },
    variable: filters.variable,
  },
  views: {
    all: { label: 'openTasks.all', search: {} },
    stuck: { label: 'openTasks.stuckView', search: { stuck: 'true' } },
    unassigned: { label: 'openTasks.unassignedView', search: { unassigned: 'true' } },
  },
  search: 'tasks.search',
  countTo: 1_000,
  hasVariables: true,
})

/**
 * The list of tasks that the user has completed, the last first. Filters other than the time cover the newest 5,000
 * tasks of that time. The search covers task name, title of the task and process name.
 */
export const completedTaskList = defineList({
  name: 'tasks.completed',
  columns: {
    name: columns.name,
    process: columns.process,
    title: columns.title,
    key: columns.key,
    created: { ...columns.created, isHidden: true },
    ended: { type: 'instant', label: 'tasks.ended', value: 'endedAt' },
  },
  sorts: ['ended'],
  order: ['-ended'],
  filters: {
    ended: { type: 'instant', label: 'tasks.ended' },
    process: filters.process,
    name: filters.name,
  },
  views: {
    all: { label: 'tasks.allCompleted', search: {} },
    week: { label: 'tasks.completedThisWeek', search: { ended: 'today-6' } },
  },
  search: 'tasks.search',
  countTo: 1_000,
})
