/** The columns of each table, in lower case, with what their values are. */
export type Columns = ReadonlyMap<string, ReadonlyMap<string, ColumnKind>>

/** `time`: a local time without a zone, of the process that wrote it. `flag`: a boolean as a number. */
export type ColumnKind = 'time' | 'flag' | 'other'

/** A statement with its values. */
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
