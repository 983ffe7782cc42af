import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { isLastOfEngine, lastAdministrator, lastOfEngine, lockAdministrators } from '../users/accounts.ts'

/** A check after a change of groups. Returns null while enough administrators remain, otherwise a refusal. */
export type AdministratorCheck = () => Promise<Refusal | null>

/**
 * Locks administrators before a change of what groups give, or of who is in them. To be called before any account is
 * locked, and after `lockGroups`.
 *
 * @returns a check for after the change: it refuses with `user.last-administrator` where the change has taken the last
 * one away.
 */
export async function watchAdministrators(tx: Tx, workplaceId: string): Promise<AdministratorCheck> {
  const had = (await lockAdministrators(tx, workplaceId)).length > 0
  const hadEngine = !(await isLastOfEngine(tx, workplaceId, ''))
  return async () => {
    if (had && (await lockAdministrators(tx, workplaceId)).length === 0) return lastAdministrator()
    return hadEngine && (await isLastOfEngine(tx, workplaceId, '')) ? lastOfEngine() : null
  }
}
