import { z } from 'zod'
import { defineCall } from './call.ts'
import { gone, of } from './external-call-parts.ts'
import { line } from './external-parts.ts'
import { idParams as params } from './values.ts'

export const tableLimits = {
  /** Tables of one page, and columns of one table. */
  tables: 25,
  columns: 300,
  /** Characters of a search text. */
  search: 100,
  /** Characters of a name of a table or schema. */
  name: 255,
} as const

const table = z.object({
  /** Empty where the database has no schemas. */
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'view']),
  columns: z.array(
    z.object({
      name: z.string(),
      /** The type as the database writes it. */
      type: z.string(),
      isNullable: z.boolean(),
      /** Whether it is part of the primary key. */
      isKey: z.boolean(),
      /** The column that it refers to, such as customer.id; null: none. */
      reference: z.string().nullable(),
    }),
  ),
})

export type DatabaseTable = z.output<typeof table>

/** Calls for the tables of databases. */
export const tableCalls = {
  /** Lists the tables that the user of the connection may read, by name. */
  listTables: defineCall({
    ...of,
    method: 'GET',
    path: '/external-apis/{id}/tables',
    summary: 'Lists a page of the tables of the database of an API, with their columns.',
    params,
    query: z.object({
      /** A part of the name of a table or column. */
      search: line(tableLimits.search).default(''),
      /** The schema and the name of the table after which the page begins. */
      afterSchema: line(tableLimits.name).default(''),
      afterName: line(tableLimits.name).default(''),
    }),
    answer: z.object({
      tables: z.array(table),
      /** Whether another page follows. */
      isMore: z.boolean(),
      /** The error as a sentence; null when the database has answered. */
      fault: z.string().nullable(),
    }),
    errors: [gone, 'thing.disabled', 'external.invalid'],
  }),
}
