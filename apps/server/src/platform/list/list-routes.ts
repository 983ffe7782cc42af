import {
  type CallsOfList,
  type CountCall,
  callNameOf,
  type ExportCall,
  type ListDescription,
  type ListQuery,
  type PageCall,
} from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { route } from '../http/route.ts'
import { exportList } from './export/export-list.ts'
import { countList, readPage } from './read-list.ts'
import type { ListSource } from './source.ts'

/**
 * Serves the three calls of a list: a page of rows, the number of rows, and the export. The rows are read from a
 * source.
 */
export function listRoutes<L extends ListDescription, Row extends object, Item>(
  app: FastifyInstance,
  db: Database,
  { calls, source }: { readonly calls: CallsOfList<L, Item>; readonly source: ListSource<L, Row, Item> },
): void {
  const name = callNameOf(source.list)
  const named: Readonly<Record<string, unknown>> = calls
  const { readFilters = (filters) => filters } = source
  const read = <Q extends ListQuery>(query: Q): Q => ({ ...query, filters: readFilters(query.filters) })
  route(app, named[name] as PageCall<L, Item>, async ({ request, query }) =>
    readPage(db, request, { source, query: read(query) }),
  )
  route(app, named[`${name}Count`] as CountCall<L>, async ({ request, query }) =>
    countList(db, request, { source, query: read(query) }),
  )
  route(app, named[`${name}Export`] as ExportCall<L>, async ({ request, query }) =>
    exportList(db, request, { source, query: read(query) }),
  )
}
