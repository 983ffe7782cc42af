import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

export const appDecisionRow = z.object({
  id: z.string(),
  name: z.string(),
  application: z.object({ id: z.string(), name: z.string() }),
  key: z.string(),
  /** The version of its design. */
  version: z.number().int(),
  isDisabled: z.boolean(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type AppDecisionRow = z.output<typeof appDecisionRow>

/** The list of the decisions of all applications, with their current designs. The search covers name and key. */
export const appDecisionList = defineList({
  name: 'appDecisions.list',
  columns: {
    name: { type: 'text', label: 'appDecisions.name', isFixed: true },
    application: { type: 'text', label: 'appDecisions.application', value: 'application.name' },
    key: { type: 'text', label: 'appDecisions.key' },
    version: { type: 'number', label: 'appDecisions.version' },
    isDisabled: { type: 'flag', label: 'appDecisions.isDisabled' },
    updated: { type: 'instant', label: 'appDecisions.updated', value: 'updatedAt' },
    updatedBy: { type: 'person', label: 'appDecisions.updatedBy' },
  },
  sorts: ['name', 'updated'],
  order: ['name'],
  filters: {
    name: { type: 'text', label: 'appDecisions.name', operators: ['begins', 'is'] },
    application: { type: 'reference', label: 'appDecisions.application', operators: ['is'] },
    updated: { type: 'instant', label: 'appDecisions.updated' },
    isDisabled: { type: 'flag', label: 'appDecisions.isDisabled' },
  },
  views: {
    all: { label: 'appDecisions.all', search: {} },
    inUse: { label: 'appDecisions.inUse', search: { isDisabled: 'false' } },
    disabled: { label: 'appDecisions.disabled', search: { isDisabled: 'true' } },
  },
  search: 'appDecisions.search',
})
