import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { lookStatement } from './look-statement.ts'
import { packageSourceRecord } from './package-source.ts'

/** Orders a check of a source now. Refuses with `thing.disabled`. @returns null on success. */
export async function orderLook(
  { db, clock, runtime }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const { workplaceId, user } = request
  const ordered = await db.withTransaction(actorOf(request), async (tx) => {
    const source = await loadRecord(tx, user, packageSourceRecord, id, { lock: true })
    if (source instanceof Refusal) return source
    await tx.commit([lookStatement({ workplaceId, id: source.id, at: clock().toISOString(), isAsked: true })])
    return null
  })
  if (ordered === null) runtime.announceJobs()
  return ordered
}
