import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { findImport } from './find-import.ts'
import { refusePackages } from './policy.ts'

/**
 * Dismisses a package of a source that waits for approval. The reason is kept, and the source does not bring the same
 * content again. Returns null on success, otherwise a refusal.
 */
export async function dismissImport(
  { db, clock }: OperationContext,
  request: Request,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Refusal | null> {
  const refusal = refusePackages(request.user)
  if (refusal !== null) return refusal
  const {
    workplaceId,
    user: { username },
  } = request
  return db.withTransaction(actorOf(request), async (tx) => {
    const row = await findImport(tx, workplaceId, id, { lock: true })
    if (row instanceof Refusal) return row
    if (row.source_id === null)
      return refuse('package.started', 'Expected a package of a source, but this one was uploaded. Cancel its import.')
    if (row.state !== 'read')
      return refuse(
        'package.started',
        'Expected a package that waits for approval, but somebody has decided about it, or a newer one has replaced it.',
      )
    await tx.commit([
      {
        name: 'package_import_dismiss',
        text: `update package_import set state = 'dismissed', package = null, reason = $3, ended_by = $4, ended_at = $5 where workplace_id = $1 and id = $2`,
        values: [workplaceId, id, reason, username, clock().toISOString()],
      },
    ])
    return null
  })
}
