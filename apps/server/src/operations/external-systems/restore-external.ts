import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import {
  findExternal,
  lockExternal,
  noSuchExternal,
  type StoredAdapter,
  type StoredApi,
  type StoredByKind,
  type StoredConnection,
} from './external.ts'
import type { ExternalKind } from './external-kinds.ts'
import { markDisabled } from './mark-disabled.ts'
import { refuseIntegrator } from './policy.ts'

/** Takes back that something was disabled; what it needs has to be in use before. Null when it is done. */
export async function restoreExternal(
  { db }: OperationContext,
  user: User,
  { kind, id }: { readonly kind: ExternalKind; readonly id: string },
): Promise<Refusal | null> {
  const refusal = refuseIntegrator(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const known = await findExternal(tx, workplaceId, kind, id)
    if (known === null) return noSuchExternal(kind)
    // As everybody does it who locks several: what is needed first.
    const unfit = await refuseWithout(tx, user, kind, known)
    if (unfit !== null) return unfit
    const found = await findExternal(tx, workplaceId, kind, id, { lock: true })
    if (found === null) return noSuchExternal(kind)
    if (found.disabled_at === null)
      return refuse('thing.exists', `Expected something that is disabled, but “${found.name}” is in use already.`)
    await markDisabled(tx, kind, found, { disabled_at: null, disabled_by: null, disabled_reason: null })
    return null
  })
}

/** What it needs is locked, so that nobody disables that meanwhile. */
async function refuseWithout(
  tx: Tx,
  user: User,
  kind: ExternalKind,
  found: StoredByKind[ExternalKind],
): Promise<Refusal | null> {
  const [needed, id] = neededBy(kind, found)
  if (needed === null) return null
  const one = await lockExternal(tx, user, needed, id)
  return one instanceof Refusal ? one : null
}

function neededBy(
  kind: ExternalKind,
  found: StoredByKind[ExternalKind],
): readonly [ExternalKind, string] | readonly [null, ''] {
  switch (kind) {
    case 'system':
      return [null, '']
    case 'connection':
      return ['system', (found as StoredConnection).system_id]
    case 'api':
      return ['connection', (found as StoredApi).connection_id]
    case 'adapter':
      return ['api', (found as StoredAdapter).api_id]
    default:
      return kind satisfies never
  }
}
