import { isFieldKey } from '../document/field-key.ts'
import { documentLimits } from '../document/limits.ts'
import { code, text } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import { findNamedConflict, namedProps, namingField } from './people.ts'

const longestKey = 50

const columnKey = () =>
  code(longestKey, (raw) => (/^[A-Za-z][A-Za-z0-9_]*$/.test(raw) ? null : 'the key of a column of the data list'))

const props = {
  ...namedProps,
  /** The key of the data list that it chooses from. */
  list: code(longestKey, (raw) => (/^[\p{L}\p{M}\p{N}_-]+$/u.test(raw) ? null : 'the key of a data list')),
  /** The column with the values; by default the key column, otherwise the first one. */
  valueColumn: columnKey(),
  /** The column that people read; that of the values when not given. */
  labelColumn: columnKey(),
  /** The key of a field in the same row or around it: only rows are offered that have its value in `filterColumn`. */
  dependsOn: code(documentLimits.key, (name) => (isFieldKey(name) ? null : 'the key of a field')),
  filterColumn: columnKey(),
  /** Only rows are offered that have `onlyValue` in this column. */
  onlyColumn: columnKey(),
  onlyValue: text({ max: documentLimits.text }),
}

/**
 * A field for one or several rows of a data list, by the values of a column. The current list is read when the form is
 * filled in.
 */
export const dataList = {
  ...namingField('data-list', props),
  findConflict,
}

function findConflict(given: PropsOf<typeof props>): string | null {
  if (given.list === undefined) return 'the key of the data list that is chosen from'
  if ((given.dependsOn === undefined) !== (given.filterColumn === undefined))
    return 'dependsOn and filterColumn only together'
  if ((given.onlyColumn === undefined) !== (given.onlyValue === undefined))
    return 'onlyColumn and onlyValue only together'
  return findNamedConflict(given)
}
