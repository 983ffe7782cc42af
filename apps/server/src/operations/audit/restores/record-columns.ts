import type { z } from 'zod'
import { columnNameOf } from '../../records/record-fields.ts'
import type { Columns } from './restorable-kind.ts'

/** Returns the columns of the fields of a record. */
export function columnNamesOf({ shape }: z.ZodObject): readonly string[] {
  return Object.keys(shape).map(columnNameOf)
}

/**
 * Returns the fields of a record from its columns; null if this version of the product does not accept the values.
 */
export function fieldsOf<Fields extends z.ZodObject>(fields: Fields, columns: Columns): z.output<Fields> | null {
  const entered = Object.keys(fields.shape).map((name) => [name, columns[columnNameOf(name)] ?? null])
  return fields.safeParse(Object.fromEntries(entered)).data ?? null
}
