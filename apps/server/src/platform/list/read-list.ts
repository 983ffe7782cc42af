import { type ListCount, type ListDescription, type ListQuery, listLimits, type PageQuery } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../auth/request.ts'
import type { Person } from '../auth/user.ts'
import type { Database, Tx } from '../db/database.ts'
import { createAsk, fullOrder, nameOrder, relationOf } from './ask-list.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'
import { keyAsText, orderTerm } from './keys.ts'
import { countSql, selectSql } from './relation.ts'
import { type ListSource, prepareSource, presentRows } from './source.ts'
import { runSql, type Sql } from './sql.ts'

export interface ListPage<Item> {
  readonly items: Item[]
  readonly from: number
  readonly next: string | null
  readonly previous: string | null
}

/** Reads a page of a list, in one round trip for its rows and one for presenting them. */
export async function readPage<L extends ListDescription, Row extends object, Item>(
  db: Database,
  request: Request,
  { source, query }: { readonly source: ListSource<L, Row, Item>; readonly query: PageQuery },
): Promise<ListPage<Item>> {
  const { user } = request
  return db.read(request, async (tx) => {
    const { rows, ...marks } = await findPage(tx, user, await prepareSource(source, query, { tx, user }), query)
    return { items: await presentRows(source, rows, { tx, user, names: query.variables }), ...marks }
  })
}

/** Counts the rows of a list, up to the limit of the list. */
export async function countList<L extends ListDescription, Row extends object, Item>(
  db: Database,
  request: Request,
  {
    source,
    query,
    countTo = source.list.countTo ?? listLimits.count,
  }: {
    readonly source: ListSource<L, Row, Item>
    readonly query: ListQuery
    readonly countTo?: number
  },
): Promise<ListCount> {
  const ask = createAsk(source, { user: request.user, query, limit: countTo + 1 })
  const [row] = await db.read(request, async (tx) => {
    const prepared = await prepareSource(source, query, { tx, user: request.user })
    const isCutOff = prepared.isCutOff?.(ask) ?? sql`false`
    return runSql<{ count: number; partial: boolean }>(
      tx,
      sql`select ${prepared.counted?.(ask) ?? countSql(relationOf(prepared, ask), countTo + 1)} as count, ${isCutOff} as partial`,
    )
  })
  const { count = 0, partial = false } = row ?? {}
  return { total: Math.min(count, countTo), isCapped: count > countTo, isPartial: partial }
}

interface FoundPage<Row> extends Omit<ListPage<Row>, 'items'> {
  readonly rows: Row[]
}

async function findPage<L extends ListDescription, Row extends object, Item>(
  tx: Tx,
  user: Person,
  source: ListSource<L, Row, Item>,
  query: PageQuery,
): Promise<FoundPage<Row>> {
  const keys = fullOrder(source, createAsk(source, { user, query, limit: 0 }))
  const read = (text: string) => readCursor(text, nameOrder(source.list, query), keys)
  if (query.before !== undefined) {
    const page = await findBefore(tx, user, source, { ...query, mark: read(query.before) })
    if (page !== null) return page
  }
  return findAfter(tx, user, source, { ...query, mark: query.after === undefined ? null : read(query.after) })
}

type Marked<Mark> = PageQuery & { readonly mark: Mark }

async function findAfter<L extends ListDescription, Row extends object, Item>(
  tx: Tx,
  user: Person,
  source: ListSource<L, Row, Item>,
  query: Marked<Cursor | null>,
): Promise<FoundPage<Row>> {
  const { mark, size } = query
  const found = await selectKeyed(tx, user, source, { query, bound: mark?.bound ?? null, isBackwards: false })
  const rows = found.slice(0, size)
  const order = nameOrder(source.list, query)
  const position = mark?.position ?? 0
  const [first, last] = [rows[0], rows.at(-1)]
  const before = first?.values ?? mark?.bound.values
  return {
    rows: rows.map(({ row }) => row),
    from: position + 1,
    next:
      found.length > size && last !== undefined
        ? writeCursor({ position: position + rows.length, bound: { values: last.values, isInclusive: false } }, order)
        : null,
    // On an empty page behind the last one the row that it came after belongs to the page before.
    previous:
      mark === null || before === undefined
        ? null
        : writeCursor({ position, bound: { values: before, isInclusive: first === undefined } }, order),
  }
}

/** Returns the page that ends at a mark; null where less than a page comes before it: then it is the first page. */
async function findBefore<L extends ListDescription, Row extends object, Item>(
  tx: Tx,
  user: Person,
  source: ListSource<L, Row, Item>,
  query: Marked<Cursor>,
): Promise<FoundPage<Row> | null> {
  const { mark, size } = query
  const found = await selectKeyed(tx, user, source, { query, bound: mark.bound, isBackwards: true })
  if (found.length < size) return null
  const rows = found.slice(0, size).reverse()
  const order = nameOrder(source.list, query)
  const isFirst = found.length === size
  const position = isFirst ? 0 : Math.max(1, mark.position - size)
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return null
  return {
    rows: rows.map(({ row }) => row),
    from: position + 1,
    next: writeCursor({ position: position + size, bound: { values: last.values, isInclusive: false } }, order),
    previous: isFirst ? null : writeCursor({ position, bound: { values: first.values, isInclusive: false } }, order),
  }
}

export interface KeyedRow<Row> {
  readonly row: Row
  /** Values of the keys of its order. */
  readonly values: readonly (string | null)[]
}

interface Reading {
  readonly query: ListQuery & { readonly size: number }
  readonly bound: Cursor['bound'] | null
  /** The rows before the bound, the last first. */
  readonly isBackwards: boolean
}

/** Selects one row more than a page, which shows whether another page exists. */
export async function selectKeyed<L extends ListDescription, Row extends object, Item>(
  tx: Tx,
  user: Person,
  source: ListSource<L, Row, Item>,
  reading: Reading,
): Promise<KeyedRow<Row>[]> {
  const rows = await runSql<Row & { list_keys: (string | null)[] }>(tx, keyedSql(user, source, reading))
  return rows.map((row) => ({ row, values: row.list_keys }))
}

/** Returns the query of a page: its rows, each with the values for a mark of its position. */
export function keyedSql<L extends ListDescription, Row extends object, Item>(
  user: Person,
  source: ListSource<L, Row, Item>,
  { query, bound, isBackwards }: Reading,
): Sql {
  const ask = createAsk(source, { user, query, bound, limit: query.size + 1, isBackwards })
  const order = fullOrder(source, ask)
  const relation = relationOf(source, ask)
  const keys = sql.join(order.map((key) => keyAsText(key)))
  return selectSql(
    { ...relation, columns: sql`${relation.columns}, array[${keys}] as list_keys` },
    { order: order.map(orderTerm), limit: ask.limit },
  )
}
