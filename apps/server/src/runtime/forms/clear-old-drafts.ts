import { systemActor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'

const dayMs = 86_400_000

/** Deletes drafts of a workplace that nobody has changed for the time in its settings. */
export async function clearOldDrafts(
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  workplaceId: string,
): Promise<void> {
  const { 'retention.draftDays': days } = await readSettings(db, workplaceId)
  const values = [workplaceId, new Date(clock().getTime() - days * dayMs).toISOString()]
  const text = 'delete from form_draft where workplace_id = $1 and saved_at < $2'
  await db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) =>
    tx.commit([{ name: 'form_draft_sweep', text, values }]),
  )
}
