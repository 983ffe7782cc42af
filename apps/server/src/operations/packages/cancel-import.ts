import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { findImport } from './find-import.ts'
import { refusePackages } from './policy.ts'

/**
 * Cancels an import that has not ended, so that its job commits nothing. Returns null on success, otherwise a refusal.
 */
export async function cancelImport(
  { db, clock }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = refusePackages(request.user)
  if (refusal !== null) return refusal
  const { workplaceId } = request
  return db.withTransaction(actorOf(request), async (tx) => {
    const row = await findImport(tx, workplaceId, id, { lock: true })
    if (row instanceof Refusal) return row
    if (row.state === 'cancelled') return null
    if (!['read', 'waiting', 'running'].includes(row.state))
      return refuse('package.started', 'Expected an import that has not ended, but it has. Roll it back instead.')
    await tx.commit([
      {
        name: 'package_import_cancel',
        text: `update package_import set state = 'cancelled', package = null, ended_at = $3 where workplace_id = $1 and id = $2`,
        values: [workplaceId, id, clock().toISOString()],
      },
      {
        name: 'package_import_unorder',
        text: 'delete from job where workplace_id = $1 and id = $2',
        values: [workplaceId, id],
      },
    ])
    return null
  })
}
