import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { isLastOfEngine, lastAdministrator, lastOfEngine, lockAdministrators } from '../users/accounts.ts'

/** A check after a change of groups. Returns null while enough administrators remain, otherwise a refusal. */
export type AdministratorCheck = () => Promise<Refusal | null>

/**
 * Locks the administrators before a change of groups or their members. Call it after `lockGroups` and before locking
 * any account.
 *
 * @returns a check to run after the change: it refuses with `user.last-administrator` when the workplace would have no
 * administrator left.
 */
export async function watchAdministrators(tx: Tx, workplaceId: string): Promise<AdministratorCheck> {
  const had = (await lockAdministrators(tx, workplaceId)).length > 0
  const hadEngine = !(await isLastOfEngine(tx, workplaceId, ''))
  return async () => {
    if (had && (await lockAdministrators(tx, workplaceId)).length === 0) return lastAdministrator()
    return hadEngine && (await isLastOfEngine(tx, workplaceId, '')) ? lastOfEngine() : null
  }
}
