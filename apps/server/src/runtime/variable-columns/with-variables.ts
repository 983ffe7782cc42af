import type { ListDescription } from '@millrace/contract'
import type { ListSource } from '../../platform/list/source.ts'
import type { Runtime } from '../runtime.ts'
import { readDays } from './read-days.ts'
import { type PlaceOfVariables, readVariableColumns } from './read-variable-columns.ts'

/** Returns a list whose rows also have columns for process variables of the instance of the row. */
export function withVariables<L extends ListDescription, Row extends object, Item>(
  runtime: Runtime,
  source: ListSource<L, Row, Item>,
  variablePlaceOf: (row: Row) => PlaceOfVariables,
): ListSource<L, Row, Item> {
  return {
    ...source,
    readFilters: (filters) => readDays(filters, runtime.zone),
    variables: (rows, names, { tx, user }) =>
      readVariableColumns(runtime, tx, user, { names, places: rows.map(variablePlaceOf) }),
  }
}
