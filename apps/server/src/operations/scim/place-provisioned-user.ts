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
 * Places a user whom a provisioning client has written below their manager, in the hierarchy of the settings. A circle
 * or a hierarchy that no longer exists changes nothing else: the account is written as the client sent it, and the
 * reason is noted with the identity of the user, whose changes administrators see in the audit.
 */
export async function placeProvisionedUser(tx: Tx, user: Person, { wanted, now, newId }: Placing): Promise<void> {
  const manager = await findProvisionedManager(tx, user.workplaceId, wanted.manager)
  if (manager == null || manager instanceof Refusal) return
  const name = (await findSettings(tx))['scim.hierarchy']
  if (name === '') return
  const id = await findHierarchyNamed(tx, user.workplaceId, name)
  const refusal = id === null ? null : await placeUser(tx, user, { id, username: wanted.username, manager, now, newId })
  const note =
    id === null
      ? `Expected the hierarchy “${name}” of the setting “Hierarchy of provisioned users” to be in use, but it is not.`
      : (refusal?.message ?? null)
  await runSql(
    tx,
    sql`update scim_identity i set position_note = ${note} from app_user u
      where u.workplace_id = ${user.workplaceId} and u.username_key = lower(${wanted.username})
        and i.workplace_id = u.workplace_id and i.kind = 'user' and i.subject_id = u.id and i.position_note is distinct from ${note}`,
  )
}
