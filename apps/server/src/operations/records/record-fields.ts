import { isPersonField, type ShownFields } from '@millrace/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { type People, readPeople } from '../../runtime/rights/people.ts'

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : ''

/** The columns of the fields of a record (`fields` of the contract): each field has a column of its name. */
export type FieldColumns<Fields extends z.ZodObject> = {
  readonly [Name in keyof z.output<Fields> & string as Snake<Name>]: z.output<Fields>[Name]
}

/** Returns the name of the column of a field: `valid_from` for `validFrom`. */
export function columnNameOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * Returns the columns of a user's entries. Refuses with `thing.not-found` where a field names a user who does not
 * exist.
 */
export async function columnsOf<Fields extends z.ZodObject>(
  tx: Tx,
  workplaceId: string,
  { shape }: Fields,
  entered: z.output<Fields>,
): Promise<FieldColumns<Fields> | Refusal> {
  const values = entered as Readonly<Record<string, unknown>>
  for (const name of Object.keys(shape)) {
    const value = values[name]
    if (!isPersonField(shape[name]) || typeof value !== 'string') continue
    if (!(await isKnown(tx, workplaceId, value))) return refuseUnknown(name, value)
  }
  return Object.fromEntries(
    Object.keys(shape).map((name) => [columnNameOf(name), values[name]]),
  ) as FieldColumns<Fields>
}

async function isKnown(tx: Tx, workplaceId: string, username: string): Promise<boolean> {
  const found = await runSql(
    tx,
    sql`select 1 from app_user where workplace_id = ${workplaceId} and username = ${username}`,
  )
  return found.length > 0
}

function refuseUnknown(where: string, username: string): Refusal {
  const message = `Expected a user “${username}”, but there is none. Choose somebody else.`
  return refuse('thing.not-found', message, [{ where, message }])
}

/** The fields of a record in the format of answers. */
export type Shown<Fields extends z.ZodObject> = z.output<z.ZodObject<ShownFields<Fields>>>

/** Converts the fields of rows into the format of answers. One query reads all users that the rows name. */
export async function presentFields<Fields extends z.ZodObject>(
  tx: Tx,
  workplaceId: string,
  { shape }: Fields,
  rows: readonly object[],
): Promise<Shown<Fields>[]> {
  const names = Object.keys(shape)
  const cellOf = (row: object, name: string) => (row as Readonly<Record<string, unknown>>)[columnNameOf(name)]
  const named = names.filter((name) => isPersonField(shape[name]))
  const people: People = await readPeople(
    tx,
    workplaceId,
    rows.flatMap((row) => named.map((name) => cellOf(row, name) as string | null)),
  )
  return rows.map((row) =>
    Object.fromEntries(
      names.map((name) => {
        const value = cellOf(row, name)
        return [name, isPersonField(shape[name]) ? people.find(value as string | null) : value]
      }),
    ),
  ) as Shown<Fields>[]
}

/** Converts the fields of one row into the format of answers. */
export async function presentFieldsOf<Fields extends z.ZodObject>(
  tx: Tx,
  fields: Fields,
  row: { readonly workplace_id: string },
): Promise<Shown<Fields>> {
  const [shown] = await presentFields(tx, row.workplace_id, fields, [row])
  return shown as Shown<Fields>
}

/** Returns the columns of the fields, of a table that a query calls `x`. */
export function selectFields({ shape }: z.ZodObject): Sql {
  return sql.join(Object.keys(shape).map((name) => sql.ref(`x.${columnNameOf(name)}`)))
}
