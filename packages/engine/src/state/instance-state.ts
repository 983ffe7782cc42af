import { RowIndex } from './row-index.ts'
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
import { Table } from './table.ts'
import { sizeOfValue } from './value.ts'

/** The rows of a root with which a command starts: all of them, or those that the command can touch. */
export interface LoadedRows {
  readonly rootId: string
  /** True when nothing of the root was left out, large values of variables apart. */
  readonly isComplete: boolean
  /** Scopes of which every open child was loaded, when not complete. */
  readonly completeScopes?: readonly string[]
  /** Joins (`scopeId elementId`) of which every arrival was loaded, when not complete. */
  readonly completeJoins?: readonly string[]
  /** True when everything that watches variables was loaded, with the scopes around it, when not complete. */
  readonly hasWatching?: boolean
  readonly instances: readonly ProcessInstance[]
  readonly elements: readonly ElementInstance[]
  readonly variables: readonly Variable[]
  readonly tasks: readonly Task[]
  readonly jobs: readonly Job[]
  readonly subscriptions: readonly Subscription[]
  readonly externalTasks: readonly ExternalTask[]
  readonly incidents: readonly Incident[]
}

/** The state of a root during a run. Only `applyEvent` changes it; `read.ts` has the functions that read it. */
export interface InstanceState {
  readonly rootId: string
  readonly isComplete: boolean
  readonly completeScopes: Set<string>
  readonly completeJoins: Set<string>
  readonly hasWatching: boolean
  readonly instances: Table<ProcessInstance>
  /** Owner: the scope around it. */
  readonly elements: Table<ElementInstance>
  /** Owner: the scope. Each is in a group of its own, `variableKey`. Their size is that of their values. */
  readonly variables: Table<Variable>
  /** Tasks; the owner of a row in this and the following tables is the element instance. */
  readonly tasks: Table<Task>
  readonly jobs: Table<Job>
  /** The subscriptions. Those that watch variables are grouped by process instance. */
  readonly subscriptions: Table<Subscription>
  readonly externalTasks: Table<ExternalTask>
  readonly incidents: Table<Incident>
}

export function createState(rows: LoadedRows): InstanceState {
  return {
    rootId: rows.rootId,
    isComplete: rows.isComplete,
    completeScopes: new Set(rows.completeScopes),
    completeJoins: new Set(rows.completeJoins),
    hasWatching: rows.isComplete || rows.hasWatching === true,
    instances: tableOf((row) => row.callerElementId ?? row.id, rows.instances),
    elements: tableOf((row) => row.parentId, rows.elements),
    variables: tableOf((row) => row.scopeId, rows.variables, {
      groupOf: (row) => variableKey(row.scopeId, row.name),
      sizeOf: sizeOfVariable,
    }),
    tasks: tableOf((row) => row.elementInstanceId, rows.tasks),
    jobs: tableOf((row) => row.elementInstanceId, rows.jobs),
    subscriptions: tableOf((row) => row.elementInstanceId, rows.subscriptions, { groupOf: watchedInstance }),
    externalTasks: tableOf((row) => row.elementInstanceId, rows.externalTasks),
    incidents: tableOf((row) => row.sourceId ?? row.elementInstanceId ?? row.instanceId, rows.incidents),
  }
}

function tableOf<Row extends { readonly id: string }>(
  ...given: ConstructorParameters<typeof RowIndex<Row>>
): Table<Row> {
  return new Table(new RowIndex(...given))
}

/** Returns the key of a variable: its scope and its name. */
export function variableKey(scopeId: string, name: string): string {
  return `${scopeId} ${name}`
}

/** Returns the size of a variable's value in characters or bytes, also when the value is not in memory. */
export function sizeOfVariable({ value, leftOut = 0 }: Variable): number {
  return value === null ? leftOut : sizeOfValue(value)
}

function watchedInstance({ kind, instanceId }: Subscription): string | null {
  return kind === 'conditional' || kind === 'variable' ? instanceId : null
}

export const noRows: Omit<LoadedRows, 'rootId'> = {
  isComplete: true,
  instances: [],
  elements: [],
  variables: [],
  tasks: [],
  jobs: [],
  subscriptions: [],
  externalTasks: [],
  incidents: [],
}
