import { sql } from 'kysely'
import type { OrderTerm } from '../../platform/list/relation.ts'
import { selectSql } from '../../platform/list/relation.ts'
import type { Sql } from './filters.ts'

/** A part of the rows of a list: one table of several, or the rows of one index in the order of the list. */
export interface Part {
  readonly from: Sql
  readonly where?: readonly Sql[]
  /**
   * Parameters about which `where` says all. Said twice, PostgreSQL would expect fewer rows than there are, and look for all
   * of them.
   */
  readonly says?: readonly string[]
  /** By what the first of them are found, where it is another column with the same order. */
  readonly order?: readonly OrderTerm[]
}

interface Parted {
  readonly columns: Sql
  /** The conditions of the list without those of some parameters. */
  readonly whereWithout: (parameters: readonly string[]) => readonly Sql[]
  readonly parts: readonly Part[]
  readonly order: readonly OrderTerm[]
  readonly limit: number | null
  readonly offset: number
}

/**
 * Returns the SQL that reads the first rows of each part and merges them, because PostgreSQL would sort all rows of all
 * parts. The rows also have the columns of their order, which `withoutKeys` removes.
 */
export function partedSql({ columns, whereWithout, parts, order, limit, offset }: Parted): Sql {
  const keys = order.map(({ expression }, at) => sql`${expression} as ${keyAt(at)}`)
  const each = parts.map((part) =>
    selectSql(
      {
        columns: sql`${columns}, ${sql.join(keys)}`,
        from: part.from,
        where: [...whereWithout(part.says ?? []), ...(part.where ?? [])],
      },
      { order: part.order ?? order, limit: limit === null ? null : limit + offset },
    ),
  )
  const ordered = order.map((term, at) => ({ ...term, expression: keyAt(at) }))
  const all = sql`((${sql.join(each, sql`) union all (`)})) p`
  return selectSql({ columns: sql`p.*`, from: all, where: [] }, { order: ordered, limit, offset })
}

/**
 * Returns the parts of open and ended rows for the order by end, where open rows have none and are found by id.
 *
 * @param columns the columns with the end and the id of a row.
 */
export function partsByEnd(
  { open, ended }: { readonly open: Part; readonly ended: Part },
  columns: { readonly end: Sql; readonly id: Sql },
  isDescending: boolean,
): Part[] {
  const byId = { expression: columns.id, isDescending }
  return [
    { ...open, order: [byId] },
    { ...ended, order: [{ expression: columns.end, isDescending }, byId] },
  ]
}

/** Returns rows without the columns of their order, unchanged if they have none. */
export function withoutKeys<Row>(rows: readonly Row[]): readonly Row[] {
  if (!Object.keys(rows[0] ?? {}).some((name) => name.startsWith(prefix))) return rows
  return rows.map((row) => {
    const own = Object.entries(row as Record<string, unknown>).filter(([name]) => !name.startsWith(prefix))
    return Object.fromEntries(own) as Row
  })
}

/** No column of an answer begins like that. */
const prefix = 'order#'
const keyAt = (at: number) => sql.ref(`${prefix}${at}`)
