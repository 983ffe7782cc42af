import { z } from 'zod'
import { workingTime } from './calendars.ts'
import { deploymentWarning } from './deployments.ts'
import { disabled } from './disabling.ts'
import { editLock } from './form-designs.ts'
import { iconValue } from './icons.ts'
import { limits } from './limits.ts'
import { text } from './patterns.ts'
import { instant, person } from './values.ts'

const blankIsNull = (said: string | null) => said?.trim() || null

/** The id of a process in BPMN, or of a decision in DMN: it begins with a letter. */
export const definitionKey = z
  .string()
  .trim()
  .max(limits.processKey)
  .regex(
    /^[\p{L}_][\p{L}\p{M}\p{N}._-]*$/u,
    'Expected letters, digits and . _ -, beginning with a letter, without spaces.',
  )

const starters = z.string().max(limits.starters).nullable().default(null).transform(blankIsNull)

export const newProcess = z.object({
  name: text('name'),
  key: definitionKey,
  /** Name of a category; null: that of the application. */
  category: z.string().max(255).nullable().default(null),
  /** `icon:set`; null: that of the design, where it has one. */
  icon: z.string().max(255).regex(iconValue).nullable().default(null),
  documentation: z.string().max(limits.documentation).nullable().default(null).transform(blankIsNull),
  /** Users and groups with commas between them; null: whoever may start processes. */
  starterUsers: starters,
  starterGroups: starters,
})

export const appProcess = z.object({
  id: z.string(),
  application: z.object({ id: z.string(), name: z.string() }),
  name: z.string(),
  key: z.string(),
  category: z.string().nullable(),
  icon: z.string().nullable(),
  documentation: z.string().nullable(),
  starterUsers: z.string().nullable(),
  starterGroups: z.string().nullable(),
  /** Counts changes of what stands above; to be sent with the next one. */
  revision: z.number().int(),
  /** Of the design. */
  version: z.number().int(),
  disabled: disabled.nullable(),
  /** Who is at its design; null when nobody is. */
  editor: editLock.omit({ token: true }).nullable(),
  createdAt: instant,
  createdBy: person.nullable(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type AppProcess = z.output<typeof appProcess>

/** What the design was found to have, as a deployment would say it. Those that are errors keep it from being deployed. */
export const designProblem = deploymentWarning.omit({ fileName: true, needs: true }).extend({
  severity: z.enum(['error', 'warning']),
})

export type DesignProblem = z.output<typeof designProblem>

/** What the modeller begins with. */
export const modellerDetail = z.object({
  process: appProcess,
  /** A BPMN file. */
  xml: z.string(),
  baseHelpUrl: z.string(),
  /** Seconds without a request after which the session ends. */
  timeout: z.number().int(),
  /** What the user had not saved yet, when it is newer than the design. */
  autoSaved: z.object({ xml: z.string(), version: z.number().int(), savedAt: instant }).nullable(),
})

export type ModellerDetail = z.output<typeof modellerDetail>

const joinedKeys = z
  .string()
  .max(8_000)
  .transform((joined) => [...new Set(joined.split(',').map((one) => one.trim()))].filter((one) => one !== ''))
  .refine((keys) => keys.length <= 200, 'Expected up to 200 keys.')

export const peopleQuery = z.object({
  kind: z.enum(['user', 'group']),
  q: z.string().trim().max(100).default(''),
  /** With commas between them; only these are asked for. */
  keys: joinedKeys.optional(),
})

const named = z.object({ key: z.string(), name: z.string() })
const some = <T extends z.ZodType>(one: T) => z.object({ items: z.array(one), isMore: z.boolean() })

/** What stands around a process: whatever it may name, beside people. */
export const surroundings = z.object({
  /** Of its application. */
  forms: some(
    named.extend({
      id: z.string(),
      /** What becomes process variables: `amount`, of a group `address.city`, and lists as a whole. */
      fields: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          /** As forms call it, or `list`. */
          type: z.string(),
          /** The values of a choice, the first of them. */
          options: z.array(z.string()),
        }),
      ),
    }),
  ),
  /** Of its application, and what is deployed beside it. */
  processes: some(named),
  decisions: some(named),
  /** Names of those in use, for mail steps. */
  emailTemplates: some(z.object({ name: z.string() })),
  calendars: z.array(workingTime.extend({ name: z.string() })),
})

export type ProcessSurroundings = z.output<typeof surroundings>

const designXml = z.string().min(1).max(limits.processDesign)

export const processDesignSave = z.object({
  xml: designXml,
  /** The version that it was begun with. Left out: the one that there is. */
  version: z.number().int().min(1).optional(),
  /** Of the lock, where the designer has one. */
  token: z.uuid().optional(),
  note: text('description', limits.description).optional(),
})

export const savedProcessDesign = z.object({
  version: z.number().int(),
  savedAt: instant,
  problems: z.array(designProblem),
})

export type SavedProcessDesign = z.output<typeof savedProcessDesign>

export const processAutoSave = z.object({ xml: designXml, version: z.number().int().min(1) })

export const processCopy = z.object({
  sourceId: z.string(),
  applicationId: z.string(),
  name: z.string(),
  key: z.string(),
})

export type ProcessCopy = z.output<typeof processCopy>

export const newProcessCopy = newProcess.pick({ name: true, key: true }).extend({
  sourceId: z.string().max(64),
  applicationId: z.string().max(64),
})
