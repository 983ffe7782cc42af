import { z } from 'zod'
import { instanceRow, instanceWait } from './lists/started-instances.ts'
import { instant, person } from './values.ts'

export const instanceDetail = instanceRow.extend({
  /** What it waits for, oldest first, at most twenty. */
  waits: z.array(instanceWait).max(20),
  /** The instance that called it. */
  caller: z.object({ instanceId: z.string(), title: z.string() }).nullable(),
  /** Why it was cancelled. */
  reason: z.string().nullable(),
  counts: z.object({ variables: z.number().int(), incidents: z.number().int() }),
  /** What the user may do. Variables and incidents of others are for process administrators. */
  permissions: z.object({
    cancel: z.boolean(),
    retry: z.boolean(),
    seeVariables: z.boolean(),
    seeIncidents: z.boolean(),
  }),
})

export type InstanceDetail = z.output<typeof instanceDetail>

/**
 * - `active`: works, or waits for a person, a message, a timer
 * - `waiting`: not yet begun, or waits at a gateway for other paths
 */
const activityState = z.enum(['active', 'waiting', 'incident', 'suspended', 'completed', 'cancelled'])

export type ActivityState = z.output<typeof activityState>

/** One run of an element: what an instance went through, and what it stands at. */
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
  /** Where it lives: the process as a whole when `elementId` is null. */
  scope: z.object({ id: z.string(), elementId: z.string().nullable(), name: z.string() }),
})

export type InstanceVariable = z.output<typeof variable>

export const incident = z.object({
  id: z.string(),
  /** `failedJob`, `failedExternalTask`, `failedStep` or a type of a worker's own. */
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
  canRetry: z.boolean(),
})

export type Incident = z.output<typeof incident>

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

/** What has become of an element of the diagram. Elements that were never reached are left out. */
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
 * What can happen to an instance. `work-done`: a job or external task is done, such as a timer or a step in the
 * background. `attempt-failed`: one failed and is tried again, or waits with an incident. `task-changed`: something else
 * than who has it.
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
