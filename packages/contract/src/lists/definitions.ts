import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

/** A process: its newest version, with numbers of all its versions. */
export const processRow = z.object({
  /** The id of the newest version. */
  id: z.string(),
  key: z.string(),
  /** The model's name, else its key. */
  name: z.string(),
  version: z.number().int(),
  tenantId: z.string().nullable(),
  /** Running instances of all versions, up to `listLimits.total`. */
  running: z.number().int(),
  /** Open incidents of all versions. */
  incidents: z.number().int(),
  deployedAt: instant,
  deployedBy: person.nullable(),
  /** Whether the newest version is suspended. */
  isSuspended: z.boolean(),
})

export type ProcessRow = z.output<typeof processRow>

/** The list of processes, one row for each. The search covers name and key. */
export const definitionList = defineList({
  name: 'definitions.list',
  columns: {
    name: { type: 'text', label: 'definitions.name', isFixed: true },
    key: { type: 'text', label: 'definitions.key' },
    version: { type: 'number', label: 'definitions.version' },
    running: { type: 'number', label: 'definitions.running' },
    incidents: { type: 'number', label: 'definitions.incidents' },
    deployed: { type: 'instant', label: 'definitions.deployed', value: 'deployedAt' },
    suspended: { type: 'flag', label: 'definitions.suspended', value: 'isSuspended' },
    deployedBy: { type: 'person', label: 'definitions.deployedBy', isHidden: true },
    tenant: { type: 'text', label: 'definitions.tenant', value: 'tenantId', isHidden: true },
  },
  sorts: ['name', 'key', 'deployed'],
  order: ['name'],
  filters: {
    name: { type: 'text', label: 'definitions.name', operators: ['begins', 'is'] },
    key: { type: 'text', label: 'definitions.key', operators: ['begins', 'is'] },
    suspended: { type: 'flag', label: 'definitions.suspended' },
    incidents: { type: 'flag', label: 'definitions.withIncidents' },
    deployed: { type: 'instant', label: 'definitions.deployed' },
  },
  search: 'definitions.search',
})
