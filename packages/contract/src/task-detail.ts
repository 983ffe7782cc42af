import { z } from 'zod'
import { openedForm } from './form-data.ts'
import { taskRow } from './lists/tasks.ts'
import { instant, person } from './values.ts'

/** The permissions of the user on the task in its present state. The server checks them again in each call. */
const taskPermissions = z.object({
  /** Whether the user can claim the task: it is unassigned, or its assignee is someone they substitute. */
  claim: z.boolean(),
  unclaim: z.boolean(),
  complete: z.boolean(),
  /** Whether the user can delegate the task. */
  delegate: z.boolean(),
  /** Whether the user can assign the task. */
  assign: z.boolean(),
  /** Whether the user can set due date, follow-up date and priority. */
  plan: z.boolean(),
  /** Whether the user can change the candidates. */
  share: z.boolean(),
  /** Whether the user may change the description of a standalone task, or delete the task. */
  own: z.boolean(),
  /** Whether the user can open the instance of the task, and its diagram. */
  seeProcess: z.boolean(),
})

export const taskDetail = taskRow.extend({
  description: z.string().nullable(),
  /** Key in the model. */
  taskKey: z.string().nullable(),
  endedAt: instant.nullable(),
  owner: person.nullable(),
  /** The state of a delegation: `pending` until the task is given back to its owner, then `resolved`. */
  delegation: z.enum(['pending', 'resolved']).nullable(),
  /** Display names. */
  candidateGroups: z.array(z.string()),
  candidateUsers: z.array(person),
  permissions: taskPermissions,
  /** Null once the task is over. Who may see the task, but not work on it, gets the form too: it is shown read only. */
  form: openedForm.nullable(),
})

export type TaskDetail = z.output<typeof taskDetail>

/** Kinds of events of a task. */
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
  'follow-up-changed',
  'candidates-added',
  'candidates-removed',
  'owner-changed',
  'details-changed',
  'completed',
  'cancelled',
])

export const taskEvent = z.object({
  id: z.string(),
  at: instant,
  kind: taskEventKind,
  /** The acting user; null for the product itself. */
  by: person.nullable(),
  /** The new assignee, for `assigned` and `delegated`. */
  to: person.nullable(),
  /** The absent user, when it was done on their behalf. */
  inPlaceOf: person.nullable(),
  /**
   * The new value, for `priority-changed` (a number), `due-date-changed` and `follow-up-changed` (an instant, or null
   * for none), and the names of `candidates-added` and `candidates-removed`.
   */
  value: z.union([z.string(), z.number()]).nullable(),
})

export type TaskEvent = z.output<typeof taskEvent>
