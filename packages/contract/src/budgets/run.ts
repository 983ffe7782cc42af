import type { Budget } from './budget.ts'

/** Budgets of the time and memory of a run. */
export const runBudgets = {
  inline: {
    default: 20_000,
    unit: 'units',
    min: 0,
    means: 'Work of one run in the main thread, about 10 ms. A run with more work is done in a worker thread.',
    code: null,
  },
  work: { default: 10_000_000, unit: 'units', min: 100_000, means: 'Work of one run.', code: 'budget.exceeded' },
  callTime: {
    default: 2000,
    unit: 'ms',
    min: 100,
    means: 'Processor time that runs of one call may take in a thread.',
    code: 'budget.exceeded',
  },
  jobTime: {
    default: 30_000,
    unit: 'ms',
    min: 100,
    means: 'Processor time that runs of one job may take in a thread.',
    code: 'budget.exceeded',
  },
  readTime: {
    default: 10_000,
    unit: 'ms',
    min: 1000,
    means: 'Processor time in a thread to read the models of one deployment, or the models that a run needs.',
    code: 'budget.exceeded',
  },
  threadMemory: {
    default: 256 * 1024 * 1024,
    unit: 'bytes',
    min: 64 * 1024 * 1024,
    max: 16 * 1024 * 1024 * 1024,
    means: 'Memory that a thread may use in addition to the program.',
    code: 'budget.exceeded',
  },
  scriptTime: { default: 1000, unit: 'ms', min: 10, means: 'Processor time of one script.', code: 'budget.exceeded' },
  scriptMemory: {
    default: 32 * 1024 * 1024,
    unit: 'bytes',
    min: 1024 * 1024,
    means: 'Memory of one script.',
    code: 'budget.exceeded',
  },
} as const satisfies Record<string, Budget>
