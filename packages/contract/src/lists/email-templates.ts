import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

export const emailTemplateRow = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  isDisabled: z.boolean(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type EmailTemplateRow = z.output<typeof emailTemplateRow>

/** The list of email templates. The search covers name and subject. */
export const emailTemplateList = defineList({
  name: 'emailTemplates.list',
  columns: {
    name: { type: 'text', label: 'emailTemplates.name', isFixed: true },
    subject: { type: 'text', label: 'emailTemplates.subject' },
    isDisabled: { type: 'flag', label: 'emailTemplates.isDisabled' },
    updated: { type: 'instant', label: 'emailTemplates.updated', value: 'updatedAt' },
    updatedBy: { type: 'person', label: 'emailTemplates.updatedBy' },
  },
  sorts: ['name', 'updated'],
  order: ['name'],
  filters: {
    name: { type: 'text', label: 'emailTemplates.name', operators: ['begins', 'is'] },
    updated: { type: 'instant', label: 'emailTemplates.updated' },
    isDisabled: { type: 'flag', label: 'emailTemplates.isDisabled' },
  },
  views: {
    all: { label: 'emailTemplates.all', search: {} },
    inUse: { label: 'emailTemplates.inUse', search: { isDisabled: 'false' } },
    disabled: { label: 'emailTemplates.disabled', search: { isDisabled: 'true' } },
  },
  search: 'emailTemplates.search',
})
