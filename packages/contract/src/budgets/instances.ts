import type { Budget } from './budget.ts'

/** Budgets of instances. */
export const instancesBudgets = {
  steps: { default: 100_000, unit: 'count', min: 100, means: 'Elements that one run enters.', code: 'budget.exceeded' },
  openElements: {
    default: 100_000,
    unit: 'count',
    min: 100,
    means: 'Open elements of an instance and of the instances that it calls.',
    code: 'budget.exceeded',
  },
  variables: {
    default: 100_000,
    unit: 'count',
    min: 100,
    means: 'Variables of an instance and of the instances that it calls.',
    code: 'budget.exceeded',
  },
  variableSize: {
    default: 100_000_000,
    unit: 'bytes',
    min: 100_000,
    means:
      'Characters and bytes of all variables of an instance and of the instances that it calls, and of all values that one step writes.',
    code: 'budget.exceeded',
  },
  callDepth: {
    default: 100,
    unit: 'count',
    min: 5,
    means: 'Levels of call activities inside each other.',
    code: 'budget.exceeded',
  },
  loopRuns: {
    default: 100_000,
    unit: 'count',
    min: 100,
    means: 'Runs of one multi-instance activity.',
    code: 'budget.exceeded',
  },
  loopPortion: {
    default: 500,
    unit: 'count',
    min: 10,
    means: 'Runs of a multi-instance activity that one step creates. Jobs create the others.',
    code: null,
  },
} as const satisfies Record<string, Budget>
