import { z } from 'zod'
import { allInstanceCalls } from './all-instances.ts'
import { defineCall, defineCalls } from './call.ts'
import { choiceAnswer, choiceQuery, draftEntry, formQuery, formSubmission, keptDraft, openedForm } from './form-data.ts'
import { iconValue } from './icons.ts'
import { instanceCalls } from './instance-calls.ts'
import { listCalls } from './list/list-calls.ts'
import { definitionRow, instanceRow, involvedInstanceList, startedInstanceList } from './lists/started-instances.ts'
import { variableName } from './lists/variable-columns.ts'
import { movedInstanceCalls } from './moved-instances.ts'
import { operatedInstanceCalls } from './operated-instances.ts'
import { idParams, instant } from './values.ts'

const starters = ['RoleUser'] as const
const viewers = ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'] as const
/** The roles that may change any instance. */
const operators = ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'] as const

const instanceFilters = z.object({ processes: z.array(z.object({ key: z.string(), name: z.string() })) })

export const processCalls = defineCalls('processes', {
  /**
   * Sets the icon of all versions of the process in place of the icons in their models; null returns to these icons.
   */
  setIcon: defineCall({
    method: 'PUT',
    path: '/processengine/definitions/{key}/icon',
    summary: 'Sets the icon of a process.',
    tag: 'Process engine',
    audience: operators,
    scope: 'operate',
    touches: ['categories.processes', 'deployments.get'],
    params: z.object({ key: z.string().min(1).max(255) }),
    body: z.object({ icon: z.string().max(255).regex(iconValue).nullable() }),
    answer: 'empty',
    errors: ['thing.not-found'],
  }),
  /** Returns the start form. A process that the user may not start is `thing.not-found`. */
  startForm: defineCall({
    method: 'GET',
    path: '/processes/definitions/{id}/start-form',
    summary: 'Returns a process with its start form.',
    tag: 'Processes',
    audience: starters,
    params: idParams,
    query: formQuery,
    answer: z.object({
      definition: definitionRow.extend({ description: z.string().nullable(), category: z.string().nullable() }),
      form: openedForm,
      /** The possible first tasks, with the assignees and candidates that the model names without expressions. */
      firstTasks: z.array(z.object({ name: z.string(), groups: z.array(z.string()), people: z.array(z.string()) })),
    }),
    errors: ['thing.not-found', 'definition.not-startable'],
  }),
  /**
   * Stores a draft of the start form for the user, whether its values are valid or not. Refused with `draft.changed` if
   * it was saved since the known revision.
   */
  keepStartDraft: defineCall({
    method: 'PUT',
    path: '/processes/definitions/{id}/start-form/draft',
    summary: 'Saves a draft of a start form.',
    tag: 'Processes',
    audience: [...starters, 'RoleFullAPI'],
    scope: 'start',
    touches: [],
    params: idParams,
    body: draftEntry,
    answer: keptDraft,
    errors: ['thing.not-found', 'definition.not-startable', 'draft.changed', 'draft.too-many'],
  }),
  discardStartDraft: defineCall({
    method: 'DELETE',
    path: '/processes/definitions/{id}/start-form/draft',
    summary: 'Deletes the draft of a start form.',
    tag: 'Processes',
    audience: [...starters, 'RoleFullAPI'],
    scope: 'start',
    touches: ['drafts', 'tasks.counts'],
    params: idParams,
    answer: 'empty',
    errors: ['thing.not-found', 'definition.not-startable'],
  }),
  /** Choices for users who may start it. Only names are returned, and only those that the field accepts. */
  startFormChoices: defineCall({
    method: 'GET',
    path: '/processes/definitions/{id}/start-form/choices',
    summary: 'Finds choices for a field of a start form.',
    tag: 'Processes',
    audience: [...starters, 'RoleFullAPI'],
    params: idParams,
    query: choiceQuery,
    answer: choiceAnswer,
    errors: ['thing.not-found', 'definition.not-startable'],
  }),
  /**
   * Starts a process. The answer names the first task of the new instance that is assigned to the user. `form.invalid`
   * is as for completing a task.
   */
  start: defineCall({
    method: 'POST',
    path: '/processes/definitions/{id}/start',
    summary: 'Starts a process with the values of its start form.',
    tag: 'Processes',
    audience: [...starters, 'RoleFullAPI'],
    scope: 'start',
    touches: ['processes.startedByMe', 'processes.involvingMe', 'tasks', 'categories.processes', 'drafts'],
    happensOnce: true,
    params: idParams,
    body: formSubmission.extend({ businessKey: z.string().trim().max(255).nullable().default(null) }),
    answer: z.object({
      instanceId: z.string(),
      businessKey: z.string().nullable(),
      /** The title of the new instance. */
      title: z.string(),
      nextTaskId: z.string().nullable(),
    }),
    errors: ['thing.not-found', 'definition.not-startable', 'form.invalid', 'form.changed', 'process.refused'],
  }),
  /** Returns the diagram for starters and process administrators. */
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
    follows: ['tasks', 'instances', 'instance'],
    row: instanceRow,
  }),
  /** Every instance that the user started, has or had a task in, or may claim one of; running and ended. */
  ...listCalls(involvedInstanceList, {
    path: '/processes/involvingme',
    summary: 'Lists the instances that the user is involved in.',
    tag: 'Processes',
    audience: starters,
    follows: ['tasks', 'instances', 'instance'],
    row: instanceRow,
  }),
  /** Returns the options of the filters of these lists: processes of the listed instances, by name. */
  startedFilters: defineCall({
    method: 'GET',
    path: '/processes/startedbyme/filters',
    summary: 'Lists the values that the instances that the user started can be filtered by.',
    tag: 'Processes',
    audience: starters,
    answer: instanceFilters,
  }),
  involvedFilters: defineCall({
    method: 'GET',
    path: '/processes/involvingme/filters',
    summary: 'Lists the values that the instances that the user is involved in can be filtered by.',
    tag: 'Processes',
    audience: starters,
    answer: instanceFilters,
  }),
  /** Returns the variable names of the processes whose instances the lists show. */
  variableNames: defineCall({
    method: 'GET',
    path: '/processes/variable-names',
    summary: 'Lists variables of forms that lists of instances can show as columns.',
    tag: 'Processes',
    audience: starters,
    answer: z.array(variableName),
  }),
  ...instanceCalls,
  ...allInstanceCalls,
  ...operatedInstanceCalls,
  ...movedInstanceCalls,
  /**
   * Gives the job, external task or step behind it another try. An incident that no longer exists is `incident.over`.
   */
  retryIncident: defineCall({
    method: 'POST',
    path: '/processes/instances/{id}/incidents/{incidentId}/retry',
    summary: 'Retries an incident.',
    tag: 'Processes',
    audience: operators,
    scope: 'operate',
    touches: ['processes', 'tasks', 'jobs'],
    happensOnce: true,
    params: idParams.extend({ incidentId: z.string().max(64) }),
    /** The time of the retry; missing: now. Not for external tasks, which workers fetch when they have time. */
    query: z.object({ dueAt: instant.optional() }),
    answer: 'empty',
    errors: ['thing.not-found', 'incident.over', 'incident.not-retryable'],
  }),
  /** Cancels an instance with all instances that it called. The user who started it may do this, too. */
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
})
