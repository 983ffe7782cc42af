import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

export const dataListRow = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  description: z.string(),
  rowCount: z.number().int(),
  version: z.number().int(),
  isDisabled: z.boolean(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type DataListRow = z.output<typeof dataListRow>

/** The list of custom data lists. The search covers name, key and description. */
export const dataListList = defineList({
  name: 'dataLists.list',
  columns: {
    name: { type: 'text', label: 'dataLists.name', isFixed: true },
    key: { type: 'text', label: 'dataLists.key' },
    description: { type: 'text', label: 'dataLists.description' },
    rowCount: { type: 'number', label: 'dataLists.rowCount' },
    version: { type: 'number', label: 'dataLists.version' },
    isDisabled: { type: 'flag', label: 'dataLists.isDisabled' },
    updated: { type: 'instant', label: 'dataLists.updated', value: 'updatedAt' },
    updatedBy: { type: 'person', label: 'dataLists.updatedBy' },
  },
  sorts: ['name', 'updated'],
  order: ['name'],
  filters: {
    name: { type: 'text', label: 'dataLists.name', operators: ['begins', 'is'] },
    updated: { type: 'instant', label: 'dataLists.updated' },
    isDisabled: { type: 'flag', label: 'dataLists.isDisabled' },
  },
  views: {
    all: { label: 'dataLists.all', search: {} },
    inUse: { label: 'dataLists.inUse', search: { isDisabled: 'false' } },
    disabled: { label: 'dataLists.disabled', search: { isDisabled: 'true' } },
  },
  search: 'dataLists.search',
})
