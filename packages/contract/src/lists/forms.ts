import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

export const formRow = z.object({
  id: z.string(),
  name: z.string(),
  application: z.object({ id: z.string(), name: z.string() }),
  formKey: z.string(),
  /** Tags, joined with commas. */
  labels: z.string(),
  /** The version of its design; 0 before it has one. */
  version: z.number().int(),
  isDisabled: z.boolean(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type FormRow = z.output<typeof formRow>

const columns = {
  name: { type: 'text', label: 'forms.name', isFixed: true },
  application: { type: 'text', label: 'forms.application', value: 'application.name' },
  formKey: { type: 'text', label: 'forms.key' },
  labels: { type: 'text', label: 'forms.labels' },
  version: { type: 'number', label: 'forms.version' },
  isDisabled: { type: 'flag', label: 'forms.isDisabled' },
  updated: { type: 'instant', label: 'forms.updated', value: 'updatedAt' },
  updatedBy: { type: 'person', label: 'forms.updatedBy' },
} as const

const filters = {
  name: { type: 'text', label: 'forms.name', operators: ['begins', 'is'] },
  updated: { type: 'instant', label: 'forms.updated' },
  isDisabled: { type: 'flag', label: 'forms.isDisabled' },
} as const

const views = {
  all: { label: 'forms.all', search: {} },
  inUse: { label: 'forms.inUse', search: { isDisabled: 'false' } },
  disabled: { label: 'forms.disabled', search: { isDisabled: 'true' } },
} as const

/** The list of the forms of all applications. The search covers name, key and tags. */
export const formList = defineList({
  name: 'forms.list',
  columns,
  sorts: ['name', 'updated'],
  order: ['name'],
  filters: { ...filters, application: { type: 'reference', label: 'forms.application', operators: ['is'] } },
  views,
  search: 'forms.search',
})

export const formTemplateRow = formRow.omit({ application: true, formKey: true })

export type FormTemplateRow = z.output<typeof formTemplateRow>

const { application: _application, formKey: _formKey, ...ofTemplates } = columns

/** The list of form templates, which are parts of forms for reuse. The search covers name and tags. */
export const formTemplateList = defineList({
  name: 'formTemplates.list',
  columns: ofTemplates,
  sorts: ['name', 'updated'],
  order: ['name'],
  filters,
  views,
  search: 'forms.searchTemplates',
})
