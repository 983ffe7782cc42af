import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { passOver } from '../batches/passing.ts'
import type { CommitExtras } from '../carry-out.ts'
import { loadInstanceFor } from '../instances/instance.ts'
import type { OperationContext } from '../operation-context.ts'
import { retryIncident } from './retry-incident.ts'

/** Incidents of one instance that are tried again at once. */
const most = 1_000

/**
 * Retries the jobs and external tasks behind all incidents of an instance once. Incidents without one are skipped,
 * unless there are no others. Returns null on success, otherwise a refusal.
 */
export async function retryIncidents(
  context: OperationContext,
  request: Request,
  instanceId: string,
  extras: CommitExtras = {},
): Promise<Refusal | null> {
  const ids = await context.db.read(request, async (tx) => {
    const instance = await loadInstanceFor(tx, request.user, { id: instanceId, action: 'retry' })
    if (instance instanceof Refusal) return instance
    const rows = await runSql<{ id: string }>(
      tx,
      sql`select id from incident where workplace_id = ${request.workplaceId} and root_id = ${instance.rootId}::uuid and instance_id = ${instanceId}::uuid
        order by id limit ${most}`,
    )
    return rows.map(({ id }) => id)
  })
  if (ids instanceof Refusal) return ids
  let last: Refusal | null = noIncident()
  let retried = 0
  let areExtrasSaved = false
  for (const incidentId of ids) {
    const isLast = incidentId === ids.at(-1)
    const refusal = await retryIncident(context, request, { id: instanceId, incidentId }, isLast ? extras : {})
    if (refusal === null) retried++
    else last = refusal
    areExtrasSaved = isLast && refusal === null
  }
  if (retried === 0) return last
  return areExtrasSaved ? null : passOver(context, request, extras)
}

function noIncident(): Refusal {
  return refuse('incident.over', 'Expected an open incident in the instance, but it has none.')
}
