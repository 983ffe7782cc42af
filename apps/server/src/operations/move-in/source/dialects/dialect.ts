/** The columns of each table with the kinds of their values. Names are in lower case. */
export type Columns = ReadonlyMap<string, ReadonlyMap<string, ColumnKind>>

/**
 * The kind of values in a column. `time`: a local time in the time zone of the process that wrote it. `flag`: a boolean
 * that is stored as a number.
 */
export type ColumnKind = 'time' | 'flag' | 'other'

/** A statement, or a condition of one, with the values of its placeholders. */
export interface SourceQuery {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The SQL of a kind of database. Conditions are written as for PostgreSQL: `$1`, and `= any($1)` for a list. */
export interface Dialect {
  /** Reads the tables of the engine that the user can see. */
  readColumns(): Promise<Columns>
  /** Returns the query of columns of a table, named `t`. */
  select(table: string, columns: readonly string[], condition: SourceQuery): SourceQuery
  count(table: string, condition: SourceQuery): SourceQuery
  /** Returns a row with times as ISO 8601, flags as booleans and names in lower case. */
  present(table: string, row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
}
