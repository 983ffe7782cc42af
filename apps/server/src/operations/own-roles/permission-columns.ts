import type { Permission } from '@millrace/contract'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { nameThings } from './things.ts'

/**
 * Returns the column for the permissions of an own role. Refuses with `thing.not-found` for a permission on an object
 * that does not exist, unless the role has this permission already. Processes are not checked, because their key may be
 * deployed later.
 *
 * @param before the current permissions of the role.
 */
export async function columnOfPermissions(
  tx: Tx,
  workplaceId: string,
  permissions: readonly Permission[],
  before: readonly Permission[] = [],
) {
  const nameOf = await nameThings(tx, workplaceId, permissions)
  const held = new Set(before.map(({ kind, thing }) => `${kind} ${thing}`))
  const missing = permissions.findIndex(
    ({ kind, thing }) =>
      thing !== null && kind !== 'process' && nameOf(kind, thing) === null && !held.has(`${kind} ${thing}`),
  )
  if (missing >= 0) return refuseMissing(missing)
  return { permissions: JSON.stringify(permissions) }
}

function refuseMissing(index: number): Refusal {
  const message = 'Expected something that exists in this workplace, but it does not. Choose again.'
  return refuse('thing.not-found', message, [{ where: `permissions.${index}.thing`, message }])
}
