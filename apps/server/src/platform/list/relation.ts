import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { allOf, runSql, type Sql } from './sql.ts'

/** The rows of a list: joined tables, each limited to the workplace, with conditions. */
export interface Relation {
  readonly columns: Sql
  readonly from: Sql
  readonly where: readonly Sql[]
}

/** A part of an order. Without `nulls`, missing values are sorted as PostgreSQL does by default: as the largest. */
export interface OrderTerm {
  readonly expression: Sql
  readonly isDescending?: boolean
  readonly nulls?: 'first' | 'last'
}

export interface Range {
  readonly order?: readonly OrderTerm[]
  readonly limit?: number | null
  readonly offset?: number
}

/**
 * Returns the rows of a relation as objects.
 *
 * @param range the order of the rows, their maximum number, and the number of rows to skip; by default all rows in any
 *   order.
 */
export async function selectRows<Row>(tx: Tx, relation: Relation, range: Range = {}): Promise<Row[]> {
  return runSql<Row>(tx, selectSql(relation, range))
}

export function selectSql({ columns, from, where }: Relation, { order = [], limit = null, offset = 0 }: Range): Sql {
  const parts = [sql`select ${columns} from ${from} where ${allOf(where)}`]
  if (order.length > 0) parts.push(sql`order by ${sql.join(order.map(termSql))}`)
  if (limit !== null) parts.push(sql`limit ${limit}`)
  if (offset > 0) parts.push(sql`offset ${offset}`)
  return sql.join(parts, sql` `)
}

/** Returns the SQL expression that counts the rows of a relation, up to a limit if one is given. */
export function countSql({ from, where }: Omit<Relation, 'columns'>, atMost?: number): Sql {
  return atMost === undefined
    ? sql`(select count(*) from ${from} where ${allOf(where)})`
    : sql`(select count(*) from (select from ${from} where ${allOf(where)} limit ${atMost}) counted)`
}

function termSql({ expression, isDescending = false, nulls }: OrderTerm): Sql {
  const direction = isDescending ? sql` desc` : sql``
  const place = nulls === undefined ? sql`` : nulls === 'first' ? sql` nulls first` : sql` nulls last`
  return sql`${expression}${direction}${place}`
}
