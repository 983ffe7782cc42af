import { z } from 'zod'
import { dataListLimits, limits } from './limits.ts'

/**
 * A row of a data list, with a cell for each column in their order. Numbers are digits, days `YYYY-MM-DD`, flags `true`
 * and `false`.
 */
export const row = z.object({
  id: z.string(),
  /** The sort key of the row. */
  place: z.string(),
  cells: z.array(z.string().nullable()),
})

export type DataRow = z.output<typeof row>

export const place = z
  .string()
  .max(200)
  .regex(/^[0-9a-f]+$/)

/** Cells by the key of their column. */
const cells = z.record(z.string().max(limits.name), z.string().max(dataListLimits.cell).nullable())

export const rowChanges = z.object({
  /** The version in which the rows were changed. Other users may have changed other rows since. */
  version: z.number().int(),
  changed: z.array(z.object({ id: z.string().max(64), cells })).default([]),
  /** The new rows, each after an existing row or at the end. Rows after the same one keep their order. */
  added: z.array(z.object({ after: z.string().max(64).nullable(), cells })).default([]),
  removed: z.array(z.string().max(64)).default([]),
})

export type RowChanges = z.input<typeof rowChanges>
