import { z } from 'zod'
import { defineCall } from './call.ts'
import { formQuery, formSubmission, openedForm } from './form-data.ts'
import { listCalls } from './list/list-calls.ts'
import { definitionRow, instanceRow, startedInstanceList } from './lists/started-instances.ts'
import { idParams, instant, person } from './values.ts'

const instanceDetail = instanceRow.extend({
  startedBy: person.nullable(),
  /** The instance that called it. */
  caller: z.object({ instanceId: z.string(), businessKey: z.string().nullable(), name: z.string() }).nullable(),
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
const activity = z.object({
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

const variable = z.object({
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

const incident = z.object({
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

const evaluatedDecision = z.object({
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

const instanceDiagram = z.object({
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

const instanceEvent = z.object({
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

const starters = ['RoleUser'] as const
const viewers = ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'] as const
/** Who may do something about any instance. */
const operators = ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'] as const

export const processCalls = {
  /** A process that the user may not start is `thing.not-found`. */
  startForm: defineCall({
    method: 'GET',
    path: '/processes/definitions/{id}/start-form',
    summary: 'A process with the form that starts it.',
    tag: 'Processes',
    audience: starters,
    params: idParams,
    query: formQuery,
    answer: z.object({
      definition: definitionRow.extend({ description: z.string().nullable(), category: z.string().nullable() }),
      form: openedForm,
    }),
    errors: ['thing.not-found', 'definition.not-startable'],
  }),
  /**
   * The answer names the first task of the new instance that is already the user's. `form.invalid` is as for completing
   * a task.
   */
  start: defineCall({
    method: 'POST',
    path: '/processes/definitions/{id}/start',
    summary: 'Starts a process with the values of its start form.',
    tag: 'Processes',
    audience: [...starters, 'RoleFullAPI'],
    scope: 'start',
    touches: ['processes.startedByMe', 'tasks', 'categories.processes'],
    happensOnce: true,
    params: idParams,
    body: formSubmission.extend({ businessKey: z.string().trim().max(255).nullable().default(null) }),
    answer: z.object({
      instanceId: z.string(),
      businessKey: z.string().nullable(),
      nextTaskId: z.string().nullable(),
    }),
    errors: ['thing.not-found', 'definition.not-startable', 'form.invalid', 'form.changed', 'process.refused'],
  }),
  /** For whoever may start it, and for process administrators. */
  definitionDiagram: defineCall({
    method: 'GET',
    path: '/processes/definitions/{id}/diagram',
    summary: 'The BPMN file of a process.',
    tag: 'Processes',
    audience: viewers,
    params: idParams,
    answer: z.object({ xml: z.string(), processKey: z.string() }),
    errors: ['thing.not-found'],
  }),
  /** Top instances only, not those that they called; running and ended. */
  ...listCalls(startedInstanceList, {
    path: '/processes/startedbyme',
    summary: 'Lists the instances that the user started.',
    tag: 'Processes',
    audience: starters,
    row: instanceRow,
  }),
  /** What the filters of that list can be set to: processes of the newest instances that the user started, by name. */
  startedFilters: defineCall({
    method: 'GET',
    path: '/processes/startedbyme/filters',
    summary: 'Lists the values that the instances that the user started can be filtered by.',
    tag: 'Processes',
    audience: starters,
    answer: z.object({ processes: z.array(z.object({ key: z.string(), name: z.string() })) }),
  }),
  /** For who started it, who has or had a task in it, and process administrators; `thing.not-found` for others. */
  instance: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}',
    summary: 'An instance and what the user may do with it.',
    tag: 'Processes',
    audience: viewers,
    params: idParams,
    answer: instanceDetail,
    errors: ['thing.not-found'],
  }),
  /** By start. The newest 2,000; `isCapped` says that there are older ones. Scopes of those listed are always there. */
  activities: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/activities',
    summary: 'What an instance went through and what it stands at, with times.',
    tag: 'Processes',
    audience: viewers,
    params: idParams,
    answer: z.object({ items: z.array(activity), isCapped: z.boolean() }),
    errors: ['thing.not-found'],
  }),
  /** By scope (the process first) and name. Of an ended instance: the last values. */
  variables: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/variables',
    summary: 'Lists the variables of an instance.',
    tag: 'Processes',
    audience: viewers,
    params: idParams,
    answer: z.array(variable),
    errors: ['thing.not-found', 'right.missing'],
  }),
  variable: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/variables/{variableId}',
    summary: 'The whole value of a variable, as text.',
    tag: 'Processes',
    audience: viewers,
    params: idParams.extend({ variableId: z.string().max(64) }),
    answer: z.object({ text: z.string().nullable() }),
    errors: ['thing.not-found', 'right.missing'],
  }),
  /** Newest first, the newest 500; `isCapped` says that there are older ones. */
  decisions: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/decisions',
    summary: 'Lists the decisions that an instance evaluated: inputs, outputs and the rules that fired.',
    tag: 'Processes',
    audience: viewers,
    params: idParams,
    answer: z.object({ items: z.array(evaluatedDecision), isCapped: z.boolean() }),
    errors: ['thing.not-found', 'right.missing'],
  }),
  /** Open ones, newest first. */
  incidents: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/incidents',
    summary: 'Lists the open incidents of an instance.',
    tag: 'Processes',
    audience: viewers,
    params: idParams,
    answer: z.array(incident),
    errors: ['thing.not-found', 'right.missing'],
  }),
  diagram: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/diagram',
    summary: 'The BPMN file of an instance with the state of its elements.',
    tag: 'Processes',
    audience: viewers,
    params: idParams,
    answer: instanceDiagram,
    errors: ['thing.not-found'],
  }),
  /** Newest first, the newest 1,000. Variables and incidents only for those who may see them. */
  history: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/history',
    summary: 'What has happened to an instance, and who did it.',
    tag: 'Processes',
    audience: viewers,
    params: idParams,
    answer: z.object({ items: z.array(instanceEvent), isCapped: z.boolean() }),
    errors: ['thing.not-found'],
  }),
  /** Gives the job, external task or step behind it another try. An incident that is gone is `incident.over`. */
  retryIncident: defineCall({
    method: 'POST',
    path: '/processes/instances/{id}/incidents/{incidentId}/retry',
    summary: 'Tries again what raised an incident.',
    tag: 'Processes',
    audience: operators,
    scope: 'operate',
    touches: ['processes', 'tasks'],
    happensOnce: true,
    params: idParams.extend({ incidentId: z.string().max(64) }),
    answer: 'empty',
    errors: ['thing.not-found', 'incident.over', 'incident.not-retryable'],
  }),
  /** With all instances that it called. Who started it may cancel it too. */
  cancel: defineCall({
    method: 'DELETE',
    path: '/processes/instances/{id}',
    summary: 'Cancels an instance.',
    tag: 'Processes',
    audience: [...viewers, 'RoleFullAPI'],
    scope: 'operate',
    touches: ['processes', 'tasks'],
    happensOnce: true,
    params: idParams,
    query: z.object({ reason: z.string().trim().max(500).optional() }),
    answer: 'empty',
    errors: ['thing.not-found', 'instance.over', 'process.refused'],
  }),
} as const
