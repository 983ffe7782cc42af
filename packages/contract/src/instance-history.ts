import { z } from 'zod'
import { openedForm } from './form-data.ts'
import { elementStatus } from './instances.ts'
import { definitionRow } from './lists/started-instances.ts'
import { instant, person } from './values.ts'

/**
 * The kinds of events of an instance. `work-done`: a job or external task has ended, such as a timer or a background
 * step. `attempt-failed`: one failed and is retried, or waits with an incident. `task-changed`: a change other than of
 * the assignee.
 */
const instanceEventKind = z.enum([
  'started',
  'completed',
  'cancelled',
  'task-created',
  'task-assigned',
  'task-claimed',
  'task-released',
  'task-delegated',
  'task-resolved',
  'task-changed',
  'task-suspended',
  'task-activated',
  'task-completed',
  'task-cancelled',
  'variable-set',
  'variable-removed',
  'decision-evaluated',
  'work-done',
  'attempt-failed',
  'incident-raised',
  'incident-ended',
  'modified',
  'migrated',
  'undone',
  'restarted',
])

export const instanceEvent = z.object({
  id: z.string(),
  at: instant,
  kind: instanceEventKind,
  /** The acting user; null for the product itself. */
  by: person.nullable(),
  /** The new assignee of a task. */
  to: person.nullable(),
  elementId: z.string().nullable(),
  /** The name of the task, element or variable. */
  name: z.string().nullable(),
  /** The value of a variable (the first 200 characters), the message of a failure, the reason of a cancellation. */
  text: z.string().nullable(),
})

export type InstanceEvent = z.output<typeof instanceEvent>

/**
 * What somebody, or a group, has to do with an instance:
 * - `started` it, `cancelled` it
 * - `has` a task of it, `may-claim` one
 * - `completed` a task of it, `had` one that ended without them
 */
const participation = z.object({
  kind: z.enum(['started', 'cancelled', 'has', 'may-claim', 'completed', 'had']),
  /** The task. */
  name: z.string().nullable(),
  at: instant.nullable(),
})

export const participant = z.object({
  /** A person, or a group by its name. */
  person: person.nullable(),
  group: z.string().nullable(),
  parts: z.array(participation),
})

export type Participant = z.output<typeof participant>

/** A submitted form: the start form of an instance, or the form of a task. */
export const submittedForm = z.object({
  /** `start`, or the id of the task. */
  id: z.string(),
  /** The subject: the name of the task or process. */
  name: z.string(),
  by: person.nullable(),
  at: instant,
  /** Whether the user may open the form: all forms with the right to see the data, otherwise only their own. */
  canOpen: z.boolean(),
})

export type SubmittedForm = z.output<typeof submittedForm>

/** A submitted form in the version with which it was sent, limited to the parts for the reader. */
export const submittedFormDetail = submittedForm.extend({ form: openedForm })

export const instanceFile = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number().int(),
  /** The variable, and so the field, that holds it. */
  variable: z.string(),
  by: person.nullable(),
  at: instant,
})

export type InstanceFile = z.output<typeof instanceFile>

export const relatedInstance = z.object({
  id: z.string(),
  relation: z.enum(['caller', 'called']),
  /** Null where the user may not see it. */
  title: z.string().nullable(),
  definition: definitionRow,
  /** The step that called it. */
  step: z.string().nullable(),
  startedAt: instant,
  endedAt: instant.nullable(),
  canOpen: z.boolean(),
})

export type RelatedInstance = z.output<typeof relatedInstance>

/** A stretch of time in which something happened; several moments that lie close together are one. */
const momentMark = z.object({ at: instant, count: z.number().int(), kind: z.enum(['step', 'data', 'incident']) })

export const instanceMoments = z.object({
  from: instant,
  /** The end of the instance; now while it runs. */
  to: instant,
  /** The number of points in time at which something happened. */
  total: z.number().int(),
  marks: z.array(momentMark).max(200),
})

export type InstanceMoments = z.output<typeof instanceMoments>

/** The state of an instance at a time, with everything that had happened. */
export const instanceMoment = z.object({
  at: instant,
  /** The moments before and after it in which something happened. */
  previous: instant.nullable(),
  next: instant.nullable(),
  /** The number of this point in time among those of the instance, from 1; 0 before the first one. */
  place: z.number().int(),
  elements: z.array(elementStatus),
  takenFlows: z.array(z.string()),
  /** Names of what had started and not ended. */
  open: z.array(z.string()),
})

export type InstanceMoment = z.output<typeof instanceMoment>
