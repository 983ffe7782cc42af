import type { ListDescription } from '@millrace/contract'
import type { ListSource } from '../../platform/list/source.ts'
import type { Runtime } from '../runtime.ts'
import { readVariableColumns } from './read-variable-columns.ts'

/** A list whose rows have variables to show as columns: those of the instance that a row belongs to, where there is one. */
export function withVariables<L extends ListDescription, Row extends object, Item>(
  runtime: Runtime,
  source: ListSource<L, Row, Item>,
  instanceOf: (row: Row) => string | null,
): ListSource<L, Row, Item> {
  return {
    ...source,
    variables: async (rows, names, { tx, user }) => {
      const instanceIds = rows.map(instanceOf)
      const found = await readVariableColumns(runtime, tx, user, {
        names,
        instanceIds: instanceIds.filter((id) => id !== null),
      })
      return instanceIds.map((id) => (id === null ? undefined : found.get(id)) ?? {})
    },
  }
}
