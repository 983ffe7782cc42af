import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { findSettings } from '../../platform/settings/read-settings.ts'
import { findHierarchyNamed, placeUser } from '../hierarchies/place-user.ts'
import { findProvisionedManager, type ProvisionedUser } from './provisioned-user.ts'

interface Placing {
  readonly wanted: ProvisionedUser
  readonly now: Date
  readonly newId: () => string
}

/**
 * Places a user whom a provisioning client has written below their manager, in the hierarchy of the settings. A circle
 * or a hierarchy that no longer exists changes nothing else: the account is written as the client sent it.
 */
export async function placeProvisionedUser(tx: Tx, user: Person, { wanted, now, newId }: Placing): Promise<void> {
  const manager = await findProvisionedManager(tx, user.workplaceId, wanted.manager)
  if (manager == null || manager instanceof Refusal) return
  const name = (await findSettings(tx))['scim.hierarchy']
  const id = name === '' ? null : await findHierarchyNamed(tx, user.workplaceId, name)
  if (id !== null) await placeUser(tx, user, { id, username: wanted.username, manager, now, newId })
}
