import { afterParameter, type DatabaseVendor, type SqlAdapter, type SqlPaging } from '@millrace/contract'
import type { DatabaseAnswer } from '../../platform/outgoing/databases/driver.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'

/** A statement with the placeholders of its database, and the parameter of each value. */
export interface WrittenStatement {
  readonly statement: string
  readonly names: readonly string[]
}

interface Page {
  readonly vendor: DatabaseVendor
  readonly paging: SqlPaging
  /** The key of the last row of the page before, or the number of rows before; empty: the first page. */
  readonly after: string
  /** Rows of a page. */
  readonly rowLimit: number
}

/**
 * Returns the statement that reads one page of the rows of a statement, and one row more, by which another page is
 * recognized. With a key, the database continues after the last row by an index of the key, and no row is missing or
 * repeated when others are added; with an offset, it counts the rows before the page again.
 */
export function writePage({ statement, names }: WrittenStatement, page: Page): WrittenStatement {
  const { vendor, paging, after, rowLimit } = page
  const key = quote(vendor, paging.column)
  // The line break ends a comment at the end of the statement.
  const rows = `select * from (${statement}\n) ${vendor === 'sqlserver' ? 'as ' : ''}page_of_statement`
  if (paging.kind === 'offset')
    return { statement: `${rows} order by ${key} ${limitOf(vendor, rowLimit + 1, Math.max(0, Number(after)))}`, names }
  const end = `order by ${key} ${limitOf(vendor, rowLimit + 1, 0)}`
  if (after === '') return { statement: `${rows} ${end}`, names }
  const place = placeholderOf(vendor, { number: names.length + 1, type: paging.keyType })
  return { statement: `${rows} where ${key} > ${place} ${end}`, names: [...names, afterParameter] }
}

/** Returns the rows of a page without the one that only tells whether another page follows, and where that begins. */
export function readPage(
  { columns, rows }: DatabaseAnswer,
  { paging, after, rowLimit }: Omit<Page, 'vendor'>,
): DatabaseAnswer & { readonly next: string | null } {
  const at = columns.findIndex((name) => name.toLowerCase() === paging.column.toLowerCase())
  if (at === -1)
    throw new OutgoingFailure(`Expected a column “${paging.column}” in the rows, but there is none.`, { isFinal: true })
  const shown = rows.slice(0, rowLimit)
  if (rows.length <= rowLimit) return { columns, rows: shown, next: null }
  if (paging.kind === 'offset') return { columns, rows: shown, next: String(Math.max(0, Number(after)) + shown.length) }
  const next = shown.at(-1)?.[at] ?? null
  // The next page begins behind this value: another row with it would be lost.
  if (next === null || next === after || next === rows[rowLimit]?.[at])
    throw new OutgoingFailure(
      `Expected different values in the column “${paging.column}”, but some rows have none or the same. Choose a unique column.`,
      { isFinal: true },
    )
  return { columns, rows: shown, next }
}

/** Returns the body of an answer that contains one page. The body says where the next page begins. */
export function writeNext(next: string | null): string {
  return JSON.stringify({ next })
}

/** Reads the start of the next page from a body that `writeNext` has written; null: there is no next page. */
export function readNext(body: string | null): string | null {
  return body === null ? null : (JSON.parse(body) as { readonly next: string | null }).next
}

/** Returns how an adapter reads page by page; null: it does not. */
export function pagingOf(settings: Pick<SqlAdapter, 'action' | 'paging'>): SqlPaging | null {
  return settings.action === 'select' ? (settings.paging ?? null) : null
}

function limitOf(vendor: DatabaseVendor, most: number, from: number): string {
  switch (vendor) {
    case 'postgresql':
    case 'mysql':
    case 'sqlite':
      return `limit ${most} offset ${from}`
    case 'sqlserver':
    case 'oracle':
      return `offset ${from} rows fetch next ${most} rows only`
    default:
      return vendor satisfies never
  }
}

/** Values are sent as texts: MySQL would compare them with numbers as approximate ones, and SQLite not at all. */
function placeholderOf(
  vendor: DatabaseVendor,
  { number, type }: { readonly number: number; readonly type: SqlPaging['keyType'] },
): string {
  switch (vendor) {
    case 'postgresql':
      return `$${number}`
    case 'mysql':
      return type === 'integer' ? 'cast(? as signed)' : '?'
    case 'sqlite':
      return type === 'integer' ? 'cast(? as integer)' : '?'
    case 'sqlserver':
      return `@p${number}`
    case 'oracle':
      return type === 'integer' ? `to_number(:p${number})` : `:p${number}`
    default:
      return vendor satisfies never
  }
}

function quote(vendor: DatabaseVendor, name: string): string {
  switch (vendor) {
    case 'postgresql':
    case 'sqlite':
      return `"${name.replaceAll('"', '""')}"`
    case 'mysql':
      return `\`${name.replaceAll('`', '``')}\``
    case 'sqlserver':
      return `[${name.replaceAll(']', ']]')}]`
    case 'oracle':
      // Names without quotes are in capitals, and no name contains a quotation mark.
      return `"${/^[A-Za-z][\w$#]*$/.test(name) ? name.toUpperCase() : name.replaceAll('"', '')}"`
    default:
      return vendor satisfies never
  }
}
