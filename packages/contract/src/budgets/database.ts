import type { Budget } from './budget.ts'

/** Limits on connections, waiting and answers of the database, with their defaults. Administrators can change them. */
export const databaseBudgets = {
  connections: {
    default: 12,
    unit: 'count',
    min: 4,
    max: 1000,
    means:
      'Connections of one server to PostgreSQL. The server opens them at its start. A quarter is reserved for health checks, sign-in and operators.',
    code: null,
  },
  connectionWait: {
    default: 10_000,
    unit: 'ms',
    min: 10,
    means: 'Time that a call waits for a connection.',
    code: 'server.busy',
  },
  workplaceWaiting: {
    default: 100,
    unit: 'count',
    min: 1,
    means: 'Round trips of one workplace that wait for a connection.',
    code: 'server.busy',
  },
  answerValues: {
    default: 20_000_000,
    unit: 'bytes',
    min: 1_000_000,
    means:
      'Values of variables in one JSON response of `/engine-rest`. Lists can have more, because the server sends their rows in parts. Files, and responses of `…/data`, do not count. A worker gets fewer external tasks if their variables exceed the limit. The server skips up to ten tasks whose own variables exceed it. If there are more of them, or only such tasks, the server refuses the call.',
    code: 'request.too-costly',
  },
  queryConditions: {
    default: 200,
    unit: 'count',
    min: 20,
    means:
      'Conditions of one query of `/engine-rest`, including its `orQueries`, one for each compared variable and one for each sorting. For a message: correlation keys. For a worker: variables of its topics.',
    code: 'request.too-costly',
  },
  readingTime: {
    default: 10_000,
    unit: 'ms',
    min: 100,
    means: 'Time of one statement that reads a page, a list or a count.',
    code: 'request.too-costly',
  },
  historyTime: {
    default: 30_000,
    unit: 'ms',
    min: 100,
    means: 'Time of one statement that reads history or a whole list.',
    code: 'request.too-costly',
  },
  doingTime: {
    default: 15_000,
    unit: 'ms',
    min: 100,
    means: 'Time of one statement that changes data, including the time that it waits for other statements.',
    code: 'server.busy',
  },
  operatingTime: {
    default: 60_000,
    unit: 'ms',
    min: 100,
    means: 'Time of one statement that changes data in a call of administrators and operators.',
    code: 'server.busy',
  },
  jobStatementTime: {
    default: 60_000,
    unit: 'ms',
    min: 100,
    means: 'Time of one statement of a job. A longer statement fails.',
    code: null,
  },
} as const satisfies Record<string, Budget>
