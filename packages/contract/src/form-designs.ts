import { z } from 'zod'
import { disabled } from './disabling.ts'
import { limits } from './limits.ts'
import { patterns, text } from './patterns.ts'
import { instant, person } from './values.ts'

/** Tags of a form, joined with commas; those without a text are left out. */
export const labels = z
  .string()
  .max(limits.tags * (limits.tag + 1))
  .transform((joined) => [...new Set(joined.split(',').map((label) => label.trim()))].filter((label) => label !== ''))
  .refine((all) => all.length <= limits.tags, `Expected at most ${limits.tags} tags.`)
  .refine(
    (all) => all.every((label) => label.length <= limits.tag),
    `Expected tags of at most ${limits.tag} characters.`,
  )
  .refine((all) => all.every((label) => patterns.settingValue.regex.test(label)), patterns.settingValue.message)
  .transform((all) => all.join(','))
  .default('')

const designText = z.string().min(1)

/** Who is at a design. It ends by itself when it is not renewed. */
export const editLock = z.object({
  /** Whose window has it: to be sent with each renewal and save. Null where somebody else has it. */
  token: z.string().nullable(),
  holder: person,
  since: instant,
  until: instant,
})

export type EditLock = z.output<typeof editLock>

/** A form. A template belongs to no application and has no key. */
export const applicationForm = z.object({
  id: z.string(),
  application: z.object({ id: z.string(), name: z.string() }).nullable(),
  name: z.string(),
  formKey: z.string().nullable(),
  labels: z.string(),
  /** Counts changes of name, key and tags; to be sent with the next one. */
  revision: z.number().int(),
  /** Of the design; 0 before it has one. */
  version: z.number().int(),
  disabled: disabled.nullable(),
  /** Who is at its design; null when nobody is. */
  editor: editLock.omit({ token: true }).nullable(),
  createdAt: instant,
  createdBy: person.nullable(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type ApplicationForm = z.output<typeof applicationForm>

/** What is saved by itself between two saves of a design: kept for its user alone, until the next save. */
export const autoSaved = z.object({
  designerJson: z.string(),
  /** The version that it was begun with. */
  version: z.number().int(),
  savedAt: instant,
})

export type AutoSaved = z.output<typeof autoSaved>

/** What the designer begins with. */
export const designerDetail = z.object({
  applicationForm: applicationForm.extend({
    designerJson: z.string().nullable(),
    /** The same, of a template. */
    templateData: z.string().nullable(),
  }),
  baseHelpUrl: z.string(),
  /** Seconds without a request after which the session ends. */
  timeout: z.number().int(),
  /** What the user had not saved yet, when it is newer than the design. */
  autoSaved: autoSaved.nullable(),
})

export type DesignerDetail = z.output<typeof designerDetail>

/** What the browser compiled is taken and not looked at: the server compiles by itself. */
export const designSave = z.object({
  designerJson: designText,
  renderedJson: z.string().optional(),
  /** The version that it was begun with. Left out: the one that there is. */
  version: z.number().int().min(0).optional(),
  /** Of the lock, where the designer has one. */
  token: z.uuid().optional(),
  note: text('description', limits.description).optional(),
})

export const savedDesign = z.object({
  message: z.string(),
  version: z.number().int(),
  savedAt: instant,
  renderedJson: z.string(),
})

export type SavedDesign = z.output<typeof savedDesign>

const formVersion = z.object({
  version: z.number().int(),
  savedBy: person.nullable(),
  note: z.string().nullable(),
  /** The version whose design it has again. */
  restoredFrom: z.number().int().nullable(),
})

/** The last versions, the newest first: pairs of a version and its date. */
export const formHistory = z.array(z.tuple([formVersion, instant]))

export type FormHistory = z.output<typeof formHistory>

/** Two versions beside each other, node by node. Values are JSON; those that are missing are null. */
const propertyChange = z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })

export const designComparison = z.object({
  from: z.number().int(),
  to: z.number().int(),
  /** Settings and translations of the form as a whole. */
  form: z.array(propertyChange),
  nodes: z.array(
    z.object({
      kind: z.enum(['added', 'removed', 'changed']),
      id: z.string(),
      type: z.string(),
      /** What users read on it, or its key, or its id. */
      name: z.string(),
      /** It stands elsewhere: in another container, or in another order among those that it stood with. */
      isMoved: z.boolean(),
      properties: z.array(propertyChange),
    }),
  ),
})

export type DesignComparison = z.output<typeof designComparison>

export const comparedVersions = z.object({
  from: z.coerce.number<number>().int().min(1),
  to: z.coerce.number<number>().int().min(1),
})

/** Where a form is used. */
export const formUses = z.object({
  /** Steps that name its key, in the newest version of each process. */
  processes: z.array(
    z.object({
      definitionId: z.string(),
      key: z.string(),
      name: z.string().nullable(),
      version: z.number().int(),
      elementId: z.string(),
      elementName: z.string().nullable(),
      /** It starts the process. */
      isStart: z.boolean(),
    }),
  ),
  /** Forms and templates that were made with it; they have a copy. A template belongs to no application. */
  forms: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      application: z.object({ id: z.string(), name: z.string() }).nullable(),
    }),
  ),
})

export type FormUses = z.output<typeof formUses>

export const lockRequest = z.object({
  /** Of the lock that is renewed. */
  token: z.uuid().optional(),
  /** Takes it from whoever has it. */
  takeOver: z.boolean().default(false),
})

export const autoSaveBody = z.object({ designerJson: designText, version: z.number().int().min(0) })

export const autoSavedAt = z.object({ savedAt: instant })

/** Ids with commas between them. */
export const formIds = z.object({
  formIds: z
    .string()
    .min(1)
    .transform((joined) => [...new Set(joined.split(',').map((id) => id.trim()))].filter((id) => id !== ''))
    .refine((ids) => ids.length > 0 && ids.length <= limits.formsAtOnce, `Expected 1 to ${limits.formsAtOnce} ids.`),
})

export const newForm = z.object({
  name: text('name'),
  formKey: text('nameWithoutSpaces', limits.formKey),
  labels,
})

/** What a copy is going to be called, before it is made. */
export const formCopy = z.object({
  sourceId: z.string(),
  applicationId: z.string(),
  name: z.string(),
  formKey: z.string(),
  labels: z.string(),
})

export type FormCopy = z.output<typeof formCopy>
