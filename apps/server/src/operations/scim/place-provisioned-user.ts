import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { findSettings } from '../../platform/settings/read-settings.ts'
import { findHierarchyNamed, placeUser } from '../hierarchies/place-user.ts'
import { findProvisionedManager, type ProvisionedUser } from './provisioned-user.ts'

interface Placing {
  readonly wanted: ProvisionedUser
  readonly now: Date
  readonly newId: () => string
}

/**
 * Places a user of a provisioning client below their manager, in the hierarchy of the settings. If managers form a
 * circle, or the hierarchy no longer exists, the account is still written, and the reason is stored with the identity
 * of the user, whose changes administrators see in the audit. The reason is deleted when the user is placed, or has no
 * manager any more.
 */
export async function placeProvisionedUser(tx: Tx, user: Person, placing: Placing): Promise<void> {
  const { wanted } = placing
  // The client did not send a manager.
  if (wanted.manager === undefined) return
  const note = await place(tx, user, placing)
  await runSql(
    tx,
    sql`update scim_identity i set position_note = ${note} from app_user u
      where u.workplace_id = ${user.workplaceId} and u.username_key = lower(${wanted.username})
        and i.workplace_id = u.workplace_id and i.kind = 'user' and i.subject_id = u.id and i.position_note is distinct from ${note}`,
  )
}

/** Returns why the user is not below their manager; null: they are, or need not be. */
async function place(tx: Tx, user: Person, { wanted, now, newId }: Placing): Promise<string | null> {
  const { username } = wanted
  const manager = await findProvisionedManager(tx, user.workplaceId, wanted.manager)
  if (manager == null || manager instanceof Refusal) return null
  const name = (await findSettings(tx))['scim.hierarchy']
  if (name === '') return null
  const id = await findHierarchyNamed(tx, user.workplaceId, name)
  if (id === null)
    return `Expected the hierarchy “${name}” of the setting “Hierarchy of provisioned users” to be in use, but it is not.`
  return (await placeUser(tx, user, { id, username, manager, now, newId }))?.message ?? null
}
