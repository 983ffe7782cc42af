import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

export const appProcessRow = z.object({
  id: z.string(),
  name: z.string(),
  application: z.object({ id: z.string(), name: z.string() }),
  key: z.string(),
  /** Name of its own category, else that of the application; null: it is in Home alone. */
  category: z.string().nullable(),
  /** The version of its design. */
  version: z.number().int(),
  isDisabled: z.boolean(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type AppProcessRow = z.output<typeof appProcessRow>

/** The list of the processes of all applications, with their current designs. The search covers name and key. */
export const appProcessList = defineList({
  name: 'appProcesses.list',
  columns: {
    name: { type: 'text', label: 'appProcesses.name', isFixed: true },
    application: { type: 'text', label: 'appProcesses.application', value: 'application.name' },
    key: { type: 'text', label: 'appProcesses.key' },
    category: { type: 'text', label: 'appProcesses.category' },
    version: { type: 'number', label: 'appProcesses.version' },
    isDisabled: { type: 'flag', label: 'appProcesses.isDisabled' },
    updated: { type: 'instant', label: 'appProcesses.updated', value: 'updatedAt' },
    updatedBy: { type: 'person', label: 'appProcesses.updatedBy' },
  },
  sorts: ['name', 'updated'],
  order: ['name'],
  filters: {
    name: { type: 'text', label: 'appProcesses.name', operators: ['begins', 'is'] },
    application: { type: 'reference', label: 'appProcesses.application', operators: ['is'] },
    updated: { type: 'instant', label: 'appProcesses.updated' },
    isDisabled: { type: 'flag', label: 'appProcesses.isDisabled' },
  },
  views: {
    all: { label: 'appProcesses.all', search: {} },
    inUse: { label: 'appProcesses.inUse', search: { isDisabled: 'false' } },
    disabled: { label: 'appProcesses.disabled', search: { isDisabled: 'true' } },
  },
  search: 'appProcesses.search',
})
