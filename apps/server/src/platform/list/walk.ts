import { sql } from 'kysely'
import { type OrderKey, orderTerm } from './keys.ts'
import { selectSql } from './relation.ts'
import type { Sql } from './sql.ts'

/** The query of rows `l` for one reader. */
export interface ReaderRows {
  readonly from: Sql
  readonly where: readonly Sql[]
}

interface Walking {
  readonly columns: Sql
  readonly readers: readonly ReaderRows[]
  /** The order of the rows of each reader in an index, with a column that makes it unique. */
  readonly keys: readonly OrderKey[]
  /** The maximum number of rows that are checked. */
  readonly limit: number
}

/** The query that returns rows one by one, with their order. */
export interface Walk {
  readonly rows: Sql
  readonly keys: readonly OrderKey[]
}

/**
 * Creates a query that merges the rows of several sources in a common order, without duplicates, one at a time:
 * PostgreSQL merges a branch for each source. It is faster than sorting when thousands of rows are read, and slower for
 * a single page.
 */
export function createWalk({ columns, readers, keys, limit }: Walking): Walk {
  const order = keys.map(orderTerm)
  // Each has its order and limit, or a plan would rather sort all that they have where that seems little.
  const branches = readers.map(({ from, where }) => selectSql({ columns, from, where }, { order, limit }))
  const unique = sql.join(keys.map((key) => key.sql))
  const rows = selectSql(
    {
      columns: sql`distinct on (${unique}) l.*`,
      from: sql`((${sql.join(branches, sql`) union all (`)})) l`,
      where: [],
    },
    { order, limit },
  )
  return { rows, keys }
}

/** Returns the query for the first rows `l` of a walk that match. PostgreSQL stops when it has found enough. */
export function firstOfWalk(
  { rows, keys }: Walk,
  { columns, joins, where, limit }: { columns: Sql; joins: Sql; where: readonly Sql[]; limit: number },
): Sql {
  return selectSql({ columns, from: sql`(${rows}) l${joins}`, where }, { order: keys.map(orderTerm), limit })
}
