import { z } from 'zod'
import { workingTime } from './calendars.ts'
import { adapterKind } from './external-records.ts'
import { parameterTypes } from './external-settings.ts'
import {
  copiedFrom,
  definitionKey,
  type fileCopy,
  fileDesignFields,
  openedFileFields,
  type savedFileDesign,
} from './file-designs.ts'
import { iconValue } from './icons.ts'
import { limits } from './limits.ts'
import { text } from './patterns.ts'

const blankIsNull = (said: string | null) => said?.trim() || null

const starters = z.string().max(limits.starters).nullable().default(null).transform(blankIsNull)

export const newProcess = z.object({
  name: text('name'),
  key: definitionKey,
  /** Name of a category; null: that of the application. */
  category: z.string().max(255).nullable().default(null),
  /** The icon as `icon:set`; null: the icon of the design, if it has one. */
  icon: z.string().max(255).regex(iconValue).nullable().default(null),
  documentation: z.string().max(limits.documentation).nullable().default(null).transform(blankIsNull),
  /** Users and groups, separated by commas; null: all users who may start processes. */
  starterUsers: starters,
  starterGroups: starters,
})

export const appProcess = z.object({
  ...fileDesignFields,
  category: z.string().nullable(),
  icon: z.string().nullable(),
  documentation: z.string().nullable(),
  starterUsers: z.string().nullable(),
  starterGroups: z.string().nullable(),
})

export type AppProcess = z.output<typeof appProcess>

/** The data that the modeller needs when it opens. */
export const modellerDetail = z.object({ ...openedFileFields, process: appProcess })

export type ModellerDetail = z.output<typeof modellerDetail>

const joinedKeys = z
  .string()
  .max(8_000)
  .transform((joined) => [...new Set(joined.split(',').map((one) => one.trim()))].filter((one) => one !== ''))
  .refine((keys) => keys.length <= 200, 'Expected up to 200 keys.')

export const peopleQuery = z.object({
  kind: z.enum(['user', 'group']),
  q: z.string().trim().max(100).default(''),
  /** The keys to return, separated by commas. */
  keys: joinedKeys.optional(),
})

const ruleText = z.string().trim().max(255).default('')

/** An assignment rule of a user task, with a sample user. An empty text stands for a missing attribute. */
export const assigneeQuery = z.object({
  rule: z.enum(['manager', 'leastLoaded', 'position', 'property']),
  /** User name of the starter, or of the assignee of the other task. */
  person: ruleText,
  processKey: ruleText,
  managerIn: ruleText,
  managerLevels: z.coerce.number<string>().int().min(1).max(9).default(1),
  position: ruleText,
  positionIn: ruleText,
  userProperty: ruleText,
  userPropertyValue: ruleText,
  /** User names and keys of groups, with commas between them. */
  candidateUsers: z.string().max(2_000).default(''),
  candidateGroups: z.string().max(2_000).default(''),
})

export const assigneePreview = z.object({
  /** Null: no assignee, so the candidates can claim the task. */
  assignee: z.object({ username: z.string(), displayName: z.string() }).nullable(),
  /** Open tasks of the assignee; null: the rule does not count them. */
  openTasks: z.number().int().nullable(),
  /** The number of users that the rule chose from, at most 200; null: the rule does not choose. */
  available: z.number().int().nullable(),
})

export type AssigneeQuery = z.output<typeof assigneeQuery>
export type AssigneePreview = z.output<typeof assigneePreview>

const named = z.object({ key: z.string(), name: z.string() })
const some = <T extends z.ZodType>(one: T) => z.object({ items: z.array(one), isMore: z.boolean() })

/** Everything that a process may refer to, except users: forms, decisions, processes and more. */
export const surroundings = z.object({
  /** The forms of its application. */
  forms: some(
    named.extend({
      id: z.string(),
      /** The process variables of the form: `amount`, `address.city` for a field of a group, and lists as a whole. */
      fields: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          /** The type of the form field, or `list`. */
          type: z.string(),
          /** The values of a choice, the first of them. */
          options: z.array(z.string()),
        }),
      ),
    }),
  ),
  /** The processes of its application, and other deployed processes. */
  processes: some(named),
  decisions: some(
    named.extend({
      /**
       * The result mapping of a process, and the name of the only output; null for a decision of another application.
       */
      result: z
        .object({
          as: z.enum(['singleEntry', 'singleResult', 'collectEntries', 'resultList']),
          name: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
  /** Names of enabled email templates, for mail steps. */
  emailTemplates: some(z.object({ name: z.string() })),
  /** Enabled adapters, for steps that call an external system. */
  adapters: some(
    named.extend({
      id: z.string(),
      system: z.string(),
      api: z.string(),
      kind: adapterKind,
      /** Whether the adapter can be called twice without harm. */
      isRepeatable: z.boolean(),
      parameters: z.array(z.object({ name: z.string(), type: z.enum(parameterTypes), isRequired: z.boolean() })),
      /** The columns that the adapter names; others are only known after a call. */
      columns: z.array(z.string()),
    }),
  ),
  calendars: z.array(workingTime.extend({ name: z.string() })),
})

export type ProcessSurroundings = z.output<typeof surroundings>

export type SavedProcessDesign = z.output<typeof savedFileDesign>

export type ProcessCopy = z.output<typeof fileCopy>

export const newProcessCopy = newProcess.pick({ name: true, key: true }).extend(copiedFrom)
