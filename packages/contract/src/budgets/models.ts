import type { Budget } from './budget.ts'

/** Budgets of models. */
export const modelsBudgets = {
  modelLength: {
    default: 10_000_000,
    unit: 'characters',
    min: 100_000,
    means: 'Length of a BPMN or DMN file.',
    code: 'deployment.invalid',
  },
  modelNodes: {
    default: 300_000,
    unit: 'count',
    min: 1000,
    means: 'XML elements, comments and processing instructions of a BPMN or DMN file.',
    code: 'deployment.invalid',
  },
  modelAttributes: {
    default: 1000,
    unit: 'count',
    min: 100,
    means: 'Attributes of one XML element of a BPMN or DMN file.',
    code: 'deployment.invalid',
  },
  processElements: {
    default: 10_000,
    unit: 'count',
    min: 100,
    means: 'Events, activities, gateways and sequence flows of one process.',
    code: 'deployment.invalid',
  },
  tableCells: {
    default: 100_000,
    unit: 'count',
    min: 1000,
    means: 'Cells of the decision tables of one DMN file, rules by columns, and its other expressions.',
    code: 'deployment.invalid',
  },
} as const satisfies Record<string, Budget>
