import type { FilterName, ListDescription, ListQuery, SetFilter, ShownVariable, SortName } from '@millrace/contract'
import type { Person } from '../auth/user.ts'
import type { Tx } from '../db/database.ts'
import type { Bound, Key, OrderKey } from './keys.ts'
import type { Sql } from './sql.ts'

/** The parts of a list query on which its SQL depends. */
export interface Ask {
  readonly user: Person
  readonly query: ListQuery
  /** The order in which rows are read, without what makes it unique. */
  readonly order: readonly OrderKey[]
  /** Where the page begins; null at the end that is read from. */
  readonly bound: Bound | null
  /** No more rows than this are of use. */
  readonly limit: number
}

/** A filter in SQL: the column that it compares, or a function that returns the condition. */
export type FilterSource = Sql | ((filter: SetFilter, ask: Ask) => Sql)

/**
 * The source of a list: the database description of a list of the contract. A source whose sorts or filters have no
 * index may read a limited number of rows, and reports that by `isCutOff`.
 */
export interface ListSource<L extends ListDescription, Row extends object, Item> {
  readonly list: L
  readonly columns: Sql
  /** Returns the joined tables, each limited to the workplace. */
  readonly from: (ask: Ask) => Sql
  /** The conditions that always hold: the workplace, and the rows that the user may see. */
  readonly where?: (ask: Ask) => readonly Sql[]
  readonly keys: Readonly<Record<SortName<L>, Key>>
  /** The unique key by which rows are sorted last. */
  readonly id: Key
  readonly filters: Readonly<Record<FilterName<L>, FilterSource>>
  /** Holds where a row has the text. */
  readonly search?: (text: string, ask: Ask) => Sql
  /** Converts filters of a query for the rows, such as days into instants of a time zone. */
  readonly readFilters?: (filters: readonly SetFilter[]) => readonly SetFilter[]
  /** How many rows there are, up to the limit, where that takes less than reading them. */
  readonly counted?: (ask: Ask) => Sql | null
  /** Whether there are rows beyond the window. */
  readonly isCutOff?: (ask: Ask) => Sql
  /** Variables that are shown as columns, by name, for each of the rows. */
  readonly variables?: (
    rows: readonly Row[],
    names: readonly string[],
    around: { readonly tx: Tx; readonly user: Person },
  ) => Promise<readonly Readonly<Record<string, ShownVariable>>[]>
  /** Reads what the SQL of one query depends on, and returns the parts of the source that differ for it. */
  readonly prepare?: (
    query: ListQuery,
    around: { readonly tx: Tx; readonly user: Person },
  ) => Promise<Partial<Pick<ListSource<L, Row, Item>, 'from' | 'filters' | 'search' | 'counted' | 'isCutOff'>>>
  readonly present: (
    rows: readonly Row[],
    around: { readonly tx: Tx; readonly user: Person },
  ) => Item[] | Promise<Item[]>
}

/** Defines the source of a list, checked against the list by types. */
export function defineSource<const L extends ListDescription, Row extends object, Item>(
  source: ListSource<L, Row, Item>,
): ListSource<L, Row, Item> {
  return source
}

/** Prepares a source for one query. */
export async function prepareSource<L extends ListDescription, Row extends object, Item>(
  source: ListSource<L, Row, Item>,
  query: ListQuery,
  around: { readonly tx: Tx; readonly user: Person },
): Promise<ListSource<L, Row, Item>> {
  return source.prepare === undefined ? source : { ...source, ...(await source.prepare(query, around)) }
}

/** Converts rows into the items of a list, with the requested variables. */
export async function presentRows<L extends ListDescription, Row extends object, Item>(
  source: ListSource<L, Row, Item>,
  rows: readonly Row[],
  { names = [], ...around }: { readonly tx: Tx; readonly user: Person; readonly names: readonly string[] | undefined },
): Promise<Item[]> {
  if (names.length === 0 || source.variables === undefined || rows.length === 0) return source.present(rows, around)
  const [items, variables] = await Promise.all([source.present(rows, around), source.variables(rows, names, around)])
  return items.map((item, index) => ({ ...item, variables: variables[index] ?? {} }))
}
