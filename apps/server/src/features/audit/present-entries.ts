import type { AuditEntry as PresentedEntry } from '@millrace/contract'
import { restoredFrom } from '../../operations/audit/restores/restore-cause.ts'
import type { AuditEntry, Revision } from '../../platform/audit/audit-queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { People } from '../../runtime/rights/people.ts'
import { findNames } from './find-names.ts'
import { surfaceOf } from './surface-of.ts'

/** Presents audit entries with the names of their entities. */
export async function presentEntries(
  tx: Tx,
  workplaceId: string,
  entries: readonly AuditEntry[],
): Promise<PresentedEntry[]> {
  const names = await findNames(tx, workplaceId, entries)
  return entries.map(({ id, entity, key, operation, before, after }, index) => ({
    id,
    entity,
    key,
    name: names[index] ?? null,
    operation,
    before,
    after,
  }))
}

/** Presents the number, time, user and cause of a revision, and the revision that it restored. */
export function presentRevision({ number, at, userId, cause }: Revision, people: People) {
  return {
    number,
    at: at.toISOString(),
    user: people.find(userId),
    surface: surfaceOf(cause),
    cause,
    restoredFrom: restoredFrom(cause),
  }
}
