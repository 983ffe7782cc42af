import { z } from 'zod'
import { designFields, openedFields, saveFields } from './design-values.ts'
import { limits } from './limits.ts'
import { patterns, text } from './patterns.ts'
import { instant } from './values.ts'

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

/** A form. A template belongs to no application and has no key. */
export const applicationForm = z.object({
  ...designFields,
  application: z.object({ id: z.string(), name: z.string() }).nullable(),
  formKey: z.string().nullable(),
  labels: z.string(),
})

export type ApplicationForm = z.output<typeof applicationForm>

/** An auto save of a design between two versions, only for its user, until the next save. */
export const autoSaved = z.object({
  designerJson: z.string(),
  /** The version that it was started with. */
  version: z.number().int(),
  savedAt: instant,
})

export type AutoSaved = z.output<typeof autoSaved>

/** The data with which the form designer opens. */
export const designerDetail = z.object({
  ...openedFields,
  applicationForm: applicationForm.extend({
    designerJson: z.string().nullable(),
    /** The text of the design, for a template. */
    templateData: z.string().nullable(),
  }),
  /** Unsaved changes of the user, when they are newer than the design. */
  autoSaved: autoSaved.nullable(),
})

export type DesignerDetail = z.output<typeof designerDetail>

/**
 * A saved form design. The form compiled by the browser is accepted and ignored, because the server compiles it again.
 */
export const designSave = z.object({
  ...saveFields,
  designerJson: designText,
  renderedJson: z.string().optional(),
  /** The version on which it is based. Left out: the current one. */
  version: z.number().int().min(0).optional(),
})

export const savedDesign = z.object({
  message: z.string(),
  version: z.number().int(),
  savedAt: instant,
  renderedJson: z.string(),
})

export type SavedDesign = z.output<typeof savedDesign>

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
      /** The label of the field, otherwise its key, otherwise its id. */
      name: z.string(),
      /** Whether the node is in another container, or in another order among the same siblings. */
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

/** The processes, forms and templates that use a form. */
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
      /** Whether it starts the process. */
      isStart: z.boolean(),
    }),
  ),
  /** Forms and templates that contain a copy of the template. A template belongs to no application. */
  forms: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      application: z.object({ id: z.string(), name: z.string() }).nullable(),
    }),
  ),
})

export type FormUses = z.output<typeof formUses>

export const autoSaveBody = z.object({ designerJson: designText, version: z.number().int().min(0) })

export const newForm = z.object({
  name: text('name'),
  formKey: text('nameWithoutSpaces', limits.formKey),
  labels,
})

/** The suggested name and key of a copy. */
export const formCopy = z.object({
  sourceId: z.string(),
  applicationId: z.string(),
  name: z.string(),
  formKey: z.string(),
  labels: z.string(),
})

export type FormCopy = z.output<typeof formCopy>
