import type { Budget } from './budget.ts'

/** Budgets of work outside of the server. */
export const outsideBudgets = {
  outsideWork: {
    default: 64,
    unit: 'count',
    min: 1,
    means:
      'Concurrent calls of external systems and mails of processes: HTTP requests, SQL statements, file actions, messages and mails. Further calls and mails wait. Calls through connections, of processes, forms, tests and listeners together, have the same limits and are counted separately: such a call fails when no place is free within the time limit of its connection.',
    code: null,
  },
  outsideWorkOfWorkplace: {
    default: 16,
    unit: 'count',
    min: 1,
    means: 'The same limits for one workplace.',
    code: null,
  },
  outsideWorkOfHost: {
    default: 8,
    unit: 'count',
    min: 1,
    means: 'The same limits for one workplace and one host.',
    code: null,
  },
} as const satisfies Record<string, Budget>
