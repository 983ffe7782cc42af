import type {
  ElementInstance,
  ExternalTask,
  Incident,
  Job,
  ProcessInstance,
  Subscription,
  Task,
  Variable,
} from './rows.ts'

export const rowTables = [
  'instances',
  'elements',
  'variables',
  'tasks',
  'jobs',
  'subscriptions',
  'externalTasks',
  'incidents',
] as const

/** Rows of each table. */
export interface RowsByTable {
  readonly instances: readonly ProcessInstance[]
  readonly elements: readonly ElementInstance[]
  readonly variables: readonly Variable[]
  readonly tasks: readonly Task[]
  readonly jobs: readonly Job[]
  readonly subscriptions: readonly Subscription[]
  readonly externalTasks: readonly ExternalTask[]
  readonly incidents: readonly Incident[]
}

/** The changes of a run, to undo them: changed rows as they were before, and the ids of created rows. */
export interface ChangedRows {
  readonly before: RowsByTable
  readonly made: { readonly [Table in keyof RowsByTable]: readonly string[] }
}
