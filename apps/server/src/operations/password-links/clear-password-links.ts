import { systemActor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'

/** Rows of one transaction. */
const portion = 1_000

/**
 * Deletes expired password links of a workplace. Invitations of users without a password are kept, because these users
 * may ask for another link.
 */
export async function clearPasswordLinks(
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  workplaceId: string,
): Promise<void> {
  for (let deleted = portion; deleted === portion; )
    deleted = await db.withTransaction(systemActor(workplaceId, 'maintenance'), async (tx) => {
      const [rows = []] = await tx.batch([
        {
          name: 'password_link_clear',
          text: `delete from password_link where workplace_id = $1 and id in
            (select l.id from password_link l where l.workplace_id = $1 and l.expires_at < $2
              and not exists (select from app_user u where u.workplace_id = $1 and u.id = l.user_id and u.password_hash is null) limit $3) returning id`,
          values: [workplaceId, clock().toISOString(), String(portion)],
        },
      ])
      return rows.length
    })
}
