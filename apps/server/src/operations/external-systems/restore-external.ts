import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import {
  findExternal,
  lockExternal,
  recordOf,
  type StoredAdapter,
  type StoredApi,
  type StoredByKind,
  type StoredConnection,
  type StoredListener,
} from './external.ts'
import type { ExternalKind } from './external-kinds.ts'

/** Restores a disabled external object. Everything that it uses has to be enabled first. */
export function restoreExternal(
  context: OperationContext,
  request: Request,
  { kind, id }: { readonly kind: ExternalKind; readonly id: string },
): Promise<Refusal | null> {
  return restore(context, request, recordOf(kind), {
    ref: id,
    // As everybody does it who locks several: what is needed first.
    prepare: async (tx) => {
      const known = await findExternal(tx, request.workplaceId, kind, id)
      return known === null ? null : refuseWithout(tx, request.user, kind, known)
    },
  })
}

/**
 * Refuses to restore an object when an object that it uses is disabled. Locks the used objects, so that nobody disables
 * them meanwhile.
 */
async function refuseWithout(
  tx: Tx,
  user: Person,
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
    case 'listener':
      return ['api', (found as StoredAdapter | StoredListener).api_id]
    default:
      return kind satisfies never
  }
}
