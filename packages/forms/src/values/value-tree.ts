import type { FieldValue } from '../fields/field-value.ts'

/**
 * The values of a form as a tree by key: the value of a field, the members of a group, the rows of a list. Objects have
 * no prototype. The nodes of the form define which kind of value a key has.
 */
export interface FormValues {
  readonly [key: string]: NodeValue
}

export type NodeValue = FieldValue | FormValues | readonly RowValues[]

export interface RowValues {
  /** The index of the row in the opened form, from 0; null for a new row. */
  readonly origin: number | null
  readonly values: FormValues
}

/** Returns the value of a field; null when it is empty. */
export function getFieldValue(values: FormValues, key: string): FieldValue {
  return (values[key] ?? null) as FieldValue
}

/** Returns the rows of a list; an empty list when it has no rows. */
export function getRows(values: FormValues, key: string): readonly RowValues[] {
  return (values[key] ?? []) as readonly RowValues[]
}

/** Returns the values of a group; empty when it has none. */
export function getGroup(values: FormValues, key: string): FormValues {
  return (values[key] ?? {}) as FormValues
}

/** Values as JSON carries them, as a tree by key. Rows have the row marker. */
export type JsonValues = Readonly<Record<string, unknown>>
