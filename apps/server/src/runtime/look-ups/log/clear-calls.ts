import { externalCallLimits } from '@millrace/contract'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Runtime } from '../../runtime.ts'

const dayMs = 86_400_000

/** Deletes all logged calls of a connection except the newest. */
export async function clearCalls(
  db: Database,
  { workplaceId, connectionId }: { readonly workplaceId: string; readonly connectionId: string },
): Promise<void> {
  await db.withTransaction(systemActor(workplaceId, 'log of calls'), (tx) =>
    tx.commit([
      {
        name: 'external_call_trim',
        text: `delete from external_call where workplace_id = $1 and connection_id = $2 and (at, id) <= (
          select at, id from external_call where workplace_id = $1 and connection_id = $2 order by at desc, id desc offset $3 limit 1)`,
        values: [workplaceId, connectionId, externalCallLimits.ofConnection],
      },
    ]),
  )
}

/**
 * Deletes logged calls that are older than the retention time of the log, and the oldest calls of connections with too
 * many.
 */
export async function clearOldCalls({ db, clock }: Runtime, workplaceId: string): Promise<void> {
  const before = new Date(clock().getTime() - externalCallLimits.days * dayMs).toISOString()
  await db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) =>
    tx.commit([
      {
        name: 'external_call_clear',
        text: 'delete from external_call where workplace_id = $1 and at < $2',
        values: [workplaceId, before],
      },
    ]),
  )
  const [rows] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'external_call_connections',
        text: 'select id from external_connection where workplace_id = $1',
        values: [workplaceId],
      },
    ]),
  )
  for (const [connectionId] of rows ?? []) if (connectionId != null) await clearCalls(db, { workplaceId, connectionId })
}
