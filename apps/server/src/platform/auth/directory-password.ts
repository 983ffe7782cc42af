import type { Database } from '../db/database.ts'
import { kysely } from '../db/kysely.ts'
import type { DirectoryClient } from '../directory/directory-client.ts'
import { bytesOfKey } from '../directory/directory-key.ts'
import { locationOf } from '../directory/directory-place.ts'
import type { AuthContext } from './user.ts'

/** The context in which passwords are checked: by the directory for its users, otherwise by the stored hash. */
export interface PasswordContext extends AuthContext {
  readonly directories: DirectoryClient
  /** The secret of the installation, with which the password of the bind account is encrypted. */
  readonly secret: string
}

/**
 * The SQL expression of the credential of the row `u` of `app_user`: the hash of the password, or the directory that
 * checks it. Null: nobody can sign in to the account by a password. A changed credential makes earlier checks of the
 * password invalid.
 */
export const credentialOf = `coalesce(u.password_hash, 'directory ' || u.directory_id)`

/** Returns the directory that a credential names; null when the credential is the hash of a password. */
export function directoryOf(credential: string): string | null {
  return credential.startsWith('directory ') ? credential.slice('directory '.length) : null
}

interface Asked {
  readonly workplaceId: string
  readonly directoryId: string
  readonly userId: string
  readonly password: string
}

/**
 * Checks the password of a user by a bind with their entry in the directory. The entry is found by its key, if the
 * filter of the directory includes it; no text that the user entered is part of the filter.
 * @throws OutgoingFailure when the directory does not answer.
 */
export async function checkDirectoryPassword(
  { db, directories, secret }: PasswordContext,
  { workplaceId, directoryId, userId, password }: Asked,
): Promise<boolean> {
  // A directory takes a bind without a password for one of nobody, which succeeds (RFC 4513, section 5.1.2).
  if (password === '') return false
  const found = await findEntry(db, { workplaceId, directoryId, userId })
  if (found === undefined || !found.signs_in || !found.is_present) return false
  const { place, signIn } = locationOf(found, secret)
  return directories.withSession(place, signIn, async (session) => {
    const entries = await session.search({
      base: found.base_dn,
      filter: {
        within: found.user_filter,
        attribute: found.key_attribute,
        value: bytesOfKey(found.entry_key, found.key_attribute),
      },
      attributes: [found.key_attribute],
      bytes: [],
      most: 2,
      isCut: true,
    })
    const [entry] = entries
    // Several are none: the attribute is no key.
    return entry !== undefined && entries.length === 1 && session.checkPassword({ dn: entry.dn, password })
  })
}

async function findEntry(db: Database, { workplaceId, directoryId, userId }: Omit<Asked, 'password'>) {
  const [row] = await db.read({ workplaceId }, (tx) =>
    tx.query(
      kysely
        .selectFrom('directory_user as l')
        .innerJoin('directory as d', (join) =>
          join.onRef('d.workplace_id', '=', 'l.workplace_id').onRef('d.id', '=', 'l.directory_id'),
        )
        .select([
          ...(['d.addresses', 'd.security', 'd.certificate', 'd.bind_dn', 'd.password', 'd.base_dn'] as const),
          ...(['d.user_filter', 'd.key_attribute', 'd.signs_in', 'l.entry_key', 'l.is_present'] as const),
        ])
        .where('l.workplace_id', '=', workplaceId)
        .where('l.user_id', '=', userId)
        .where('l.directory_id', '=', directoryId),
    ),
  )
  return row
}
