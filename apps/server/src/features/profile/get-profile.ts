import type { Profile } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

/** Returns the profile of the user; without details when it was never saved. */
export async function getProfile(
  db: Database,
  { id, workplaceId }: Pick<Person, 'id' | 'workplaceId'>,
): Promise<Profile> {
  const [row] = await db.read({ workplaceId }, (tx) =>
    tx.query(
      kysely
        .selectFrom('app_user as u')
        .leftJoin('user_profile as p', (join) =>
          join.onRef('p.workplace_id', '=', 'u.workplace_id').onRef('p.user_id', '=', 'u.id'),
        )
        .where('u.workplace_id', '=', workplaceId)
        .where('u.id', '=', id)
        .select(['u.id', 'u.username', 'u.first_name', 'u.last_name', 'u.email'])
        .select(['p.customer_reference', 'p.organisation_reference', 'p.theme_code', 'p.language']),
    ),
  )
  if (row === undefined) throw new Error('Expected the user who is signed in to exist, but there is no such user.')
  const { customer_reference, organisation_reference, theme_code, language } = row
  return {
    user: {
      id: row.id,
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
    },
    customer_reference,
    organisation_reference,
    themeCode: theme_code,
    language,
  }
}
