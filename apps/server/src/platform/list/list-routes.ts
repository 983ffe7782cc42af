import type { CountCall, ExportCall, ListCall, ListDescription, ListQuery } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Database } from '../db/database.ts'
import { route } from '../http/route.ts'
import { exportList } from './export/export-list.ts'
import { countList, readPage } from './read-list.ts'
import type { ListSource } from './source.ts'

/** Serves the three calls of a list from where its rows are. */
export function listRoutes<L extends ListDescription, RowSchema extends z.ZodType, Row extends object>(
  app: FastifyInstance,
  db: Database,
  {
    list,
    count,
    file,
    source,
  }: {
    readonly list: ListCall<L, RowSchema>
    readonly count: CountCall<L>
    readonly file: ExportCall<L>
    readonly source: ListSource<L, Row, z.output<RowSchema>>
  },
): void {
  const { readFilters = (filters) => filters } = source
  const read = <Q extends ListQuery>(query: Q): Q => ({ ...query, filters: readFilters(query.filters) })
  route(app, list, async ({ request, query }) => readPage(db, request, { source, query: read(query) }))
  route(app, count, async ({ request, query }) => countList(db, request, { source, query: read(query) }))
  route(app, file, async ({ request, query }) => exportList(db, request, { source, query: read(query) }))
}
