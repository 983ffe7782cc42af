import type { DataColumn, DataList } from '@millrace/contract'
import { keyFor } from '../../components/record/key-for.ts'

/** The entries of the form for a column. */
export type ColumnDraft = Pick<DataColumn, 'key' | 'name' | 'type' | 'isRequired' | 'isKey'>

/** The entries of the form of a data list. */
export interface ListDraft {
  readonly name: string
  readonly key: string
  readonly description: string
  readonly columns: readonly ColumnDraft[]
}

const blank: ColumnDraft = { key: '', name: '', type: 'text', isRequired: false, isKey: false }

export const emptyDraft: ListDraft = { name: '', key: '', description: '', columns: [{ ...blank, isKey: true }] }

export function pickDraft({ name, key, description, columns }: DataList): ListDraft {
  return { name, key, description, columns }
}

/** Returns whether the required fields of a data list are filled in. */
export function isComplete({ name, key, columns }: ListDraft): boolean {
  return (
    name.trim() !== '' &&
    key.trim() !== '' &&
    columns.length > 0 &&
    columns.every((column) => column.name.trim() !== '' && column.key.trim() !== '')
  )
}

export function addColumn(columns: readonly ColumnDraft[]): ColumnDraft[] {
  return [...columns, blank]
}

/** Renames a column. Its key changes too, unless it is stored already or was entered by the user. */
export function renameColumn(column: ColumnDraft, name: string, isKnown: boolean): ColumnDraft {
  return isKnown || column.key !== keyFor(column.name) ? { ...column, name } : { ...column, name, key: keyFor(name) }
}

/** Makes a column the key column, or none. At most one column is the key. */
export function chooseKey(columns: readonly ColumnDraft[], index: number, isKey: boolean): ColumnDraft[] {
  return columns.map((column, at) => ({ ...column, isKey: at === index ? isKey : isKey ? false : column.isKey }))
}

export function moveColumn(columns: readonly ColumnDraft[], index: number, by: -1 | 1): ColumnDraft[] {
  const column = columns[index]
  return column === undefined ? [...columns] : columns.toSpliced(index, 1).toSpliced(index + by, 0, column)
}
