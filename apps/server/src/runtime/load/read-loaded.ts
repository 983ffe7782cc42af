import type {
  ElementInstance,
  ExternalTask,
  Incident,
  Job,
  LoadedRows,
  ProcessInstance,
  Subscription,
  Task,
} from '@millrace/engine'
import type { ResultRows } from '../../platform/db/batch.ts'
import { atOnce, inTurns, type Pieces } from '../../platform/in-turns.ts'
import { many } from '../execute/many.ts'
import {
  elementTable,
  externalTaskTable,
  incidentTable,
  instanceTable,
  jobTable,
  type LiveTable,
  readRow,
  subscriptionTable,
  taskTable,
} from '../save/tables.ts'
import type { Part } from './load-rows.ts'
import { variableLoadLimit, wholeLoadLimit } from './load-texts.ts'
import { readVariable } from './read-variable.ts'

const variableList = 2

/** Characters of a result after which its parsing is a turn of its own. */
const largeText = 256 * 1024

/** Reads the result of a load statement. Null when the object of the command does not exist. */
export function readLoaded(result: ResultRows | undefined): LoadedRows | null {
  return atOnce(readInPieces(result))
}

/** Reads the result of a load statement. Other requests come in between where it has many rows. */
export function readLoadedInTurns(result: ResultRows | undefined): Promise<LoadedRows | null> {
  return inTurns(readInPieces(result))
}

function* readInPieces(result: ResultRows | undefined): Pieces<LoadedRows | null> {
  const text: string | null | undefined = result?.[0]?.[0]
  if (text === null || text === undefined) return null
  const [rootId, isPart, ...lists] = JSON.parse(text) as [string | null, boolean, ...(unknown[][] | null)[]]
  if (text.length > largeText) yield
  const [instances, elements, variables, tasks, jobs, subscriptions, externalTasks, incidents] = lists
  if (rootId === null) return null
  const isCut = lists.some(
    (list, index) => (list?.length ?? 0) > (index === variableList ? variableLoadLimit : wholeLoadLimit),
  )
  const rows: LoadedRows = {
    rootId,
    isComplete: !isPart && !isCut,
    instances: (yield* readAll<ProcessInstance>(instanceTable, instances)).map((row) => ({ ...row, rootId })),
    elements: yield* readAll<ElementInstance>(elementTable, elements),
    variables: yield* readEach(variables, readVariable),
    tasks: yield* readAll<Task>(taskTable, tasks),
    jobs: yield* readAll<Job>(jobTable, jobs),
    subscriptions: yield* readAll<Subscription>(subscriptionTable, subscriptions),
    externalTasks: yield* readAll<ExternalTask>(externalTaskTable, externalTasks),
    incidents: yield* readAll<Incident>(incidentTable, incidents),
  }
  return isPart || rows.instances.length > 0 ? rows : null
}

/** Adds a further part of a root to loaded rows. */
export function mergeLoaded(rows: LoadedRows, more: LoadedRows, part: Part): LoadedRows {
  const merge = <Row extends { id: string }>(a: readonly Row[], b: readonly Row[]): readonly Row[] =>
    b.length === 0
      ? a
      : [...new Map([...a, ...b].map((row) => [row.id, row])).values()].sort((x, y) =>
          x.id < y.id ? -1 : x.id > y.id ? 1 : 0,
        )
  const scopes =
    part.kind === 'scope'
      ? [
          part.id,
          ...more.elements.map(({ id }) => id),
          ...more.instances.filter(({ id, rootId }) => id !== rootId).map(({ id }) => id),
        ]
      : []
  return {
    rootId: rows.rootId,
    isComplete: false,
    completeScopes: [...(rows.completeScopes ?? []), ...scopes],
    completeJoins: [
      ...(rows.completeJoins ?? []),
      ...(part.kind === 'join' ? [`${part.scopeId} ${part.elementId}`] : []),
    ],
    hasWatching: rows.hasWatching === true || part.kind === 'watching',
    instances: merge(rows.instances, more.instances),
    elements: merge(rows.elements, more.elements),
    variables: merge(rows.variables, more.variables),
    tasks: merge(rows.tasks, more.tasks),
    jobs: merge(rows.jobs, more.jobs),
    subscriptions: merge(rows.subscriptions, more.subscriptions),
    externalTasks: merge(rows.externalTasks, more.externalTasks),
    incidents: merge(rows.incidents, more.incidents),
  }
}

function readAll<Row extends { readonly id: string }>(
  table: LiveTable<Row>,
  rows: unknown[][] | null | undefined,
): Pieces<Row[]> {
  return readEach(rows, (values) => readRow<Row>(table, values))
}

function* readEach<Row extends { readonly id: string }>(
  rows: unknown[][] | null | undefined,
  read: (values: unknown[]) => Row,
): Pieces<Row[]> {
  const all: Row[] = []
  for (const values of rows ?? []) {
    all.push(read(values))
    if (all.length % many === 0) yield
  }
  return inOrder(all)
}

/** Ids rise with time, so this is the order in which rows were made. */
function inOrder<Row extends { readonly id: string }>(rows: Row[]): Row[] {
  return rows.length < 2 ? rows : rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}
