import { z } from 'zod'
import { openedForm } from './form-data.ts'
import { definitionRow, instanceRow, instanceWait } from './lists/started-instances.ts'
import { instant, person } from './values.ts'

export const instanceDetail = instanceRow.extend({
  /** What it waits for, oldest first, at most twenty. */
  waits: z.array(instanceWait).max(20),
  /** The instance that called it. */
  caller: z.object({ instanceId: z.string(), title: z.string() }).nullable(),
  /** Why it was cancelled. */
  reason: z.string().nullable(),
  /**
   * What the user starts to have the same again, where they started this one by a form: the newest version of its
   * process.
   */
  startAgain: z.string().nullable(),
  counts: z.object({ variables: z.number().int(), incidents: z.number().int() }),
  /** What the user may do. Variables and incidents of others are for process administrators. */
  permissions: z.object({
    cancel: z.boolean(),
    retry: z.boolean(),
    restart: z.boolean(),
    seeVariables: z.boolean(),
    seeIncidents: z.boolean(),
    seeJobs: z.boolean(),
    seeBatches: z.boolean(),
  }),
})

export type InstanceDetail = z.output<typeof instanceDetail>

/**
 * - `active`: works, or waits for a person, a message, a timer
 * - `waiting`: not yet started, or waits at a gateway for other paths
 */
const activityState = z.enum(['active', 'waiting', 'incident', 'suspended', 'completed', 'cancelled'])

export type ActivityState = z.output<typeof activityState>

/** A run of an element in an instance, ended or active. */
export const activity = z.object({
  id: z.string(),
  /** The run of the scope around it; null directly in the process. */
  parentId: z.string().nullable(),
  /** Id in the model. */
  elementId: z.string(),
  /** The model's name, else null: gateways often have none. */
  name: z.string().nullable(),
  /** Local name in BPMN, such as `userTask` or `exclusiveGateway`. */
  type: z.string(),
  state: activityState,
  startedAt: instant,
  endedAt: instant.nullable(),
  assignee: person.nullable(),
  taskId: z.string().nullable(),
  calledInstanceId: z.string().nullable(),
})

export type Activity = z.output<typeof activity>

export const variable = z.object({
  id: z.string(),
  name: z.string(),
  /** As Camunda 7 names it: `String`, `Long`, `Json`, `File` … */
  type: z.string(),
  /** The value as text, at most 2,000 characters; null for null, and for files and bytes. */
  text: z.string().nullable(),
  /** The text is longer: the call for one variable gives all of it. */
  isCut: z.boolean(),
  /** `YYYY-MM-DD` where the value is the start of a day: the same day for every reader. */
  day: z.string().nullable(),
  /** Where it lives: the process as a whole when `elementId` is null. */
  scope: z.object({ id: z.string(), elementId: z.string().nullable(), name: z.string() }),
})

export type InstanceVariable = z.output<typeof variable>

export const incident = z.object({
  id: z.string(),
  /** `failedJob`, `answerUnknown`, `failedExternalTask`, `failedStep` or a type of a worker's own. */
  type: z.string(),
  message: z.string(),
  at: instant,
  elementId: z.string().nullable(),
  elementName: z.string().nullable(),
  /** The run of the element, as in the list of activities. */
  activityId: z.string().nullable(),
  jobId: z.string().nullable(),
  /** Stack trace or what the step saw; text for people who know the model. */
  detail: z.string().nullable(),
  /** What an operator or a worker has written about it. */
  note: z.string().nullable(),
  /** The cause that it is an incident of, for operators; null where it has none. */
  causeId: z.string().nullable(),
  canRetry: z.boolean(),
})

export type Incident = z.output<typeof incident>

/** A value that a variable had, from a moment on. */
export const pastValue = z.object({
  id: z.string(),
  at: instant,
  type: z.string(),
  /** At most 2,000 characters; null for null, for files and bytes, and where it was removed. */
  text: z.string().nullable(),
  isCut: z.boolean(),
  day: z.string().nullable(),
  /** The variable was removed at that moment. */
  isRemoved: z.boolean(),
  /** The step that wrote it; null where it was started with, or somebody wrote it from outside. */
  elementName: z.string().nullable(),
})

export type PastValue = z.output<typeof pastValue>

/** A value of a decision as text, at most 2,000 characters; null for null. */
const decisionValue = z.object({ name: z.string(), text: z.string().nullable() })

export const evaluatedDecision = z.object({
  id: z.string(),
  /** Of one request: a decision and those that it required, which come before it. */
  evaluationId: z.string(),
  at: instant,
  elementId: z.string().nullable(),
  elementName: z.string().nullable(),
  /** The run of the element, as in the list of activities. */
  activityId: z.string().nullable(),
  key: z.string(),
  name: z.string(),
  /** Null when it is no table. */
  hitPolicy: z.string().nullable(),
  aggregation: z.string().nullable(),
  inputs: z.array(decisionValue),
  /** The rules that fired, in the order of the result. `order` is the place in the table, from 1. */
  rules: z.array(z.object({ id: z.string().nullable(), order: z.number().int(), outputs: z.array(decisionValue) })),
  /** What it gave, as JSON. */
  result: z.string().nullable(),
})

export type EvaluatedDecisionRow = z.output<typeof evaluatedDecision>

/** The outcome of an element of the diagram. Elements that were never reached are left out. */
const elementStatus = z.object({
  elementId: z.string(),
  active: z.number().int(),
  completed: z.number().int(),
  cancelled: z.number().int(),
  incidents: z.number().int(),
})

export type ElementStatus = z.output<typeof elementStatus>

export const instanceDiagram = z.object({
  /** The BPMN file as it was deployed. It may have no drawing in it. */
  xml: z.string(),
  /** The process of the file that runs. */
  processKey: z.string(),
  isSuspended: z.boolean(),
  elements: z.array(elementStatus),
  /** Sequence flows that have been taken. */
  takenFlows: z.array(z.string()),
})

export type InstanceDiagram = z.output<typeof instanceDiagram>

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
  /** Who did it; null for the program itself. */
  by: person.nullable(),
  /** Whom a task was given to. */
  to: person.nullable(),
  elementId: z.string().nullable(),
  /** Of the task, element or variable. */
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

/** A form that was sent: that of the start, or of a task. */
export const submittedForm = z.object({
  /** `start`, or the id of the task. */
  id: z.string(),
  /** What was asked: the name of the task, or of the process. */
  name: z.string(),
  by: person.nullable(),
  at: instant,
  /** Who may see the data of an instance opens all of them, anybody else those that they sent. */
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
  /** When it ended; now where it still runs. */
  to: instant,
  /** In how many moments something happened. */
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
  /** Which of them it is, from 1; 0 before the first. */
  place: z.number().int(),
  elements: z.array(elementStatus),
  takenFlows: z.array(z.string()),
  /** Names of what had started and not ended. */
  open: z.array(z.string()),
})

export type InstanceMoment = z.output<typeof instanceMoment>
