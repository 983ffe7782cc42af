import { systemActor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'

/** Rows of one transaction. */
const portion = 1_000

/** Deletes the links of a workplace that have expired. */
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
            (select id from password_link where workplace_id = $1 and expires_at < $2 limit $3) returning id`,
          values: [workplaceId, clock().toISOString(), String(portion)],
        },
      ])
      return rows.length
    })
}
