import { z } from 'zod'
import { instanceRow, instanceWait } from './lists/started-instances.ts'
import { instant, person } from './values.ts'

export const instanceDetail = instanceRow.extend({
  /** The events, tasks and timers for which the instance waits, oldest first, at most twenty. */
  waits: z.array(instanceWait).max(20),
  /** The instance that called it. */
  caller: z.object({ instanceId: z.string(), title: z.string() }).nullable(),
  /** The reason for the cancellation. */
  reason: z.string().nullable(),
  /**
   * The process with which the user can start the same again, if they started this instance by a form: its newest
   * version.
   */
  startAgain: z.string().nullable(),
  counts: z.object({ variables: z.number().int(), incidents: z.number().int() }),
  /** The permissions of the user. Variables and incidents of others are for process administrators. */
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

/** The description of a file that is the value of a variable. Its content has a call of its own. */
const fileDescription = z.object({
  name: z.string(),
  /** MIME type; null when it is unknown. */
  type: z.string().nullable(),
  /** The character encoding of a text, such as `UTF-8`; null when it is unknown. */
  encoding: z.string().nullable(),
  /** Bytes. */
  size: z.number().int(),
})

export const variable = z.object({
  id: z.string(),
  name: z.string(),
  /** The type with its name in Camunda 7: `String`, `Long`, `Json`, `File` … */
  type: z.string(),
  /** The value as text, at most 2,000 characters; null for null, and for files and bytes. */
  text: z.string().nullable(),
  /** Whether the text was shortened: the call for one variable returns all of it. */
  isCut: z.boolean(),
  /** `YYYY-MM-DD` where the value is the start of a day: the same day for every reader. */
  day: z.string().nullable(),
  /** The scope of the variable: the whole process when `elementId` is null. */
  scope: z.object({ id: z.string(), elementId: z.string().nullable(), name: z.string() }),
  /** The description of a file; null for other types. */
  file: fileDescription.nullable(),
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
  /** The stack trace, or the values that the step read, as text for people who know the model. */
  detail: z.string().nullable(),
  /** The note of an operator or worker about it. */
  note: z.string().nullable(),
  /** The cause that it is an incident of, for operators; null where it has none. */
  causeId: z.string().nullable(),
  canRetry: z.boolean(),
})

export type Incident = z.output<typeof incident>

/** An earlier value of a variable, with the time from which it was valid. */
export const pastValue = z.object({
  id: z.string(),
  at: instant,
  type: z.string(),
  /**
   * The value as text, at most 2,000 characters; null for null, for files and bytes, and when the variable was removed.
   */
  text: z.string().nullable(),
  isCut: z.boolean(),
  day: z.string().nullable(),
  /** The variable was removed at that moment. */
  isRemoved: z.boolean(),
  /**
   * The name of the step that wrote the value; null at the start of the instance, or when a user or API client wrote
   * it.
   */
  elementName: z.string().nullable(),
  /** The description of a file; null for other types, and where it was removed. */
  file: fileDescription.nullable(),
})

export type PastValue = z.output<typeof pastValue>

/** A value of a decision as text, at most 2,000 characters; null for null. */
const decisionValue = z.object({ name: z.string(), text: z.string().nullable() })

export const evaluatedDecision = z.object({
  id: z.string(),
  /** The id of one evaluation: a decision, and before it the decisions that it required. */
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
  /** The result as JSON. */
  result: z.string().nullable(),
})

export type EvaluatedDecisionRow = z.output<typeof evaluatedDecision>

/** The outcome of an element of the diagram. Elements that were never reached are left out. */
export const elementStatus = z.object({
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
