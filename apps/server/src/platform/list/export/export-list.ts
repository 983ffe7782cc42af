import { Readable } from 'node:stream'
import { type ExportQuery, type ListDescription, listLimits } from '@millrace/contract'
import type { Request } from '../../auth/request.ts'
import type { Database } from '../../db/database.ts'
import { type Refusal, refuse } from '../../errors/refusal.ts'
import type { FileAnswer } from '../../http/route.ts'
import type { Bound } from '../keys.ts'
import { countList, selectKeyed } from '../read-list.ts'
import { type ListSource, prepareSource, presentRows } from '../source.ts'
import { type Cell, createToLocal, headOf, readCell, readVariableCell } from './cells.ts'
import { writeCsv } from './csv.ts'
import { writeXlsx } from './xlsx.ts'

/** Rows read at once: each part is a short read of its own, however slowly the file is taken. */
const partSize = 1_000

/**
 * Exports all rows that match a filter as a file, which is sent while it is written. Rows that are added meanwhile may
 * be included or not.
 */
export async function exportList<L extends ListDescription, Row extends object, Item>(
  db: Database,
  request: Request,
  { source, query }: { readonly source: ListSource<L, Row, Item>; readonly query: ExportQuery },
): Promise<(FileAnswer & { readonly content: Readable }) | Refusal> {
  const { isCapped, isPartial } = await countList(db, request, { source, query, countTo: listLimits.exportRows })
  if (isCapped || isPartial)
    return refuse(
      'list.too-long',
      isPartial
        ? 'Expected an order and filter for which all rows can be read, but only the first rows can be checked. Narrow the filter, or use the default order.'
        : `Expected at most ${listLimits.exportRows.toLocaleString('en')} rows in one file, but the list has more. Narrow the filter and export it in parts.`,
    )
  const columns = query.columns.flatMap((name) => {
    const column = source.list.columns[name]
    return column === undefined ? [] : [{ name, column }]
  })
  const toLocal = createToLocal(query.timeZone)
  const variables = query.variables ?? []
  const parts = readParts(db, request, { source, query }, (item) => [
    ...columns.map(({ name, column }) => readCell(name, column, item, toLocal)),
    ...variables.map((name) => readVariableCell(name, item, toLocal)),
  ])
  const heads = [...columns.map(({ column }) => headOf(column)), ...variables]
  const fileName = `${source.list.name.replace('.', '-').toLowerCase()}.${query.format}`
  return query.format === 'csv'
    ? { content: Readable.from(writeCsv(heads, parts)), contentType: 'text/csv; charset=utf-8', fileName }
    : {
        content: writeXlsx(heads, parts),
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        fileName,
      }
}

/** Yields the rows in their order, part by part, as cells. */
async function* readParts<L extends ListDescription, Row extends object, Item>(
  db: Database,
  request: Request,
  { source, query }: { readonly source: ListSource<L, Row, Item>; readonly query: ExportQuery },
  toCells: (item: Item) => Cell[],
): AsyncGenerator<Cell[][]> {
  let bound: Bound | null = null
  for (let left: number = listLimits.exportRows; left > 0; left -= partSize) {
    const part: Part<Item> = await readPart(db, request, { source, query, bound, size: Math.min(partSize, left) })
    yield part.items.map(toCells)
    if (part.next === null) return
    bound = part.next
  }
}

interface Part<Item> {
  readonly items: readonly Item[]
  /** Null when nothing follows. */
  readonly next: Bound | null
}

async function readPart<L extends ListDescription, Row extends object, Item>(
  db: Database,
  request: Request,
  {
    source,
    query,
    bound,
    size,
  }: {
    readonly source: ListSource<L, Row, Item>
    readonly query: ExportQuery
    readonly bound: Bound | null
    readonly size: number
  },
): Promise<Part<Item>> {
  const { user } = request
  return db.read(request, async (tx) => {
    const prepared = await prepareSource(source, query, { tx, user })
    const found = await selectKeyed(tx, user, prepared, { query: { ...query, size }, bound, isBackwards: false })
    const rows = found.slice(0, size)
    const last = rows.at(-1)
    const items = await presentRows(
      source,
      rows.map(({ row }) => row),
      { tx, user, names: query.variables },
    )
    return { items, next: found.length > size && last ? { values: last.values, isInclusive: false } : null }
  })
}
