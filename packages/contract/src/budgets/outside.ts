import type { Budget } from './budget.ts'

/** Budgets of work outside of the server. */
export const outsideBudgets = {
  outsideWork: {
    default: 64,
    unit: 'count',
    min: 1,
    means: 'Concurrent HTTP calls and mails of processes. Further ones wait.',
    code: null,
  },
  outsideWorkOfWorkplace: {
    default: 16,
    unit: 'count',
    min: 1,
    means: 'Concurrent HTTP calls and mails of one workplace.',
    code: null,
  },
  outsideWorkOfHost: {
    default: 8,
    unit: 'count',
    min: 1,
    means: 'Concurrent HTTP calls and mails of one workplace to one host.',
    code: null,
  },
} as const satisfies Record<string, Budget>
