import type { EntityRef } from '../../../platform/audit/entity-state.ts'
import type { Request } from '../../../platform/auth/request.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { refuseRestores } from '../policy.ts'
import { findRow, readKey } from './find-row.ts'
import { isRestorable, restorableKinds } from './kinds/index.ts'

/**
 * Returns whether a user has permission to restore an entity from the audit: to use the audit, and to change this entity.
 * False for kinds that cannot be restored.
 */
export async function mayRestore(
  tx: Tx,
  { workplaceId, user }: Pick<Request, 'workplaceId' | 'user'>,
  { entity, key: auditKey }: EntityRef,
): Promise<boolean> {
  if (!isRestorable(entity) || refuseRestores(user) !== null) return false
  const kind = restorableKinds[entity]
  const key = readKey(kind, auditKey)
  return kind.refuse(user, key[0], await findRow(tx, workplaceId, kind, key)) === null
}
