import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { formUses } from './form-designs.ts'
import { autoSaveInterval, limits } from './limits.ts'
import { idParams, instant } from './values.ts'

const of = { tag: 'Form designer', audience: ['RoleDesign'] } as const

/** Whether designs are saved by themselves, and how often. */
const autoSaveConfiguration = z.object({
  autoSaveFormDesigner: z.boolean(),
  /** Seconds; null when it is off. */
  autoSaveIntervalFormDesigner: z.number().int().nullable(),
})

function isInterval(seconds: number | undefined): boolean {
  return seconds !== undefined && seconds >= autoSaveInterval.min && seconds <= autoSaveInterval.max
}

export type AutoSaveConfiguration = z.output<typeof autoSaveConfiguration>

const importable = z.object({ id: z.string(), name: z.string() })

/** Calls of the form designer: other forms, templates, files, and the auto save interval. */
export const formDesignerCalls = defineCalls('formDesigner', {
  configureAutoSave: defineCall({
    ...of,
    method: 'POST',
    path: '/users/auto-save-formdesigner-configurations',
    summary: 'Sets the auto save of the form designer.',
    touches: ['formDesigner.autoSaved'],
    query: z
      .object({
        autoSaveFormDesigner: z.enum(['true', 'false']),
        // Sent empty where it is off, because the field for it is cleared.
        interval: z.coerce.number<string>().int().optional(),
      })
      .refine(({ autoSaveFormDesigner, interval }) => autoSaveFormDesigner === 'false' || isInterval(interval), {
        path: ['interval'],
        message: `Expected the seconds between two saves, from ${autoSaveInterval.min} to ${autoSaveInterval.max}.`,
      }),
    answer: autoSaveConfiguration.extend({ message: z.string() }),
    errors: ['design.interval-too-long'],
  }),
  /** Unsaved changes that are newer than the design; older ones are superseded by a save. */
  autoSaved: defineCall({
    ...of,
    method: 'GET',
    path: '/users/manage/auto-saved-data',
    summary: 'Returns the auto-save settings, and the recovery copies of the user.',
    answer: autoSaveConfiguration.extend({
      autoSaved: z.array(
        z.object({
          id: z.string(),
          /** Null for a template. */
          applicationId: z.string().nullable(),
          name: z.string(),
          savedAt: instant,
        }),
      ),
    }),
  }),
  /** Lists the forms that have a design and are not disabled. */
  formsForImport: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/0/appforms/getFormsForImport',
    summary: 'Lists the forms whose designs can be imported, by name.',
    answer: z.array(importable.extend({ application: z.string() })),
  }),
  formForImport: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/0/appforms/{id}/getFormForImport',
    summary: 'The design of a form, as JSON text.',
    params: idParams,
    answer: z.object({ data: z.string() }),
    errors: ['thing.not-found'],
  }),
  /** Lists the templates that have a design and are not disabled. */
  templates: defineCall({
    ...of,
    method: 'GET',
    path: '/templates/all/FORM',
    summary: 'The form templates that can be used in a design, by name.',
    answer: z.array(importable),
  }),
  templateData: defineCall({
    ...of,
    method: 'GET',
    path: '/templates/form-template/{id}/form-data',
    summary: 'The design of a form template, as JSON text.',
    params: idParams,
    answer: z.object({ data: z.object({ templateData: z.string() }) }),
    errors: ['thing.not-found'],
  }),
  /** Lists all data lists, including disabled ones, because fields continue to use them. */
  dataLists: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/0/appforms/data-lists',
    summary: 'Lists the custom data lists for fields with their columns, by name.',
    answer: z.object({
      items: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          isDisabled: z.boolean(),
          columns: z.array(z.object({ key: z.string(), name: z.string() })),
        }),
      ),
      isMore: z.boolean(),
    }),
  }),
  /** Lists the uses of a form or a template. */
  uses: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/0/appforms/{id}/uses',
    summary: 'Lists the uses of a form or form template.',
    params: idParams,
    answer: formUses,
    errors: ['thing.not-found'],
  }),
  /** Converts a file into a form for the designer, without saving it. */
  readFile: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/0/appforms/read-file',
    summary: 'Reads a form from a file of this or another product.',
    scope: 'read',
    touches: [],
    body: z.object({ text: z.string().min(1) }),
    bodyLimit: limits.designBody,
    answer: z.object({
      format: z.string(),
      designerJson: z.string(),
      /** The number of parts of the file that became parts of the form. */
      mapped: z.number().int(),
      /** Parts that could not be imported unchanged: each with its position in the file and a sentence. */
      notes: z.array(z.object({ at: z.string(), kind: z.enum(['left-out', 'changed']), message: z.string() })),
    }),
    errors: ['design.invalid', 'budget.exceeded'],
  }),
})
