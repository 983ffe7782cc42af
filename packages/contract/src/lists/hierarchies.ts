import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

export const hierarchyRow = z.object({
  id: z.string(),
  name: z.string(),
  isDisabled: z.boolean(),
  createdAt: instant,
  createdBy: person.nullable(),
})

export type HierarchyRow = z.output<typeof hierarchyRow>

/** The list of hierarchies of a workplace. The search covers names. */
export const hierarchyList = defineList({
  name: 'hierarchies.list',
  columns: {
    name: { type: 'text', label: 'hierarchies.name', isFixed: true },
    isDisabled: { type: 'flag', label: 'hierarchies.isDisabled' },
    created: { type: 'instant', label: 'hierarchies.created', value: 'createdAt' },
    createdBy: { type: 'person', label: 'hierarchies.createdBy' },
  },
  sorts: ['name', 'created'],
  order: ['name'],
  filters: {
    name: { type: 'text', label: 'hierarchies.name', operators: ['begins', 'is'] },
    created: { type: 'instant', label: 'hierarchies.created' },
    isDisabled: { type: 'flag', label: 'hierarchies.isDisabled' },
  },
  views: {
    all: { label: 'hierarchies.all', search: {} },
    inUse: { label: 'hierarchies.inUse', search: { isDisabled: 'false' } },
    disabled: { label: 'hierarchies.disabled', search: { isDisabled: 'true' } },
  },
  search: 'hierarchies.search',
})
