import { type AuditRevision, auditLimits } from '@millrace/contract'
import { listRevisionEntries } from '../../platform/audit/audit-queries.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { presentEntries, presentRevision } from './present-entries.ts'

/** Returns a revision with its neighbours, and its changes after an entry. */
export function getRevision(
  db: Database,
  request: Request,
  { number, after }: { readonly number: number; readonly after?: string | undefined },
): Promise<AuditRevision | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const [revision] = await selectRevision(tx, workplaceId, number)
    if (revision === undefined) return noSuchRevision(number)
    const [previous] = await neighbour(tx, workplaceId, { number, direction: 'desc' })
    const [next] = await neighbour(tx, workplaceId, { number, direction: 'asc' })
    const entries = await listRevisionEntries(tx, workplaceId, {
      revision: number,
      limit: auditLimits.entries + 1,
      ...(after === undefined ? {} : { after }),
    })
    const shown = entries.slice(0, auditLimits.entries)
    return {
      ...presentRevision(revision, await readPeople(tx, workplaceId, [revision.userId])),
      previous: previous?.number ?? null,
      next: next?.number ?? null,
      entries: await presentEntries(tx, workplaceId, shown),
      more: entries.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
    }
  })
}

/**
 * Returns the refusal for a revision that does not exist in this workplace. Revisions of other workplaces count as not
 * existing.
 */
export function noSuchRevision(number: number): Refusal {
  return refuse('thing.not-found', `Expected a revision of this workplace, but it has none with the number ${number}.`)
}

function selectRevision(tx: Tx, workplaceId: string, number: number) {
  return tx.query(
    kysely
      .selectFrom('audit_revision')
      .where('workplace_id', '=', workplaceId)
      .where('number', '=', number)
      .select(['number', 'at', 'user_id as userId', 'cause']),
  )
}

/** Numbers have no gaps, but the oldest months of the audit may be gone. */
function neighbour(
  tx: Tx,
  workplaceId: string,
  { number, direction }: { readonly number: number; readonly direction: 'asc' | 'desc' },
) {
  return tx.query(
    kysely
      .selectFrom('audit_revision')
      .where('workplace_id', '=', workplaceId)
      .where('number', direction === 'asc' ? '>' : '<', number)
      .select('number')
      .orderBy('number', direction)
      .limit(1),
  )
}
