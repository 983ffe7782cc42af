import { sql } from 'kysely'
import { changeFilter } from '../../operations/filters/change-filter.ts'
import { createFilter as createOne } from '../../operations/filters/create-filter.ts'
import { deleteFilter as deleteOne } from '../../operations/filters/delete-filter.ts'
import { type FilterRight, refuseFilter, refuseNewFilter } from '../../operations/filters/policy.ts'
import { needSomewhere } from '../../operations/rights.ts'
import { asBody, bodyOf, queryFlag } from '../http/body.ts'
import { ask, type Call, get, options, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import type { Readers } from '../http/readers.ts'
import { invalid, notFound } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import {
  answerCount,
  answerList,
  countRows,
  findRow,
  fromQuery,
  type QueryScope,
  scopeOf,
  selectRows,
} from '../query/list-query.ts'
import { readPage } from '../query/read-page.ts'
import { taskQuery } from '../task/task-query.ts'
import { extendQuery } from './extend-query.ts'
import { type FilterRow, filterQuery, presentFilter } from './filter-query.ts'
import { readFilter } from './read-filter.ts'

/** Users who may read tasks may have filters of tasks, and see those that they own or were granted. */
const readers: Readers = ({ user }) => needSomewhere(user, 'tasks.read')

/** The routes for filters of Camunda's task list: stored queries for tasks. */
export const filterRoutes: readonly Route[] = [
  get('/filter', listFilters, readers),
  get('/filter/count', (call) => answerCount(call, filterQuery, fromQuery(call)), readers),
  options(
    '/filter',
    async (call) => linksOf(call, '/filter', ['GET list', 'GET count', ...ifMayCreate(call)]),
    readers,
  ),
  post('/filter/create', createFilter),
  get('/filter/:id', async (call) => presentOne(call, await getFilter(call, null)), readers),
  put('/filter/:id', updateFilter),
  remove('/filter/:id', deleteFilter),
  options('/filter/:id', presentFilterLinks, readers),
  get('/filter/:id/list', async (call) => answerList(call, taskQuery, await scopeOfFilter(call, {})), readers),
  get('/filter/:id/count', async (call) => answerCount(call, taskQuery, await scopeOfFilter(call, {})), readers),
  get('/filter/:id/singleResult', async (call) => findSingle(call, await scopeOfFilter(call, {})), readers),
  ask(
    '/filter/:id/list',
    async (call) => answerList(call, taskQuery, await scopeOfFilter(call, bodyOf(call))),
    readers,
  ),
  ask(
    '/filter/:id/count',
    async (call) => answerCount(call, taskQuery, await scopeOfFilter(call, bodyOf(call))),
    readers,
  ),
  ask('/filter/:id/singleResult', async (call) => findSingle(call, await scopeOfFilter(call, bodyOf(call))), readers),
]

async function listFilters(call: Call): Promise<unknown> {
  const scope = fromQuery(call)
  const rows = await call.runtime.db.read(scope, (tx) => selectRows(tx, filterQuery, scope, readPage(call.query)))
  if (!queryFlag(call, 'itemCount')) return rows.map((row) => presentFilter(row))
  return call.runtime.db.read(scope, async (tx) => {
    const presented: unknown[] = []
    for (const row of rows)
      presented.push(presentFilter(row, await countRows(tx, taskQuery, scopeOf(call, asRun(row.query)))))
    return presented
  })
}

async function presentOne(call: Call, row: FilterRow): Promise<unknown> {
  if (!queryFlag(call, 'itemCount')) return presentFilter(row)
  const scope = scopeOf(call, asRun(row.query))
  return presentFilter(row, await call.runtime.db.read(scope, (tx) => countRows(tx, taskQuery, scope)))
}

async function createFilter(call: Call): Promise<unknown> {
  // Before it is told what is wrong with a filter.
  orThrow(needSomewhere(call.request.user, 'filters.create'))
  const fields = readFilter(call, 'create')
  const id = orThrow(await createOne(call.context, call.request, fields))
  // What is made is answered as it was sent: without properties there are none yet.
  return { ...(presentFilter({ id, ...fields }) as object), properties: fields.properties }
}

async function updateFilter(call: Call): Promise<undefined> {
  const { id } = await getFilter(call, null, 'filters.change')
  orThrow(await changeFilter(call.context, call.request, { id, fields: readFilter(call, 'update') }), {
    gone: () => missing(id, null),
  })
  return undefined
}

async function deleteFilter(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  orThrow(await deleteOne(call.context, call.request, asId(id)), { gone: () => missing(id, 0) })
  return undefined
}

/** @param code of the refusal when there is none: of the engine, or of this layer. */
async function getFilter(call: Call, code: number | null, right: FilterRight = 'filters.read'): Promise<FilterRow> {
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.request, (tx) =>
    findRow(tx, filterQuery, call.request, sql`f.id = ${asId(id)}::uuid`),
  )
  orThrow(refuseFilter(call.request.user, right, row), { gone: () => missing(id, code) })
  if (row === undefined) throw missing(id, code)
  return row
}

/** Returns what a filter finds for the caller, limited further by the query in the body. */
async function scopeOfFilter(call: Call, asked: Readonly<Record<string, unknown>>): Promise<QueryScope> {
  const { query } = await getFilter(call, 0)
  return scopeOf(call, asBody(extendQuery(asRun(query), asked)))
}

/**
 * Returns a stored query as it is run. Like Camunda (`JsonTaskQueryConverter`), it compares names and values of variables
 * with case, whatever it says; a query that is sent with it can ignore case.
 */
function asRun({ variableNamesIgnoreCase: _names, variableValuesIgnoreCase: _values, ...query }: FilterRow['query']) {
  return query
}

async function findSingle(call: Call, scope: QueryScope): Promise<unknown> {
  const [row, another] = await call.runtime.db.read(scope, (tx) =>
    selectRows(tx, taskQuery, scope, { firstResult: 0, maxResults: 2 }),
  )
  if (another !== undefined) throw invalid('Filter does not returns a valid single result', 0)
  return row === undefined ? undefined : (taskQuery.present?.(row, scope) ?? row)
}

async function presentFilterLinks(call: Call): Promise<unknown> {
  const filter = await getFilter(call, null)
  const may = (right: FilterRight) => refuseFilter(call.request.user, right, filter) === null
  return linksOf(call, `/filter/${filter.id}`, [
    'GET self',
    ...['GET singleResult', 'POST singleResult', 'GET list', 'POST list', 'GET count', 'POST count'],
    ...(may('filters.delete') ? ['DELETE delete'] : []),
    ...(may('filters.change') ? ['PUT update'] : []),
  ])
}

function ifMayCreate({ request: { user } }: Call): string[] {
  return refuseNewFilter(user, user.username) === null ? ['POST create'] : []
}

function linksOf(call: Call, path: string, actions: readonly string[]): unknown {
  const links = actions.map((action) => {
    const [method = '', rel = ''] = action.split(' ')
    const isOwnPath = ['self', 'delete', 'update'].includes(rel) || (rel === 'list' && path === '/filter')
    return { method, href: `${call.base}${path}${isOwnPath ? '' : `/${rel}`}`, rel }
  })
  return { links }
}

function missing(id: string, code: number | null) {
  return notFound(`Filter with id '${id}' does not exist.`, code)
}
