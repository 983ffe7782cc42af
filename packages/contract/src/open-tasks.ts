import { z } from 'zod'
import { defineCall } from './call.ts'
import { listCalls } from './list/list-calls.ts'
import { openTaskList, openTaskRow } from './lists/tasks.ts'
import { idParams, instant, person } from './values.ts'

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
  /** For a user who is away now: the end, the substitute, and the processes to which it is limited. */
  away: z
    .object({ until: instant, substitute: person.nullable(), processes: z.array(z.string()).nullable() })
    .nullable(),
})

export type TaskCandidate = z.output<typeof taskCandidate>

const operators = ['RoleProcessAdmin', 'RoleAdmin'] as const
/** Owners of tasks, and those who run processes. */
const holders = ['RoleUser', ...operators] as const

/** The parameters of calls about a candidate: a user, or a group. */
const candidateCall = {
  path: '/processengine/tasks/{id}/candidates/{kind}/{key}',
  tag: 'Process engine',
  audience: [...holders, 'RoleFullAPI'],
  scope: 'operate',
  touches: ['tasks'],
  params: idParams.extend({ kind: z.enum(['user', 'group']), key: z.string().min(1).max(255) }),
  answer: 'empty',
  errors: ['thing.not-found', 'task.over', 'process.refused'],
} as const

/** Calls by which operators read any open task and assign it. */
export const openTaskCalls = {
  ...listCalls(openTaskList, {
    path: '/processengine/tasks',
    summary: 'Lists all open tasks, with the reason if a task is blocked.',
    tag: 'Process engine',
    audience: operators,
    row: openTaskRow,
  }),
  /** Returns the options of the process filter of the list: processes with tasks, by name. */
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
    summary: 'Finds users and groups that a task can be assigned to.',
    tag: 'Process engine',
    audience: holders,
    query: z.object({ q: z.string().trim().max(100).default('') }),
    answer: z.array(taskCandidate),
  }),
  /** Returns who could work on an open task, and why a user could not; for an ended task its last assignee. */
  reach: defineCall({
    method: 'GET',
    path: '/processengine/tasks/{id}/reach',
    summary: 'Returns the users and groups that can work on a task, or the reason if it is blocked.',
    tag: 'Process engine',
    audience: holders,
    params: idParams,
    answer: z.object({
      obstacle: openTaskRow.shape.obstacle,
      assignee: taskCandidate.nullable(),
      candidates: z.array(taskCandidate),
    }),
    errors: ['thing.not-found'],
  }),
  /** Assigns a task to an enabled user instead of its previous assignee. Null: unassigned. */
  assign: defineCall({
    method: 'PUT',
    path: '/processengine/tasks/{id}/assignee',
    summary: 'Assigns a task to a user.',
    tag: 'Process engine',
    audience: [...holders, 'RoleFullAPI'],
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
    summary: 'Adds a user or group to the candidates of a task.',
  }),
  removeCandidate: defineCall({
    ...candidateCall,
    method: 'DELETE',
    summary: 'Removes a candidate of a task.',
  }),
}
