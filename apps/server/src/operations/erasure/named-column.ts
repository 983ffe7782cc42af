import type { ErasedKind } from '@millrace/contract'
import { type RawBuilder, sql } from 'kysely'

/** A user name, and the text that replaces it. */
export interface Replacement {
  readonly username: string
  readonly pseudonym: string
}

/** A column with user names. */
export interface NamedColumn {
  readonly table: string
  readonly column: string
  readonly kind: ErasedKind
  /** The position of names in the column; missing: a name is the whole value. */
  readonly shape?: ColumnShape
  /** Only rows with this condition contain a name. */
  readonly when?: RawBuilder<boolean>
}

/** The position of user names in the values of a column, such as a member of JSON: how they are found and replaced. */
export interface ColumnShape {
  /** Returns the condition of the values that contain a name. */
  isNamed(held: RawBuilder<unknown>, username: string): RawBuilder<boolean>
  /** Returns the value with the name replaced. */
  replace(held: RawBuilder<unknown>, replacement: Replacement): RawBuilder<unknown>
}

const wholeValue: ColumnShape = {
  isNamed: (held, username) => sql`${held} = ${username}`,
  replace: (_held, { pseudonym }) => sql`${pseudonym}`,
}

/** An array of names. */
export const nameList: ColumnShape = {
  isNamed: (held, username) => sql`${username} = any(${held})`,
  replace: (held, { username, pseudonym }) => sql`array_replace(${held}, ${username}, ${pseudonym})`,
}

/** Returns the condition of the rows that contain a name. */
export function isNamed({ table, column, shape = wholeValue, when }: NamedColumn, username: string) {
  const held = shape.isNamed(sql.ref(`${table}.${column}`), username)
  return when === undefined ? held : sql<boolean>`(${held}) and ${when}`
}

/** Returns the value of the column with the name replaced. */
export function replaceIn({ table, column, shape = wholeValue }: NamedColumn, replacement: Replacement) {
  return shape.replace(sql.ref(`${table}.${column}`), replacement)
}
