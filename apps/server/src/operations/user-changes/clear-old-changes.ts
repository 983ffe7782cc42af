import { userChangeLimits } from '@millrace/contract'
import { systemActor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'

const dayMs = 86_400_000

/** Deletes old changes of several users with their results. Running changes stay. */
export async function clearOldChanges(
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  workplaceId: string,
): Promise<void> {
  const before = new Date(clock().getTime() - userChangeLimits.days * dayMs).toISOString()
  for (let hasMore = true; hasMore; ) {
    const [gone] = await db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) =>
      tx.commit([
        {
          name: 'user_change_clear',
          text: `delete from user_change c using (select id from user_change where workplace_id = $1 and created_at < $2
              and state not in ('checking', 'changing') order by created_at limit 1 for update skip locked) old
            where c.workplace_id = $1 and c.id = old.id returning c.id`,
          values: [workplaceId, before],
        },
      ]),
    )
    hasMore = gone?.[0] !== undefined
  }
}
