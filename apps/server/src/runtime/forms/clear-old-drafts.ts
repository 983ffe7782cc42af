import type { Database } from '../../platform/db/database.ts'

const keptMs = 90 * 86_400_000

/** Lets go of drafts that nobody has touched for three months. */
export async function clearOldDrafts(db: Database, now: Date): Promise<void> {
  const text = 'delete from form_draft where saved_at < $1'
  const values = [new Date(now.getTime() - keptMs).toISOString()]
  await db.withPlatformTransaction('maintenance', (tx) => tx.commit([{ name: 'form_draft_sweep', text, values }]))
}
