import { z } from 'zod'
import { defineCall } from './call.ts'
import { idParams, instant } from './values.ts'

const readers = ['RoleProcessAdmin', 'RoleAdmin'] as const
const of = { tag: 'Process engine', audience: readers } as const
const change = {
  ...of,
  audience: [...readers, 'RoleFullAPI'],
  scope: 'operate',
  touches: ['processes', 'tasks', 'jobs'],
  answer: 'empty',
} as const

/** The types, by Camunda 7's names, of values that operators write as text. */
export const writtenTypes = ['String', 'Boolean', 'Integer', 'Long', 'Double', 'Date', 'Json', 'Xml', 'Null'] as const

export type WrittenType = (typeof writtenTypes)[number]

/** Maximum number of characters of a value that operators write. */
export const longestWrittenValue = 200_000

/** The maximum number of characters in the note of an incident. */
export const longestIncidentNote = 4_000

const externalTask = z.object({
  id: z.string(),
  topic: z.string(),
  /** Id in the model, and its name there. */
  elementId: z.string(),
  elementName: z.string().nullable(),
  /** The worker that has locked it, and until when. */
  workerId: z.string().nullable(),
  lockedUntil: instant.nullable(),
  /** Null: no worker has said how many there are. */
  retries: z.number().int().nullable(),
  priority: z.number().int(),
  isSuspended: z.boolean(),
  /** Message and details of the last failure. */
  error: z.string().nullable(),
  detail: z.string().nullable(),
  createdAt: instant,
})

export type InstanceExternalTask = z.output<typeof externalTask>

const subscription = z.object({
  id: z.string(),
  kind: z.string(),
  /** Name of the message or signal. */
  name: z.string().nullable(),
  elementId: z.string(),
  elementName: z.string().nullable(),
  createdAt: instant,
})

export type InstanceSubscription = z.output<typeof subscription>

/** Calls for operators on an instance, in addition to those of its users. */
export const operatedInstanceCalls = {
  /** In the scope of the process, where none is given. A value that does not fit its type is `variable.invalid`. */
  setVariable: defineCall({
    ...change,
    method: 'PUT',
    path: '/processengine/instances/{id}/variables',
    summary: 'Sets a variable of an instance.',
    happensOnce: true,
    params: idParams,
    body: z.object({
      /** An element instance or a task; null for the process. */
      scopeId: z.string().max(64).nullable().default(null),
      name: z
        .string()
        .min(1)
        .max(255)
        .regex(/^[^\0]*$/),
      type: z.enum(writtenTypes),
      /** Digits, `true` or `false`, an instant; null for null. */
      text: z
        .string()
        .max(longestWrittenValue)
        .regex(/^[^\0]*$/)
        .nullable(),
    }),
    errors: ['thing.not-found', 'variable.invalid', 'instance.over', 'process.refused'],
  }),
  removeVariable: defineCall({
    ...change,
    method: 'DELETE',
    path: '/processengine/instances/{id}/variables/{variableId}',
    summary: 'Deletes a variable of an instance.',
    happensOnce: true,
    params: idParams.extend({ variableId: z.string().max(64) }),
    errors: ['thing.not-found', 'process.refused'],
  }),
  annotateIncident: defineCall({
    ...change,
    method: 'PUT',
    path: '/processengine/incidents/{id}/note',
    summary: 'Writes a note to an incident.',
    happensOnce: true,
    params: idParams,
    body: z.object({
      /** Null: no note any more. */
      note: z
        .string()
        .trim()
        .max(longestIncidentNote)
        .regex(/^[^\0]*$/)
        .nullable(),
    }),
    errors: ['thing.not-found'],
  }),
  /** Open ones, oldest first, up to 500. */
  externalTasks: defineCall({
    ...of,
    method: 'GET',
    follows: ['instance'],
    path: '/processengine/instances/{id}/external-tasks',
    summary: 'Lists the open external tasks of an instance.',
    params: idParams,
    answer: z.object({ items: z.array(externalTask), isCapped: z.boolean() }),
    errors: ['thing.not-found', 'right.missing'],
  }),
  /** An incident of the external task ends with new retries. */
  setExternalTaskRetries: defineCall({
    ...change,
    method: 'PUT',
    path: '/processengine/external-tasks/{id}/retries',
    summary: 'Sets the number of retries of an external task.',
    params: idParams,
    body: z.object({ retries: z.number().int().min(0).max(1_000) }),
    errors: ['thing.not-found', 'process.refused'],
  }),
  /** Oldest first, up to 500. */
  subscriptions: defineCall({
    ...of,
    method: 'GET',
    follows: ['instance'],
    path: '/processengine/instances/{id}/subscriptions',
    summary: 'Lists the messages, signals and conditions that an instance waits for.',
    params: idParams,
    answer: z.object({ items: z.array(subscription), isCapped: z.boolean() }),
    errors: ['thing.not-found', 'right.missing'],
  }),
} as const
