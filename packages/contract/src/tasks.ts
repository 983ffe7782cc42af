import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { choiceAnswer, choiceQuery, draftEntry, formQuery, formSubmission, keptDraft, openedForm } from './form-data.ts'
import { listCalls } from './list/list-calls.ts'
import { assignedTaskList, openTaskList, openTaskRow, taskRow, unclaimedTaskList } from './lists/tasks.ts'
import { idParams, instant, person } from './values.ts'

/** What the user may do with the task as it stands now. The server decides again when it is done. */
const taskPermissions = z.object({
  claim: z.boolean(),
  unclaim: z.boolean(),
  complete: z.boolean(),
  /** To say who is to do it, and who may claim it. */
  assign: z.boolean(),
})

const taskDetail = taskRow.extend({
  description: z.string().nullable(),
  /** Key in the model. */
  taskKey: z.string().nullable(),
  followUpAt: instant.nullable(),
  endedAt: instant.nullable(),
  owner: person.nullable(),
  /** Display names. */
  candidateGroups: z.array(z.string()),
  candidateUsers: z.array(person),
  permissions: taskPermissions,
  /** Null once the task is over. Who may see the task, but not work on it, gets the form too: it is shown read only. */
  form: openedForm.nullable(),
})

export type TaskDetail = z.output<typeof taskDetail>

/** What happened to a task and around it. */
const taskEventKind = z.enum([
  'process-started',
  'created',
  'assigned',
  'claimed',
  'released',
  'delegated',
  'resolved',
  'priority-changed',
  'due-date-changed',
  'completed',
  'cancelled',
])

const taskEvent = z.object({
  id: z.string(),
  at: instant,
  kind: taskEventKind,
  /** Who did it; null for the program itself. */
  by: person.nullable(),
  /** Whom it was given to, for `assigned` and `delegated`. */
  to: person.nullable(),
  /** The new value, for `priority-changed` (a number) and `due-date-changed` (an instant, or null for none). */
  value: z.union([z.string(), z.number()]).nullable(),
})

export type TaskEvent = z.output<typeof taskEvent>

/** Somebody, or a group, that a model or an operator names, and whether that helps. */
const taskCandidate = z.object({
  kind: z.enum(['user', 'group']),
  /** User name, or key of the group. */
  key: z.string(),
  name: z.string(),
  /**
   * - `unknown`: there is no such user or group
   * - `disabled`: the user may not sign in
   * - `roleless`: the user has no role that opens tasks; so has nobody of the group
   * - `empty`: nobody is in the group
   */
  state: z.enum(['fine', 'unknown', 'disabled', 'roleless', 'empty']),
})

export type TaskCandidate = z.output<typeof taskCandidate>

/** How much one call tells of what is new. */
export const newsLimits = { items: 20 } as const

const audience = ['RoleUser'] as const
const operators = ['RoleProcessAdmin', 'RoleAdmin'] as const
/** Who may see a task that they have to do with, and those who run processes any. */
const viewers = [...audience, ...operators] as const
/** Who may do something about tasks that they have to do with; RoleFullAPI may about any. */
const workers = [...viewers, 'RoleFullAPI'] as const

/** About somebody who may claim a task: a user, or whoever is in a group. */
const candidateCall = {
  path: '/processengine/tasks/{id}/candidates/{kind}/{key}',
  tag: 'Process engine',
  audience: [...operators, 'RoleFullAPI'],
  scope: 'operate',
  touches: ['tasks'],
  params: idParams.extend({ kind: z.enum(['user', 'group']), key: z.string().min(1).max(255) }),
  answer: 'empty',
  errors: ['thing.not-found', 'task.over', 'process.refused'],
} as const

export const taskCalls = defineCalls('tasks', {
  ...listCalls(assignedTaskList, {
    path: '/tasks/assigned',
    summary: 'Lists the tasks assigned to the user.',
    tag: 'Tasks',
    audience,
    row: taskRow,
  }),
  ...listCalls(unclaimedTaskList, {
    path: '/tasks/unclaimed',
    summary: 'Lists the tasks that the user may claim.',
    tag: 'Tasks',
    audience,
    row: taskRow,
  }),
  ...listCalls(openTaskList, {
    path: '/processengine/tasks',
    summary: 'Lists every open task, and why nobody can work on it.',
    tag: 'Process engine',
    audience: operators,
    row: openTaskRow,
  }),
  /** What the process filter of that list can be set to: processes that have tasks, by name. */
  openFilters: defineCall({
    method: 'GET',
    path: '/processengine/tasks/filters',
    summary: 'Lists the processes that have open tasks.',
    tag: 'Process engine',
    audience: operators,
    answer: z.object({ processes: z.array(z.object({ key: z.string(), name: z.string() })) }),
  }),
  /** Users who may work on tasks and groups, by name or key: at most 20 of each. */
  findCandidates: defineCall({
    method: 'GET',
    path: '/processengine/candidates',
    summary: 'Finds users and groups that a task can be given to.',
    tag: 'Process engine',
    audience: operators,
    query: z.object({ q: z.string().trim().max(100).default('') }),
    answer: z.array(taskCandidate),
  }),
  /** Who could work on an open task, and why somebody could not. */
  reach: defineCall({
    method: 'GET',
    path: '/processengine/tasks/{id}/reach',
    summary: 'Tells who can work on a task, and why nobody can.',
    tag: 'Process engine',
    audience: operators,
    params: idParams,
    answer: z.object({
      obstacle: openTaskRow.shape.obstacle,
      assignee: taskCandidate.nullable(),
      candidates: z.array(taskCandidate),
    }),
    errors: ['thing.not-found', 'task.over'],
  }),
  /** To a user who is there; whoever had it before has it no more. Null: nobody has it. */
  assign: defineCall({
    method: 'PUT',
    path: '/processengine/tasks/{id}/assignee',
    summary: 'Gives a task to somebody.',
    tag: 'Process engine',
    audience: [...operators, 'RoleFullAPI'],
    scope: 'operate',
    touches: ['tasks', 'processes'],
    params: idParams,
    body: z.object({ username: z.string().trim().min(1).max(255).nullable() }),
    answer: 'empty',
    errors: ['thing.not-found', 'task.over', 'task.suspended', 'process.refused'],
  }),
  addCandidate: defineCall({
    ...candidateCall,
    method: 'PUT',
    summary: 'Lets a user, or whoever is in a group, claim a task.',
  }),
  removeCandidate: defineCall({
    ...candidateCall,
    method: 'DELETE',
    summary: 'Takes the right to claim a task away.',
  }),
  /** For the menu and the view tabs. Each number counts up to `listLimits.total`. */
  counts: defineCall({
    method: 'GET',
    path: '/tasks/counts',
    summary: 'Counts the tasks of the user.',
    tag: 'Tasks',
    audience,
    /** `now`, and the end of today for the user. */
    query: z.object({ now: instant, todayEnds: instant }),
    answer: z.object({
      assigned: z.number().int(),
      assignedOverdue: z.number().int(),
      /** Due between now and the end of today. */
      assignedDueToday: z.number().int(),
      unclaimed: z.number().int(),
      unclaimedOverdue: z.number().int(),
      unclaimedDueToday: z.number().int(),
      /** What `news` is about. */
      news: z.number().int(),
    }),
  }),
  /**
   * Tasks that have come since the user last said that he had seen them: those that he may claim, and those that somebody
   * else or the model gave to him. The newest first, at most `newsLimits.items`; to whoever has never said so all are new.
   */
  news: defineCall({
    method: 'GET',
    path: '/tasks/news',
    summary: 'Lists the tasks that have come to the user since he last looked.',
    tag: 'Tasks',
    audience,
    answer: z.object({ items: z.array(taskRow.extend({ cameAt: instant })) }),
  }),
  /** `until`: when the newest came that was seen. Saying an earlier instant than before changes nothing. */
  seeNews: defineCall({
    method: 'PUT',
    path: '/tasks/news/seen',
    summary: 'Says that the user has seen what came to him.',
    tag: 'Tasks',
    audience,
    scope: 'work',
    touches: ['tasks.news', 'tasks.counts'],
    body: z.object({ until: instant }),
    answer: 'empty',
  }),
  /** What the filters of both lists can be set to: processes and groups that tasks of the user stand in, by name. */
  filters: defineCall({
    method: 'GET',
    path: '/tasks/filters',
    summary: 'Lists the values that task lists can be filtered by.',
    tag: 'Tasks',
    audience,
    answer: z.object({
      processes: z.array(z.object({ key: z.string(), name: z.string() })),
      groups: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
  /** A task that the user may not see is `thing.not-found`. */
  get: defineCall({
    method: 'GET',
    path: '/tasks/{id}',
    summary: 'A task with its process, its form and what the user may do with it.',
    tag: 'Tasks',
    audience: viewers,
    params: idParams,
    query: formQuery,
    answer: taskDetail,
    errors: ['thing.not-found'],
  }),
  /** For the user alone, whether it fits or not. Another save since the one that is known is `draft.changed`. */
  keepDraft: defineCall({
    method: 'PUT',
    path: '/tasks/{id}/form/draft',
    summary: 'Keeps what the user has typed into a task’s form and not sent.',
    tag: 'Tasks',
    audience: workers,
    scope: 'work',
    touches: [],
    params: idParams,
    body: draftEntry,
    answer: keptDraft,
    errors: ['thing.not-found', 'task.not-yours', 'task.over', 'task.suspended', 'draft.changed'],
  }),
  discardDraft: defineCall({
    method: 'DELETE',
    path: '/tasks/{id}/form/draft',
    summary: 'Throws away what the user has typed into a task’s form and not sent.',
    tag: 'Tasks',
    audience: workers,
    scope: 'work',
    touches: [],
    params: idParams,
    answer: 'empty',
    errors: ['thing.not-found', 'task.not-yours', 'task.over', 'task.suspended'],
  }),
  /** For whoever may complete it. Nothing is told of them but their names, and nobody whom the field does not take. */
  formChoices: defineCall({
    method: 'GET',
    path: '/tasks/{id}/form/choices',
    summary: 'Finds whom a field of a task’s form can name.',
    tag: 'Tasks',
    audience: workers,
    params: idParams,
    query: choiceQuery,
    answer: choiceAnswer,
    errors: ['thing.not-found', 'task.not-yours', 'task.over', 'task.suspended'],
  }),
  /**
   * Of an unclaimed task that the user is a candidate for; of any for those who run processes. Claiming what one has
   * already changes nothing.
   */
  claim: defineCall({
    method: 'POST',
    path: '/tasks/{id}/claim',
    summary: 'Claims a task.',
    tag: 'Tasks',
    audience: workers,
    scope: 'work',
    touches: ['tasks', 'processes'],
    params: idParams,
    answer: 'empty',
    errors: ['thing.not-found', 'task.taken', 'task.over', 'task.suspended'],
  }),
  /** Of a task that is the user's. */
  unclaim: defineCall({
    method: 'POST',
    path: '/tasks/{id}/unclaim',
    summary: 'Releases a claimed task, so that others can claim it.',
    tag: 'Tasks',
    audience: workers,
    scope: 'work',
    touches: ['tasks', 'processes'],
    happensOnce: true,
    params: idParams,
    answer: 'empty',
    errors: ['thing.not-found', 'task.not-yours', 'task.over', 'task.suspended'],
  }),
  /**
   * Of a task that is the user's. `form.invalid` carries each fault in `details`: `where` is the field key, `code` that
   * of the fault in `@millrace/forms`. The answer names the next task of the instance that is already the user's.
   */
  complete: defineCall({
    method: 'POST',
    path: '/tasks/{id}/complete',
    summary: 'Completes a task with the values of its form.',
    tag: 'Tasks',
    audience: workers,
    scope: 'work',
    touches: ['tasks', 'processes'],
    happensOnce: true,
    params: idParams,
    body: formSubmission,
    answer: z.object({ nextTaskId: z.string().nullable() }),
    errors: [
      'thing.not-found',
      'task.not-yours',
      'task.over',
      'task.suspended',
      'form.invalid',
      'form.changed',
      'process.refused',
    ],
  }),
  /** Newest first. */
  history: defineCall({
    method: 'GET',
    path: '/tasks/{id}/history',
    summary: 'What has happened to a task.',
    tag: 'Tasks',
    audience: viewers,
    params: idParams,
    answer: z.array(taskEvent),
    errors: ['thing.not-found'],
  }),
})
