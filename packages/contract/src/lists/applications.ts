import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

export const applicationRow = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  /** Name of the category of its processes; null: they are in Home alone. */
  category: z.string().nullable(),
  /** The number of enabled processes; below, of enabled forms and decisions. */
  processes: z.number().int(),
  forms: z.number().int(),
  isDisabled: z.boolean(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type ApplicationRow = z.output<typeof applicationRow>

/** The list of applications. The search covers name and key. */
export const applicationList = defineList({
  name: 'applications.list',
  columns: {
    name: { type: 'text', label: 'applications.name', isFixed: true },
    key: { type: 'text', label: 'applications.key' },
    category: { type: 'text', label: 'applications.category' },
    processes: { type: 'number', label: 'applications.processes' },
    forms: { type: 'number', label: 'applications.forms' },
    isDisabled: { type: 'flag', label: 'applications.isDisabled' },
    updated: { type: 'instant', label: 'applications.updated', value: 'updatedAt' },
    updatedBy: { type: 'person', label: 'applications.updatedBy' },
  },
  sorts: ['name', 'updated'],
  order: ['name'],
  filters: {
    name: { type: 'text', label: 'applications.name', operators: ['begins', 'is'] },
    category: { type: 'reference', label: 'applications.category', operators: ['is'] },
    updated: { type: 'instant', label: 'applications.updated' },
    isDisabled: { type: 'flag', label: 'applications.isDisabled' },
  },
  views: {
    all: { label: 'applications.all', search: {} },
    inUse: { label: 'applications.inUse', search: { isDisabled: 'false' } },
    disabled: { label: 'applications.disabled', search: { isDisabled: 'true' } },
  },
  search: 'applications.search',
})
