import { z } from 'zod'
import { openedForm } from './form-data.ts'
import { taskRow } from './lists/tasks.ts'
import { instant, person } from './values.ts'

/** What the user may do with the task as it stands now. The server decides again when it is done. */
const taskPermissions = z.object({
  claim: z.boolean(),
  unclaim: z.boolean(),
  complete: z.boolean(),
  /** To say who is to do it, and who may claim it. */
  assign: z.boolean(),
})

export const taskDetail = taskRow.extend({
  description: z.string().nullable(),
  /** Key in the model. */
  taskKey: z.string().nullable(),
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

export const taskEvent = z.object({
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
