import { type RawBuilder, sql } from 'kysely'
import type { FactData, FactKind } from './facts.ts'

type KeyOf<T> = T extends unknown ? keyof NonNullable<T> & string : never
type At<T, K extends string> = T extends unknown
  ? K extends keyof NonNullable<T>
    ? NonNullable<T>[K]
    : unknown
  : never

/** The SQL expressions for history facts of one kind. The names of their fields are checked by types. */
export interface FactSql<K extends FactKind> {
  /** Holds for facts of this kind. */
  readonly is: RawBuilder<boolean>
  /** A field as text; null when it has none. */
  text(field: KeyOf<FactData[K]>): RawBuilder<string | null>
  /** A field as JSON. */
  json(field: KeyOf<FactData[K]>): RawBuilder<unknown>
  /** A field of a field, as text. */
  textIn<F extends KeyOf<FactData[K]>>(field: F, inner: KeyOf<At<FactData[K], F>>): RawBuilder<string | null>
}

/**
 * Returns the SQL of history facts of a kind.
 *
 * @param alias the name of `history_fact` in the statement.
 */
export function factsOf<K extends FactKind>(kind: K, alias = 'f'): FactSql<K> {
  const data = sql.ref(`${alias}.data`)
  return {
    is: sql`${sql.ref(`${alias}.kind`)} = ${sql.lit(kind)}`,
    text: (field) => sql`(${data} ->> ${sql.lit(field)})`,
    json: (field) => sql`(${data} -> ${sql.lit(field)})`,
    textIn: (field, inner) => sql`(${data} -> ${sql.lit(field)} ->> ${sql.lit(inner)})`,
  }
}
