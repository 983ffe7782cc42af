import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { kysely } from '../db/kysely.ts'

/** A piece of SQL with its parameters. */
export type Sql = RawBuilder<unknown>

export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

export function anyOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** Combines the rows of several queries without duplicates. */
export function either(parts: readonly Sql[]): Sql {
  return sql`(${sql.join(parts, sql`) union (`)})`
}

/**
 * Runs a query in one round trip, and returns the rows as objects. With a name, the statement is prepared, see
 * `Tx.query`.
 */
export async function runSql<Row>(tx: Tx, query: Sql, name?: string): Promise<Row[]> {
  return tx.query<Row>(toQuery<Row>(query), name)
}

/** Converts SQL into a query for `tx.queries`, which sends several in one round trip. */
export function toQuery<Row>(query: Sql) {
  return { compile: () => query.$castTo<Row>().compile(kysely) }
}

/**
 * Runs SQL as a prepared statement, named by a hash of its text. For frequent statements that find few rows by a key,
 * whose planning costs several times as much as their execution.
 */
export async function runPrepared<Row>(tx: Tx, query: Sql): Promise<Row[]> {
  const compiled = query.$castTo<Row>().compile(kysely)
  return tx.query<Row>({ compile: () => compiled }, `of_${hash('sha1', compiled.sql, 'base64url')}`)
}
