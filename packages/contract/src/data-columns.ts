import { z } from 'zod'
import { dataListLimits, limits } from './limits.ts'
import { text } from './patterns.ts'

/** The types of columns: text, number, yes or no, date. */
export const dataColumnTypes = ['text', 'number', 'flag', 'date'] as const

export type DataColumnType = (typeof dataColumnTypes)[number]

const columnKey = z
  .string()
  .max(limits.name)
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'Expected a letter, then letters, digits and underscores.')

const givenColumn = z.object({
  /** The key by which forms refer to the column. A changed key makes another column. */
  key: columnKey,
  name: text('strapline'),
  type: z.enum(dataColumnTypes),
  /** Every row has a value. */
  isRequired: z.boolean().default(false),
  /**
   * Whether the column is the key: each row has a value, and no two rows the same. Imports find rows by it. At most one
   * column.
   */
  isKey: z.boolean().default(false),
})

export const column = givenColumn.extend({
  /** The slot of its cells, which never changes. */
  slot: z.number().int(),
})

export type DataColumn = z.output<typeof column>

export const givenColumns = z
  .array(givenColumn)
  .min(1, 'Expected at least one column.')
  .max(dataListLimits.columns)
  .refine((all) => isUnique(all.map(({ key }) => key.toLowerCase())), 'Expected columns with different keys.')
  .refine((all) => isUnique(all.map(({ name }) => name.toLowerCase())), 'Expected columns with different names.')
  .refine((all) => all.filter(({ isKey }) => isKey).length <= 1, 'Expected at most one column as the key.')

function isUnique(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length
}
