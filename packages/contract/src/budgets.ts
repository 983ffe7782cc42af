/**
 * A limit of what one caller, workplace or model can use of a shared server: what it counts, its default, and the error
 * when it is exceeded. `MILLRACE_BUDGETS` sets other values; `docs/guide/budgets.md` is checked against this list.
 */
export interface Budget {
  readonly default: number
  /** The unit of the limit. */
  readonly unit: BudgetUnit
  /** Lower values would keep the product itself from working. */
  readonly min: number
  /** Higher values would keep a server from starting. */
  readonly max?: number
  readonly means: string
  /** The code of the refusal or of the incident; null when nothing is refused. */
  readonly code:
    | 'budget.exceeded'
    | 'deployment.invalid'
    | 'request.too-costly'
    | 'request.too-many'
    | 'server.busy'
    | null
}

export type BudgetUnit = 'units' | 'ms' | 'bytes' | 'characters' | 'count'

export const budgets = {
  // Time and memory of a run
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
    means: 'Memory that a thread may hold beyond the program itself.',
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
  // Expressions
  textLength: {
    default: 10_000_000,
    unit: 'characters',
    min: 1000,
    means: 'Length of a text that an expression creates.',
    code: 'budget.exceeded',
  },
  listLength: {
    default: 1_000_000,
    unit: 'count',
    min: 1000,
    means: 'Items of a list that an expression creates.',
    code: 'budget.exceeded',
  },
  valueDepth: {
    default: 200,
    unit: 'count',
    min: 20,
    means: 'Levels of lists and contexts inside each other.',
    code: 'budget.exceeded',
  },
  // Instances
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
  // Models
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
  // Calls
  callerCalls: {
    default: 32,
    unit: 'count',
    min: 1,
    means: 'Concurrent calls of one caller. Further calls wait.',
    code: null,
  },
  callerWaiting: {
    default: 256,
    unit: 'count',
    min: 0,
    means: 'Calls of one caller that wait for earlier calls.',
    code: 'request.too-many',
  },
  bodyRoom: {
    default: 192_000_000,
    unit: 'bytes',
    min: 60_000_000,
    means: 'Bodies of all current calls. One caller can use half of it, one workplace four fifths.',
    code: 'server.busy',
  },
  streams: {
    default: 2000,
    unit: 'count',
    min: 0,
    means:
      'Open streams of changes of one server, at most four fifths for one workplace. Other browser windows poll every 30 seconds.',
    code: 'server.busy',
  },
  callerStreams: {
    default: 20,
    unit: 'count',
    min: 0,
    means: 'Streams of changes of one user: each visible window has one.',
    code: 'request.too-many',
  },
  addressUploads: {
    default: 100_000_000,
    unit: 'bytes',
    min: 50_000_000,
    means:
      'Files of public forms that are uploaded from one address, or from one IPv6 network of 64 bits, within an hour.',
    code: 'request.too-many',
  },
  linkUploads: {
    default: 500_000_000,
    unit: 'bytes',
    min: 50_000_000,
    means: 'Files that are uploaded with one public link within an hour.',
    code: 'request.too-many',
  },
  publicUploads: {
    default: 2_000_000_000,
    unit: 'bytes',
    min: 50_000_000,
    means: 'Files that are uploaded with all public links of a workplace within an hour.',
    code: 'request.too-many',
  },
  addressConnections: {
    default: 256,
    unit: 'count',
    min: 1,
    means: 'Connections from one address, unless it is a trusted proxy. Further connections are closed.',
    code: null,
  },
  // Database
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
      'Values of variables in one JSON response of `/engine-rest`. Files, and responses of `…/data`, do not count.',
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
  // Work outside
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

export type BudgetName = keyof typeof budgets

/** The budgets of a server, as plain data for the engine and worker threads. */
export type BudgetValues = Readonly<Record<BudgetName, number>>

export const defaultBudgets = Object.fromEntries(
  Object.entries(budgets).map(([name, budget]) => [name, budget.default]),
) as BudgetValues
