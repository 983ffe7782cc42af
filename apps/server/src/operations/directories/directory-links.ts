import { sql } from 'kysely'
import { endAccess } from '../../platform/auth/end-access.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { DirectoryRow } from './directory.ts'

/** A link between a user and an entry of the directory. */
export interface Link {
  readonly userId: string
  readonly username: string
  readonly isPresent: boolean
  /** Whether a run disabled the user. */
  readonly wasDisabled: boolean
}

type Of = Pick<DirectoryRow, 'workplace_id' | 'id'>

export async function findLink(tx: Tx, { workplace_id, id }: Of, entryKey: string): Promise<Link | null> {
  const [row] = await runSql<Link>(
    tx,
    sql`select u.id as "userId", u.username, l.is_present as "isPresent", l.was_disabled as "wasDisabled" from directory_user l
      join app_user u on u.workplace_id = l.workplace_id and u.id = l.user_id
      where l.workplace_id = ${workplace_id} and l.directory_id = ${id} and l.entry_key = ${entryKey}`,
  )
  return row ?? null
}

interface Linked {
  readonly userId: string
  readonly row: { readonly entryKey: string; readonly dn: string }
}

/**
 * Links a user to an entry of a directory. The directory then checks the password: the password of this installation is
 * deleted, with all sessions and API tokens that it opened.
 */
export async function linkUser(
  tx: Tx,
  { workplace_id, id }: Of,
  { userId, row: { entryKey, dn } }: Linked,
): Promise<void> {
  const [, changed] = await tx.batch([
    {
      name: 'directory_user_link',
      text: `insert into directory_user (workplace_id, directory_id, user_id, entry_key, dn, is_present) values ($1, $2, $3, $4, $5, true)
        on conflict (workplace_id, user_id) do update set dn = excluded.dn, is_present = true, was_disabled = false
          where directory_user.dn <> excluded.dn or not directory_user.is_present or directory_user.was_disabled`,
      values: [workplace_id, id, userId, entryKey, dn],
    },
    {
      name: 'directory_user_password',
      text: `update app_user u set directory_id = $3, password_hash = null, must_change_password = false
        from (select password_hash from app_user where workplace_id = $1 and id = $2) old
        where u.workplace_id = $1 and u.id = $2 and u.directory_id is distinct from $3::uuid returning old.password_hash is not null`,
      values: [workplace_id, userId, id],
    },
  ])
  if (changed?.[0]?.[0] === 't') await tx.batch(endAccess(workplace_id, userId))
}

/** Records which memberships came from the directory, and forgets those that the directory no longer has. */
export async function markMemberships(
  tx: Tx,
  { workplace_id, id }: Of,
  { userId, joined }: { readonly userId: string; readonly joined: readonly string[] },
): Promise<void> {
  if (joined.length === 0) return
  await tx.batch([
    {
      name: 'directory_member_mark',
      text: `insert into directory_member (workplace_id, directory_id, user_id, group_id)
        select m.workplace_id, $2, m.user_id, m.group_id from group_member m where m.workplace_id = $1 and m.user_id = $3 and m.group_id = any($4::uuid[])
        on conflict do nothing`,
      values: [workplace_id, id, userId, [...joined]],
    },
  ])
}
