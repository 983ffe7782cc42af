import type { Budget } from './budget.ts'

/** Budgets of work outside of the server. */
export const outsideBudgets = {
  outsideWork: {
    default: 64,
    unit: 'count',
    min: 1,
    means:
      'Concurrent calls of external systems and mails of processes: HTTP requests, SQL statements, file actions, messages and mails. Further calls and mails wait.',
    code: null,
  },
  outsideWorkOfWorkplace: {
    default: 16,
    unit: 'count',
    min: 1,
    means: 'Concurrent calls of external systems and mails of the processes of one workplace. Further calls and mails wait.',
    code: null,
  },
  outsideWorkOfHost: {
    default: 8,
    unit: 'count',
    min: 1,
    means:
      'Concurrent calls of external systems and mails of the processes of one workplace to one host. Further calls and mails wait.',
    code: null,
  },
} as const satisfies Record<string, Budget>
