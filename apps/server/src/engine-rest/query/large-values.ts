import { sql } from 'kysely'
import type { Place } from '../../platform/db/actor.ts'
import { groupsOf } from '../../platform/groups-of.ts'
import type { Sql } from './filters.ts'
import type { ListQuery, QueryScope } from './list-query.ts'

/**
 * Bytes of a value that a list reads with its row. Larger values are read a few at a time: a page of the largest would be
 * gigabytes.
 */
const withItsRow = 40_000

/** The list of rows whose values may be large. */
export interface LargeValues<Row> {
  /** The columns of the query, with `cutValue` in place of the value. */
  readonly columns: (query: QueryScope) => Sql
  /** The value of the query's `tie`, by which a row is found again. */
  readonly keyOf: (row: Row) => string
  /** Narrows the query to some of its rows, by what an index has beside the `tie`. */
  readonly among: (rows: readonly Row[]) => Sql
  /** The conditions of rows that are read again, in place of `always`, where a row can cease to meet that. */
  readonly always?: (query: QueryScope) => readonly Sql[]
}

/** A row with its value, or with the size in bytes of the value that was not read with it. */
export interface ValueRow {
  readonly value: string | null
  readonly leftOut?: number | null
}

/** Returns the columns of a value that is only read with its row when it is not large: `value` and `leftOut`. */
export function cutValue(value: Sql): Sql {
  return sql`case when octet_length(${value}) <= ${withItsRow} then ${value} end as value,
    case when octet_length(${value}) > ${withItsRow} then octet_length(${value}) end as "leftOut"`
}

/** Returns whether the value of any row was not read with it. */
export function hasLeftOut(rows: readonly unknown[]): boolean {
  return rows.some((row) => sizeLeftOut(row) > 0)
}

/**
 * Yields rows with their large values, in groups whose values fit into one answer. Rows that were deleted, or no longer
 * match the filters, are left out.
 *
 * @param room the maximum size of the values of a group, in bytes.
 * @param select reads the rows of a query, with the conditions of the list.
 */
export async function* readLeftOut<Row>(
  query: ListQuery<Row>,
  rows: readonly Row[],
  { room, select }: { readonly room: number; readonly select: (whole: ListQuery<Row>) => Promise<readonly Row[]> },
): AsyncGenerator<readonly Row[]> {
  const { large } = query
  if (large === undefined || !hasLeftOut(rows)) return yield rows
  for (const group of groupsOf(rows, { weightOf: sizeLeftOut, most: room })) {
    const cut = group.filter((row) => sizeLeftOut(row) > 0)
    const whole: ListQuery<Row> = {
      ...query,
      always: (of) => [
        ...((large.always ?? query.always)?.(of) ?? []),
        sql`${query.tie} = any(${cut.map(large.keyOf)}::uuid[])`,
        large.among(cut),
      ],
    }
    const found = cut.length === 0 ? [] : await select(whole)
    const byKey = new Map(found.map((row) => [large.keyOf(row), row]))
    yield group.flatMap((row) => (sizeLeftOut(row) > 0 ? (byKey.get(large.keyOf(row)) ?? []) : row))
  }
}

/** Returns the characters of the value of a row: objects are parsed when they are presented. */
export function lengthOfValue({ value }: ValueRow): number {
  return value?.length ?? 0
}

/**
 * Returns the workplace for reading large values while a cursor holds a connection of the kind `history`. These reads
 * use the kind `reading`: if all cursors waited for a second connection of the kind `history`, none would get one.
 */
export function besideCursor({ workplaceId, hides = null, patience }: Place): Place {
  return { workplaceId, hides, patience: { kind: 'reading', signal: patience?.signal ?? null } }
}

function sizeLeftOut(row: unknown): number {
  return (row as Partial<ValueRow>).leftOut ?? 0
}
