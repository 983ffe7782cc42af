import type { ListColumn, ListDescription } from '@millrace/contract'
import type { Translate } from '../../../lib/i18n.ts'

const prefix = 'var:'

/**
 * Returns the list with a column for each variable that the user has added.
 *
 * @param labels the names of columns that differ from the names of variables.
 */
export function withVariableColumns<L extends ListDescription>(
  list: L,
  names: readonly string[] = [],
  labels: ReadonlyMap<string, string> = new Map(),
): L {
  if (names.length === 0) return list
  const added = names.map((name): [string, ListColumn] => [
    columnOfVariable(name),
    { type: 'text', label: 'list.variableName', ownLabel: labels.get(name) ?? name },
  ])
  return { ...list, columns: { ...list.columns, ...Object.fromEntries(added) } }
}

export function columnOfVariable(name: string): string {
  return `${prefix}${name}`
}

/** Returns the variable of a column; null for a built-in column. */
export function variableOfColumn(column: string): string | null {
  return column.startsWith(prefix) ? column.slice(prefix.length) : null
}

/** Returns the name of a column. */
export function labelOfColumn({ label, ownLabel }: ListColumn, t: Translate): string {
  return ownLabel ?? t(label)
}
