import { userImportLimits } from '@millrace/contract'
import { systemActor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'

const dayMs = 86_400_000

/**
 * Deletes old user imports with their rows, each in its own transaction because they can have many rows. Running
 * imports stay.
 */
export async function clearOldImports(
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  workplaceId: string,
): Promise<void> {
  const before = new Date(clock().getTime() - userImportLimits.days * dayMs).toISOString()
  for (let hasMore = true; hasMore; ) {
    const [gone] = await db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) =>
      tx.commit([
        {
          name: 'user_import_clear',
          text: `delete from user_import i using (select id from user_import where workplace_id = $1 and created_at < $2
              and state not in ('checking', 'importing') order by created_at limit 1 for update skip locked) old
            where i.workplace_id = $1 and i.id = old.id returning i.id`,
          values: [workplaceId, before],
        },
      ]),
    )
    hasMore = gone?.[0] !== undefined
  }
}
