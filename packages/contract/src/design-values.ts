import { z } from 'zod'
import { limits } from './limits.ts'
import { text } from './patterns.ts'
import { disabledField, recordFields } from './record-calls.ts'
import { instant, person } from './values.ts'

/** The holder of the lock of a design. The lock expires unless it is renewed. */
export const editLock = z.object({
  /**
   * The token of the lock for the window that holds it: send it with each renewal and save. Null for everybody else.
   */
  token: z.string().nullable(),
  holder: person,
  since: instant,
  until: instant,
})

export type EditLock = z.output<typeof editLock>

export const lockRequest = z.object({
  /** The token of the lock that is renewed. */
  token: z.uuid().optional(),
  /** Takes the lock over from its holder. */
  takeOver: z.boolean().default(false),
})

/** The fields that designs of all kinds have. The revision counts changes of these fields, not of the text. */
export const designFields = {
  ...recordFields,
  ...disabledField,
  name: z.string(),
  /** The version of the design; 0 before the first one. */
  version: z.number().int(),
  /** The holder of the lock; null for none. */
  editor: editLock.omit({ token: true }).nullable(),
}

/** Fields that are sent with a saved text, apart from the version on which the text is based. */
export const saveFields = {
  /** The token of the designer's lock, if it has one. */
  token: z.uuid().optional(),
  note: text('description', limits.description).optional(),
}

/** The body of a call that restores an earlier version. */
export const versionRestoring = z.object({
  /** The version that the user has seen as the last one. */
  version: z.number().int().min(1),
  token: z.uuid().optional(),
})

/** Fields with which a designer opens, in addition to the design and its text. */
export const openedFields = {
  baseHelpUrl: z.string(),
  /** Returns the session timeout in seconds. */
  timeout: z.number().int(),
}

export const autoSavedAt = z.object({ savedAt: instant })

const designVersion = z.object({
  version: z.number().int(),
  savedBy: person.nullable(),
  note: z.string().nullable(),
  /** The version whose text it has again. */
  restoredFrom: z.number().int().nullable(),
})

/** The last versions, the newest first: pairs of a version and its date. */
export const formHistory = z.array(z.tuple([designVersion, instant]))

export type FormHistory = z.output<typeof formHistory>

/** Ids of designs, separated by commas, or the parameter once for each. */
export const joinedIds = z
  .union([z.string().min(1), z.array(z.string()).min(1)])
  .transform((given) => [...new Set([given].flat().flatMap((joined) => joined.split(',').map((id) => id.trim())))])
  .transform((ids) => ids.filter((id) => id !== ''))
  .refine((ids) => ids.length > 0 && ids.length <= limits.formsAtOnce, `Expected 1 to ${limits.formsAtOnce} ids.`)
