import { type Call, pathOf } from '../http/call.ts'
import { notFound } from '../http/rest-refusal.ts'
import { asId, type Sql } from '../query/filters.ts'
import { findRow, fromQuery, type ListQuery } from '../query/list-query.ts'

/** Returns one row of a list by its id, presented as in the list. */
export async function getOne<Row>(
  call: Call,
  query: ListQuery<Row>,
  condition: (id: string) => Sql,
  missing: (id: string) => string,
): Promise<unknown> {
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) => findRow(tx, query, call.request, condition(asId(id))))
  if (row === undefined) throw notFound(missing(id))
  return query.present?.(row, fromQuery(call)) ?? row
}
