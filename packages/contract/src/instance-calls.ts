import { z } from 'zod'
import { defineCall } from './call.ts'
import { formQuery } from './form-data.ts'
import {
  instanceEvent,
  instanceFile,
  instanceMoment,
  instanceMoments,
  participant,
  relatedInstance,
  submittedForm,
  submittedFormDetail,
} from './instance-history.ts'
import {
  activity,
  evaluatedDecision,
  incident,
  instanceDetail,
  instanceDiagram,
  pastValue,
  variable,
} from './instances.ts'
import { idParams, instant } from './values.ts'

const viewers = ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'] as const

/** The sorts of variables; a hyphen means descending. */
const variableSorts = ['scope', 'name', '-name', 'type', '-type', 'value', '-value'] as const

/** Calls that read one instance. */
export const instanceCalls = {
  /**
   * Returns an instance to the user who started it, to users who have or had a task in it, and to process
   * administrators; `thing.not-found` for others.
   */
  instance: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}',
    summary: 'Returns an instance, and the permissions of the user.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams,
    answer: instanceDetail,
    errors: ['thing.not-found'],
  }),
  /** Lists activities by their start: the newest 2,000, with their scopes. `isCapped`: older ones exist. */
  activities: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/activities',
    summary: 'Lists the past and current activities of an instance with their times.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams,
    answer: z.object({ items: z.array(activity), isCapped: z.boolean() }),
    errors: ['thing.not-found'],
  }),
  /**
   * Lists the first 2,000 variables by scope (the process first) and name, or in the requested order; `isCapped`: more
   * exist. For an ended instance: the last values.
   */
  variables: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/variables',
    summary: 'Lists the variables of an instance.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams,
    query: z.object({
      /** Looks into names and the beginnings of values. */
      q: z.string().trim().max(100).default(''),
      sort: z.enum(variableSorts).default('scope'),
      /** The time of the values; without it, the present values. */
      at: instant.optional(),
    }),
    answer: z.object({ items: z.array(variable), isCapped: z.boolean() }),
    errors: ['thing.not-found', 'right.missing'],
  }),
  variable: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/variables/{variableId}',
    summary: 'Returns the complete value of a variable as text.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams.extend({ variableId: z.string().max(64) }),
    answer: z.object({ text: z.string().nullable() }),
    errors: ['thing.not-found', 'right.missing'],
  }),
  /** Downloads as an attachment, for users who may see the data of the instance. */
  variableContent: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/variables/{variableId}/content',
    summary: 'Downloads the file or bytes of a variable, or of an earlier value of it.',
    tag: 'Processes',
    audience: viewers,
    params: idParams.extend({ variableId: z.string().max(64) }),
    /** `value`: the id of an earlier value, as the history of the variable lists it. Left out: the present value. */
    query: z.object({ value: z.string().max(64).optional() }),
    answer: 'file',
    errors: ['thing.not-found', 'right.missing'],
  }),
  /** Lists earlier values, the newest first, by pages of 50; `next` leads to older ones. */
  variableHistory: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/variables/{variableId}/history',
    summary: 'Lists the values that a variable of an instance had.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams.extend({ variableId: z.string().max(64) }),
    query: z.object({ after: z.string().max(64).optional() }),
    answer: z.object({ items: z.array(pastValue), next: z.string().nullable() }),
    errors: ['thing.not-found', 'right.missing'],
  }),
  /** Lists the newest 500 evaluations, the newest first; `isCapped`: older ones exist. */
  decisions: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/decisions',
    summary: 'Lists the decisions that an instance evaluated: inputs, outputs and the rules that fired.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams,
    answer: z.object({ items: z.array(evaluatedDecision), isCapped: z.boolean() }),
    errors: ['thing.not-found', 'right.missing'],
  }),
  /** Lists the newest 1,000 open incidents, the newest first; `isCapped`: older ones exist. */
  incidents: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/incidents',
    summary: 'Lists the open incidents of an instance.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams,
    answer: z.object({ items: z.array(incident), isCapped: z.boolean() }),
    errors: ['thing.not-found', 'right.missing'],
  }),
  diagram: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/diagram',
    summary: 'The BPMN file of an instance with the state of its elements.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams,
    answer: instanceDiagram,
    errors: ['thing.not-found'],
  }),
  /**
   * Lists up to 1,000 events, the newest first; `isCapped`: older ones exist, and `next` leads to them. Variables and
   * incidents are only returned to users with permission.
   */
  history: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/history',
    summary: 'Lists the history of an instance.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams,
    query: z.object({
      /** A mark that another page of the same history gave. */
      after: z
        .string()
        .regex(/^\d{1,13}-\d{1,6}$/)
        .optional(),
      size: z.coerce.number<number>().int().min(1).max(1_000).default(1_000),
    }),
    answer: z.object({ items: z.array(instanceEvent), isCapped: z.boolean(), next: z.string().nullable() }),
    errors: ['thing.not-found'],
  }),
  /** Lists up to 500 users and groups of an instance; `isCapped`: more exist. */
  participants: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/participants',
    summary: 'Lists the people of an instance and their parts.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams,
    answer: z.object({ items: z.array(participant), isCapped: z.boolean() }),
    errors: ['thing.not-found'],
  }),
  /** Lists the newest 500 sent forms, oldest first. */
  forms: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/forms',
    summary: 'Lists the forms that were sent in an instance.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams,
    answer: z.object({ items: z.array(submittedForm), isCapped: z.boolean() }),
    errors: ['thing.not-found'],
  }),
  /**
   * Returns a sent form, read only. A form that another user sent is refused with `right.missing` unless the user may
   * see the data of the instance.
   */
  form: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/forms/{formId}',
    summary: 'Returns a form that was sent in an instance.',
    tag: 'Processes',
    audience: viewers,
    params: idParams.extend({ formId: z.string().max(64) }),
    query: formQuery,
    answer: submittedFormDetail,
    errors: ['thing.not-found', 'right.missing'],
  }),
  /**
   * Lists the newest 500 files, newest first, for users who may see the data of the instance. Each is downloaded by its
   * own call.
   */
  files: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/files',
    summary: 'Lists the files of the forms of an instance.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams,
    answer: z.object({ items: z.array(instanceFile), isCapped: z.boolean() }),
    errors: ['thing.not-found', 'right.missing'],
  }),
  /** Lists the calling instance and the called ones, oldest first, up to 500. */
  related: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/related',
    summary: 'Lists the instances that called an instance or that it called.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams,
    answer: z.object({ items: z.array(relatedInstance), isCapped: z.boolean() }),
    errors: ['thing.not-found'],
  }),
  /** Returns up to 200 points in time for the slider, however much has happened. */
  moments: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/moments',
    summary: 'Lists the points in time of an instance.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams,
    answer: instanceMoments,
    errors: ['thing.not-found'],
  }),
  moment: defineCall({
    method: 'GET',
    path: '/processes/instances/{id}/moment',
    summary: 'Returns the state of an instance at a point in time.',
    tag: 'Processes',
    audience: viewers,
    follows: ['instance'],
    params: idParams,
    /** The time `at`; missing: the end of the instance, or now. */
    query: z.object({ at: instant.optional() }),
    answer: instanceMoment,
    errors: ['thing.not-found'],
  }),
} as const
