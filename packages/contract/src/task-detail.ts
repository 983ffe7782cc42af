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
  /** To let somebody else work at it, who gives it back. */
  delegate: z.boolean(),
  /** To say who is to do it. */
  assign: z.boolean(),
  /** To say by when it is to be done, and how urgent it is. */
  plan: z.boolean(),
  /** To say who may claim it. */
  share: z.boolean(),
  /** Whether the user may change the description of a standalone task, or delete the task. */
  own: z.boolean(),
  /** To open the instance of its process, and its diagram. */
  seeProcess: z.boolean(),
})

export const taskDetail = taskRow.extend({
  description: z.string().nullable(),
  /** Key in the model. */
  taskKey: z.string().nullable(),
  endedAt: instant.nullable(),
  owner: person.nullable(),
  /** Whether its owner waits for it to be given back, or has got it back. */
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
