import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

export const externalSystemRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** The number of enabled connections. */
  connections: z.number().int(),
  apis: z.number().int(),
  adapters: z.number().int(),
  isDisabled: z.boolean(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type ExternalSystemRow = z.output<typeof externalSystemRow>

/** The list of external systems. The search covers name and description. */
export const externalSystemList = defineList({
  name: 'externalSystems.list',
  columns: {
    name: { type: 'text', label: 'externalSystems.name', isFixed: true },
    description: { type: 'text', label: 'externalSystems.description' },
    connections: { type: 'number', label: 'externalSystems.connections' },
    apis: { type: 'number', label: 'externalSystems.apis' },
    adapters: { type: 'number', label: 'externalSystems.adapters' },
    isDisabled: { type: 'flag', label: 'externalSystems.isDisabled' },
    updated: { type: 'instant', label: 'externalSystems.updated', value: 'updatedAt' },
    updatedBy: { type: 'person', label: 'externalSystems.updatedBy' },
  },
  sorts: ['name', 'updated'],
  order: ['name'],
  filters: {
    name: { type: 'text', label: 'externalSystems.name', operators: ['begins', 'is'] },
    updated: { type: 'instant', label: 'externalSystems.updated' },
    isDisabled: { type: 'flag', label: 'externalSystems.isDisabled' },
  },
  views: {
    all: { label: 'externalSystems.all', search: {} },
    inUse: { label: 'externalSystems.inUse', search: { isDisabled: 'false' } },
    disabled: { label: 'externalSystems.disabled', search: { isDisabled: 'true' } },
  },
  search: 'externalSystems.search',
})
