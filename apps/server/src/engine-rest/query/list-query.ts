import { type BudgetValues, defaultBudgets } from '@millrace/contract'
import { createAllowance, createMeter } from '@millrace/expressions'
import { withinTenants } from '../../operations/tenants/within-tenants.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Right } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Place } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { mapInTurns } from '../../platform/in-turns.ts'
import * as lists from '../../platform/list/relation.ts'
import { runPrepared, runSql, toQuery } from '../../platform/list/sql.ts'
import { readAsAssumed } from '../http/assumed-caller.ts'
import { ask, type Call, get, ListAnswer, type ListParameters, type Route } from '../http/call.ts'
import { type Readers, readersOfList } from '../http/readers.ts'
import { invalid } from '../http/rest-refusal.ts'
import { isByKey } from './by-key.ts'
import type { Contradiction } from './contradictions.ts'
import type { Filters, Sql } from './filters.ts'
import { besideCursor, hasLeftOut, type LargeValues, readLeftOut } from './large-values.ts'
import { countSql, selectSql } from './list-sql.ts'
import { type Part, withoutKeys } from './parts.ts'
import type { QueryUser } from './query-expression.ts'
import { everything, type Page, readPage } from './read-page.ts'
import type { Origin } from './read-parameter.ts'
import { readSorting, relationOf } from './relation-of.ts'
import type { Sorts, SortTerm } from './sorting.ts'

/**
 * The query of a list: the source of its rows, its filters and sorts, and the presentation of a row. All lists of this
 * surface are described by it, and so are the queries in bodies of other calls.
 */
export interface ListQuery<Row = Record<string, unknown>> {
  /** Columns, named as the answer names them. */
  readonly columns: (query: QueryScope) => Sql
  /** Tables, joined. Every one of them narrowed to the workplace. */
  readonly from: (query: QueryScope) => Sql
  /**
   * Where a page finds its first rows, where one index does not have all of the list: each part has its own. Null where
   * the parts do not have this order.
   *
   * @param isJoined whether conditions or sorts concern the tables of `joins`, so that the rows need them.
   */
  readonly parts?: (query: QueryScope, sorting: readonly SortTerm[], isJoined: boolean) => readonly Part[] | null
  /**
   * Tables for columns and some filters, joined to a source of rows. Where no condition concerns them, they are joined to
   * the first rows that the parts found: each join of each part would cost PostgreSQL time to plan.
   */
  readonly joins?: {
    /** What the rows are called in `to`, `source` and the conditions. */
    readonly alias: Sql
    readonly to: (source: Sql) => Sql
    /** The rows without the joined tables, which add no rows: they are counted by it. */
    readonly source: (query: QueryScope) => Sql
    /** Filters with conditions on the joined tables. */
    readonly filters: readonly string[]
    /** Sorts by the joined tables. */
    readonly sorts: readonly string[]
  }
  /**
   * The right and the process of rows, which limit the result for users without a right to everything; null for rows
   * that belong to no process.
   */
  readonly reading: { readonly right: Right; readonly processKey: Sql } | null
  /** The tenant of rows, for readers who only see some tenants; left out: the rows belong to no tenant. */
  readonly tenant?: Sql
  readonly filters: Filters
  readonly sorts: Sorts
  /** The unique column by which every list is sorted last, so that pages do not overlap. */
  readonly tie: Sql
  /** Whether rows with equal values keep the order of `tie` in both directions, as in Camunda. */
  readonly keepsTies?: boolean
  /** The order before `tie`, for rows without a requested sort and for rows with equal values. */
  readonly order?: readonly Sql[]
  /** Conditions that always hold. */
  readonly always?: (query: QueryScope) => readonly Sql[]
  /** The combinations of parameters that are refused. */
  readonly contradictions?: readonly Contradiction[]
  /** Whether the body may have `orQueries`. */
  readonly hasOrQueries?: boolean
  /** Whether a wrong `sortBy` in a body is refused by its name, as this list of Camunda's does. */
  readonly namesUnknownSorts?: boolean
  readonly present?: (row: Row, query: QueryScope) => unknown
  /** How lists read values that may be large; left out: rows have none. */
  readonly large?: LargeValues<Row>
  /** The characters of the values of a row, which take long to present where they are many; left out: they are few. */
  readonly weightOf?: (row: Row) => number
  /** How many rows are read together where each may have very much; null: the usual number. */
  readonly portion?: (query: QueryScope) => number | null
  /** Returns the rows with what the statement cannot know, before they are presented. */
  readonly fill?: (call: Call, rows: readonly Row[]) => Promise<readonly unknown[]>
}

/** The scope of a query: its reader and parameters. */
export interface QueryScope extends Place {
  readonly user: QueryUser
  /** The reader; null when the product reads rows that it has found itself. */
  readonly reader: Person | null
  readonly parameters: Readonly<Record<string, unknown>>
  readonly origin: Origin
  /** The query string, which says how values are shown even where a body narrows. */
  readonly options: Readonly<Record<string, string>>
  readonly budgets: Pick<BudgetValues, 'queryConditions'>
}

/** Returns the four routes of a list: rows and count, each by query string and by body. */
export function listRoutes<Row>(
  path: string,
  query: ListQuery<Row>,
  methods: readonly ('GET' | 'POST')[] = ['GET', 'POST'],
  readers: Readers = readersOfList(path),
): Route[] {
  const routes: Route[] = []
  if (methods.includes('GET')) {
    routes.push(
      get(path, (call) => answerList(call, query, fromQuery(call)), readers),
      get(`${path}/count`, (call) => answerCount(call, query, fromQuery(call)), readers),
    )
  }
  if (methods.includes('POST')) {
    routes.push(
      ask(path, (call) => answerList(call, query, fromBody(call)), readers),
      ask(`${path}/count`, (call) => answerCount(call, query, fromBody(call)), readers),
    )
  }
  return routes.map((route) => ({ ...route, list: parametersOf(query) }))
}

function parametersOf<Row>({ filters, sorts, hasOrQueries = false }: ListQuery<Row>): ListParameters {
  return { filters: Object.keys(filters), sorts: Object.keys(sorts), hasOrQueries }
}

export function fromQuery(call: Call): QueryScope {
  return { ...scopeOf(call, {}), parameters: call.query, origin: 'query' }
}

export function fromBody(call: Call): QueryScope {
  return scopeOf(call, call.body)
}

/** Returns the scope of a query that is in a body. */
export function scopeOf(
  { request, runtime, query }: Pick<Call, 'request' | 'runtime' | 'query'>,
  body: unknown,
): QueryScope {
  const { workplaceId, patience, hides, user } = request
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    throw invalid('Expected the query to be a JSON object, but it is something else.')
  }
  const { budgets } = runtime
  const allowance = { meter: createMeter(budgets.inline, 'inline'), isOnLoop: true, budgets }
  return {
    workplaceId,
    patience,
    hides,
    user: { userId: user.username, groupIds: user.groups, now: runtime.clock(), allowance },
    reader: user,
    parameters: (body ?? {}) as Record<string, unknown>,
    origin: 'body',
    options: query,
    budgets,
  }
}

/** Lists up to here, which nearly all are, take one round trip. What is longer is sent as it is read. */
const usualPortion = 500

/**
 * Answers the rows of a list. Like Camunda, it sends all rows unless a page is requested, because clients rely on that.
 */
export async function answerList<Row>(call: Call, query: ListQuery<Row>, scope: QueryScope): Promise<unknown> {
  const { db } = call.runtime
  const { firstResult, maxResults } = readPage(call.query)
  const presentOne = (row: Row) => (query.present === undefined ? row : query.present(row, scope))
  const present = async (rows: readonly Row[]) => {
    const filled = ((await query.fill?.(call, rows)) ?? rows) as readonly Row[]
    return query.weightOf === undefined ? filled.map(presentOne) : mapInTurns(filled, query.weightOf, presentOne)
  }
  const listed = query.large === undefined ? query : { ...query, columns: query.large.columns }
  const portion = query.portion?.(scope) ?? usualPortion
  const limit = Math.min(maxResults ?? Number.POSITIVE_INFINITY, portion + 1)
  const rows = await readAsAssumed(call, scope, (tx) =>
    selectRows(tx, listed, scope, { firstResult, maxResults: limit }),
  )
  const select = (whole: ListQuery<Row>) => db.read(besideCursor(scope), (tx) => selectRows(tx, whole, scope))
  const reading = { room: call.runtime.budgets.answerValues, select }
  const presentAll = async function* (some: readonly Row[]) {
    for await (const whole of readLeftOut(query, some, reading)) yield await present(whole)
  }
  if (rows.length <= portion) return hasLeftOut(rows) ? new ListAnswer(presentAll(rows), () => {}) : present(rows)
  const all = selectSql(listed, scope, { firstResult, maxResults })
  const portions = db.readInPortions<Row>(scope, toQuery<Row>(all), portion)
  // What goes wrong before the first rows is told by a status; afterwards the answer only breaks off.
  const first = await portions.next()
  const presented = (async function* () {
    if (first.done !== true) yield* presentAll(readRows(listed, first.value))
    for await (const more of portions) yield* presentAll(readRows(listed, more))
  })()
  return new ListAnswer(presented, () => void portions.return(undefined))
}

export async function answerCount<Row>(call: Call, query: ListQuery<Row>, scope: QueryScope): Promise<unknown> {
  return readAsAssumed(call, scope, async (tx) => ({ count: await countRows(tx, query, scope) }))
}

export async function selectRows<Row>(
  tx: Tx,
  query: ListQuery<Row>,
  scope: QueryScope,
  page: Page = everything,
): Promise<Row[]> {
  const run = isByKey(query, scope) ? runPrepared : runSql
  return readRows(query, await run<Row>(tx, selectSql(query, scope, page)))
}

function readRows<Row>({ parts }: ListQuery<Row>, rows: Row[]): Row[] {
  return parts === undefined ? rows : [...withoutKeys(rows)]
}

export async function countRows<Row>(tx: Tx, query: ListQuery<Row>, scope: QueryScope): Promise<number> {
  readSorting(query, scope)
  const [row] = await runSql<{ count: number }>(tx, countSql(query, scope))
  return row?.count ?? 0
}

/**
 * Returns one row by a condition, presented as in the list, unless it belongs to a tenant that is hidden from the user.
 * With a name, the statement is prepared, see `Tx.query`.
 */
export async function findRow<Row>(
  tx: Tx,
  query: ListQuery<Row>,
  { workplaceId, user }: Pick<Request, 'workplaceId' | 'user'>,
  condition: Sql,
  name?: string,
): Promise<Row | undefined> {
  const relation = relationOf(query, noParameters(workplaceId))
  const tenants = query.tenant === undefined ? [] : withinTenants(user, query.tenant)
  const one = lists.selectSql({ ...relation, where: [...relation.where, ...tenants, condition] }, { limit: 1 })
  const [row] = await runSql<Row>(tx, one, tenants.length === 0 ? name : undefined)
  return row
}

/** Returns the scope of a query for known rows, without parameters. */
export function noParameters(workplaceId: string): QueryScope {
  return {
    workplaceId,
    user: { userId: '', groupIds: [], now: new Date(0), allowance: createAllowance(0) },
    reader: null,
    parameters: {},
    origin: 'query',
    options: {},
    budgets: defaultBudgets,
  }
}

export { runSql }
