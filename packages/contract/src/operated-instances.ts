import { z } from 'zod'
import { defineCall } from './call.ts'
import { fileVariablePatterns } from './file-variable-patterns.ts'
import { limits } from './limits.ts'
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

/** The maximum number of variables that operators deliver with a message. */
const maxMessageVariables = 50

const variableName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\0]*$/)

/** The value of a variable as an operator writes it: digits, `true` or `false`, an instant; null for null. */
const writtenText = z
  .string()
  .max(longestWrittenValue)
  .regex(/^[^\0]*$/)
  .nullable()

/** A variable of the process instance, with its value as an operator writes it. */
export const writtenVariable = z.object({ name: variableName, type: z.enum(writtenTypes), text: writtenText })

export type WrittenVariable = z.output<typeof writtenVariable>

/** The fields of an uploaded file variable, beside the file. */
export const fileVariable = z.object({
  /** An element instance or a task; empty for the process. */
  scopeId: z.string().max(64).default(''),
  name: variableName,
  /** MIME type; empty: the type of the upload. */
  mimeType: z.string().trim().regex(fileVariablePatterns.mimeType).default(''),
  /** The character encoding of a text, such as `UTF-8`; empty: unknown. */
  encoding: z.string().trim().regex(fileVariablePatterns.encoding).default(''),
})

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

const subscriptionParams = idParams.extend({ subscriptionId: z.string().max(64) })

const messageBody = z.object({
  /** Variables that the message carries. */
  variables: z.array(writtenVariable).max(maxMessageVariables).default([]),
})

const elements = z.array(z.object({ elementId: z.string(), name: z.string().nullable() }))

/** Calls for operators on an instance, in addition to those of its users. */
export const operatedInstanceCalls = {
  /**
   * Sets a variable, by default in the scope of the process. A value that does not match its type is
   * `variable.invalid`.
   */
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
      ...writtenVariable.shape,
    }),
    errors: ['thing.not-found', 'variable.invalid', 'instance.over', 'process.refused'],
  }),
  /**
   * Body: one part `file`, and the fields of `fileVariable`. Replaces the variable with this name in the scope, of any
   * type.
   */
  setFileVariable: defineCall({
    ...change,
    method: 'POST',
    path: '/processengine/instances/{id}/variables/file',
    summary: 'Uploads a file as a variable of an instance.',
    happensOnce: true,
    params: idParams,
    body: 'multipart',
    parts: { files: 1, fileSize: limits.file },
    bodyLimit: limits.file + limits.jsonBody,
    errors: [
      ...(['thing.not-found', 'variable.invalid', 'instance.over', 'process.refused'] as const),
      ...(['request.too-large', 'file.infected', 'file.not-scanned'] as const),
    ],
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
  /** Lists open external tasks, the oldest first, up to 500. */
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
  /** Sets the retries of an external task. New retries end its incident. */
  setExternalTaskRetries: defineCall({
    ...change,
    method: 'PUT',
    path: '/processengine/external-tasks/{id}/retries',
    summary: 'Sets the number of retries of an external task.',
    params: idParams,
    body: z.object({ retries: z.number().int().min(0).max(1_000) }),
    errors: ['thing.not-found', 'process.refused'],
  }),
  /** Lists subscriptions, oldest first, up to 500. */
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
  /** Tries to deliver the message, and rolls everything back. */
  tryMessage: defineCall({
    ...change,
    method: 'POST',
    path: '/processengine/instances/{id}/subscriptions/{subscriptionId}/message/try',
    touches: [],
    summary: 'What a message to a subscription of an instance would start and end.',
    params: subscriptionParams,
    body: messageBody,
    answer: z.object({
      /** The reason why a step of the process would fail; null: the message can be delivered. */
      problem: z.string().nullable(),
      starts: elements,
      ends: elements,
      /** The outcome if the instance would end; null: it continues. */
      outcome: z.string().nullable(),
      /** Other executions that wait for a message with this name, at most 1,000. They do not receive this message. */
      others: z.number().int(),
    }),
    errors: ['thing.not-found', 'event.unmatched', 'process.refused', 'variable.invalid', 'task.suspended'],
  }),
  /** Delivers a message to this subscription only, even if others wait for a message with this name. */
  deliverMessage: defineCall({
    ...change,
    method: 'POST',
    path: '/processengine/instances/{id}/subscriptions/{subscriptionId}/message',
    summary: 'Delivers a message to a subscription of an instance.',
    happensOnce: true,
    params: subscriptionParams,
    body: messageBody,
    errors: [
      ...(['thing.not-found', 'event.unmatched', 'process.refused', 'variable.invalid', 'task.suspended'] as const),
      'budget.exceeded',
    ],
  }),
} as const
