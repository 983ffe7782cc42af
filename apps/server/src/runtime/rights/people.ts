import type { Person } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { containsFolded, isOneIdOf } from '../../platform/list/conditions.ts'
import { findByGrams } from '../../platform/list/grams.ts'
import { allOf, anyOf, type Sql } from '../../platform/list/sql.ts'

/** Finds users by username. Names without a user are shown unchanged. */
export interface People {
  get(username: string): Person
  find(username: string | null): Person | null
}

/** The first and last name of the row of that name of `app_user`, as text of SQL; empty where there is neither. */
const fullNameText = (row: string) =>
  `concat_ws(' ', nullif(trim(${row}.first_name), ''), nullif(trim(${row}.last_name), ''))`

/** The SQL expression of the full name of a row of `app_user`. */
export const fullNameOf = (row: 'u' | 's'): Sql => sql.raw(fullNameText(row))

/** The SQL expression of the display name of a row of `app_user`: its full name, else its username. */
export const displayNameOf = (row: 'u' | 's'): Sql =>
  sql`coalesce(nullif(${fullNameOf(row)}, ''), ${sql.ref(`${row}.username`)})`

/** The condition that the username or the full name of a row of `app_user` contains a text, regardless of case and accents. */
export const namesContain = (row: 'u' | 's', text: string): Sql => containsFolded(sql.ref(`${row}.names_key`), text)

/**
 * The condition that the username, the full name or the email address of a row of `app_user` contains a text,
 * regardless of case and accents.
 */
export const namesOrEmailContain = (row: 'u' | 's', text: string): Sql =>
  anyOf([namesContain(row, text), containsFolded(sql.ref(`${row}.email_key`), text)])

/**
 * Returns the condition that a row `u` of `app_user` contains a text, by default in its username or full name. If few
 * users of the workplace contain the text, the condition lists their ids, so that PostgreSQL need not read all users.
 *
 * @param contain returns the condition for the text: `namesContain` or `namesOrEmailContain`.
 */
export async function findNamed(
  tx: Tx,
  workplaceId: string,
  text: string,
  contain: typeof namesContain = namesContain,
): Promise<Sql> {
  const ids = await findByGrams(tx, { workplaceId, kind: 'user', text })
  const condition = contain('u', text)
  return ids === null ? condition : allOf([isOneIdOf(sql`u.id`, ids), condition])
}

/** Reads all users of an answer in one query. */
export async function readPeople(tx: Tx, workplaceId: string, usernames: Iterable<string | null>): Promise<People> {
  const names = [...new Set(usernames)].filter((name) => name !== null)
  const known = names.length === 0 ? new Map<string, string>() : await selectNames(tx, workplaceId, names)
  const get = (username: string) => ({ username, displayName: known.get(username) ?? username })
  return { get, find: (username) => (username === null ? null : get(username)) }
}

async function selectNames(tx: Tx, workplaceId: string, usernames: readonly string[]): Promise<Map<string, string>> {
  const [rows] = await tx.batch([
    {
      name: 'people_by_username',
      text: `select username, ${fullNameText('u')} from app_user u where workplace_id = $1 and username = any($2::text[])`,
      values: [workplaceId, usernames],
    },
  ])
  return new Map(
    (rows ?? []).flatMap(([username, name]) =>
      username == null || name == null || name === '' ? [] : [[username, name] as const],
    ),
  )
}
