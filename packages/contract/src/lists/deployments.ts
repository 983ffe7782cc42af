import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant, person } from '../values.ts'

export const deploymentRow = z.object({
  id: z.string(),
  name: z.string().nullable(),
  /** The source of the deployment: `process application`, `millrace`, or a name that a tool sends. */
  source: z.string().nullable(),
  deployedAt: instant,
  deployedBy: person.nullable(),
  /** Names of its files, at most three. */
  files: z.array(z.string()).max(3),
  counts: z.object({ files: z.number().int(), processes: z.number().int(), decisions: z.number().int() }),
})

/** The list of deployments. The search covers name, source and file names. */
export const deploymentList = defineList({
  name: 'deployments.list',
  columns: {
    name: { type: 'text', label: 'deployments.name', isFixed: true },
    files: { type: 'texts', label: 'deployments.files' },
    processes: { type: 'number', label: 'deployments.processCount', value: 'counts.processes' },
    decisions: { type: 'number', label: 'deployments.decisionCount', value: 'counts.decisions' },
    deployed: { type: 'instant', label: 'deployments.deployed', value: 'deployedAt' },
    deployedBy: { type: 'person', label: 'deployments.deployedBy' },
    source: { type: 'text', label: 'deployments.source' },
  },
  sorts: ['deployed', 'name'],
  order: ['-deployed'],
  filters: {
    name: { type: 'text', label: 'deployments.name', operators: ['begins', 'is'] },
    deployed: { type: 'instant', label: 'deployments.deployed' },
  },
  search: 'deployments.search',
})
