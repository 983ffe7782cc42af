import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { choiceAnswer, choiceQuery, draftEntry, formQuery, formSubmission, keptDraft } from './form-data.ts'
import { listCalls } from './list/list-calls.ts'
import {
  assignedTaskList,
  completedTaskList,
  completedTaskRow,
  involvedTaskList,
  taskRow,
  unclaimedTaskList,
} from './lists/tasks.ts'
import { variableName } from './lists/variable-columns.ts'
import { openTaskCalls } from './open-tasks.ts'
import { ownTaskCalls } from './own-tasks.ts'
import { taskDetail, taskEvent } from './task-detail.ts'
import { idParams, instant, person } from './values.ts'

/** The number of news items in an answer. */
export const newsLimits = { items: 20 } as const

/** A comment that is added together with a change of a task. */
const taskNote = z.string().trim().min(1).max(4_000)

const audience = ['RoleUser'] as const
/** The roles that may see tasks: users see their own, operators all. */
const viewers = [...audience, 'RoleProcessAdmin', 'RoleAdmin'] as const
/** The roles that may change tasks: users their own, RoleFullAPI all. */
const workers = [...viewers, 'RoleFullAPI'] as const

export const taskCalls = defineCalls('tasks', {
  ...listCalls(assignedTaskList, {
    path: '/tasks/assigned',
    summary: 'Lists the tasks assigned to the user.',
    tag: 'Tasks',
    audience,
    follows: ['tasks'],
    row: taskRow,
  }),
  ...listCalls(unclaimedTaskList, {
    path: '/tasks/unclaimed',
    summary: 'Lists the tasks that the user can claim.',
    tag: 'Tasks',
    audience,
    follows: ['tasks'],
    row: taskRow,
  }),
  ...listCalls(involvedTaskList, {
    path: '/tasks/involved',
    summary: 'Lists the open tasks that involve the user.',
    tag: 'Tasks',
    audience,
    follows: ['tasks'],
    row: taskRow,
  }),
  ...listCalls(completedTaskList, {
    path: '/tasks/completed',
    summary: 'Lists the tasks that the user has completed.',
    tag: 'Tasks',
    audience,
    row: completedTaskRow,
  }),
  ...openTaskCalls,
  /** Returns the variable names of the processes whose tasks the lists show. */
  variableNames: defineCall({
    method: 'GET',
    path: '/tasks/variable-names',
    summary: 'Lists variables of forms that task lists can show as columns.',
    tag: 'Tasks',
    audience,
    answer: z.array(variableName),
  }),
  /** Counts tasks for the menu and the view tabs. Each number counts up to `listLimits.total`. */
  counts: defineCall({
    method: 'GET',
    path: '/tasks/counts',
    summary: 'Counts the tasks of the user.',
    tag: 'Tasks',
    audience,
    follows: ['tasks', 'notices'],
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
      /** Drafts of the user: of forms of tasks, and of start forms. */
      taskDrafts: z.number().int(),
      startDrafts: z.number().int(),
      /** The number of new tasks. */
      news: z.number().int(),
      /** Notifications that the user has not read, up to `noticeLimits.counted`. */
      notices: z.number().int(),
    }),
  }),
  /**
   * New tasks that the user may claim, since they last marked news as seen. Newest first, at most `newsLimits.items`;
   * all are new for users who never did. Assigned tasks are reported by notifications.
   */
  news: defineCall({
    method: 'GET',
    path: '/tasks/news',
    summary: 'Lists the new tasks that the user can claim.',
    tag: 'Tasks',
    audience,
    follows: ['tasks'],
    answer: z.object({ items: z.array(taskRow.extend({ cameAt: instant })) }),
  }),
  /** Marks tasks as seen up to the time `until`. An earlier time than the stored one changes nothing. */
  seeNews: defineCall({
    method: 'PUT',
    path: '/tasks/news/seen',
    summary: 'Marks the new tasks of the user as seen.',
    tag: 'Tasks',
    audience,
    scope: 'work',
    touches: ['tasks.news', 'tasks.counts'],
    body: z.object({ until: instant }),
    answer: 'empty',
  }),
  /** Returns the options of the filters of both lists: processes and groups of tasks of the user, by name. */
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
  /** Returns a task. A task that the user may not see is `thing.not-found`. */
  get: defineCall({
    method: 'GET',
    path: '/tasks/{id}',
    summary: 'Returns a task with its process, its form and the permissions of the user.',
    tag: 'Tasks',
    audience: viewers,
    follows: ['task'],
    params: idParams,
    query: formQuery,
    answer: taskDetail,
    errors: ['thing.not-found'],
  }),
  /**
   * Stores a draft of the task form for the user, whether its values are valid or not. Refused with `draft.changed` if
   * it was saved since the known revision.
   */
  keepDraft: defineCall({
    method: 'PUT',
    path: '/tasks/{id}/form/draft',
    summary: 'Saves a draft of the form of a task.',
    tag: 'Tasks',
    audience: workers,
    scope: 'work',
    touches: [],
    params: idParams,
    body: draftEntry,
    answer: keptDraft,
    errors: ['thing.not-found', 'task.not-yours', 'task.over', 'task.suspended', 'draft.changed', 'draft.too-many'],
  }),
  discardDraft: defineCall({
    method: 'DELETE',
    path: '/tasks/{id}/form/draft',
    summary: 'Deletes the draft of the form of a task.',
    tag: 'Tasks',
    audience: workers,
    scope: 'work',
    touches: ['drafts', 'tasks.counts'],
    params: idParams,
    answer: 'empty',
    errors: ['thing.not-found', 'task.not-yours', 'task.over', 'task.suspended'],
  }),
  /**
   * Returns choices for users who may complete the task. Only names are returned, and only those that the field
   * accepts.
   */
  formChoices: defineCall({
    method: 'GET',
    path: '/tasks/{id}/form/choices',
    summary: 'Finds choices for a field of the form of a task.',
    tag: 'Tasks',
    audience: workers,
    params: idParams,
    query: choiceQuery,
    answer: choiceAnswer,
    errors: ['thing.not-found', 'task.not-yours', 'task.over', 'task.suspended'],
  }),
  /**
   * Claims an unclaimed task that the user is a candidate for; operators can claim any unclaimed task. Claiming an own
   * task changes nothing.
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
  /** Releases a task of the user. */
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
   * Completes a task that is assigned to the user. `form.invalid` has each error in `details`: `where` is the field
   * key, `code` the code of the error in `@millrace/forms`. The answer names the next task of the instance that is
   * assigned to the user.
   */
  complete: defineCall({
    method: 'POST',
    path: '/tasks/{id}/complete',
    summary: 'Completes a task with the values of its form.',
    tag: 'Tasks',
    audience: workers,
    scope: 'work',
    touches: ['tasks', 'processes', 'drafts', 'comments'],
    happensOnce: true,
    params: idParams,
    body: formSubmission.extend({ note: taskNote.optional() }),
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
  ...ownTaskCalls,
  /** Lists at most 20 other users who have the task open, by user name. The stream reports changes (`task:ID`). */
  viewers: defineCall({
    method: 'GET',
    path: '/tasks/{id}/viewers',
    summary: 'Lists other users who have the task open.',
    tag: 'Tasks',
    audience: viewers,
    follows: ['task', 'instance'],
    params: idParams,
    answer: z.array(person),
    errors: ['thing.not-found'],
  }),
  /** Delegates a task of the user. The other user gives it back by completing it; the user stays its owner. */
  delegate: defineCall({
    method: 'POST',
    path: '/tasks/{id}/delegate',
    summary: 'Delegates a task to another user.',
    tag: 'Tasks',
    audience: workers,
    scope: 'operate',
    touches: ['tasks', 'processes', 'comments'],
    happensOnce: true,
    params: idParams,
    body: z.object({ username: z.string().trim().min(1).max(255), note: taskNote.optional() }),
    answer: 'empty',
    errors: ['thing.not-found', 'right.missing', 'task.over', 'task.suspended', 'process.refused'],
  }),
  /** Changes dates and priority, for the assignee and the owner. Missing dates stay unchanged; null removes a date. */
  plan: defineCall({
    method: 'PUT',
    path: '/tasks/{id}/plan',
    summary: 'Sets the dates and the priority of a task.',
    tag: 'Tasks',
    audience: workers,
    scope: 'operate',
    touches: ['tasks', 'processes'],
    params: idParams,
    body: z.object({
      dueAt: instant.nullable().optional(),
      followUpAt: instant.nullable().optional(),
      priority: z.number().int().min(0).max(100).optional(),
    }),
    answer: 'empty',
    errors: ['thing.not-found', 'right.missing', 'task.over', 'process.refused'],
  }),
  /** Lists the history of a task, newest first. */
  history: defineCall({
    method: 'GET',
    path: '/tasks/{id}/history',
    summary: 'Lists the history of a task.',
    tag: 'Tasks',
    audience: viewers,
    follows: ['task', 'instance'],
    params: idParams,
    answer: z.array(taskEvent),
    errors: ['thing.not-found'],
  }),
})
