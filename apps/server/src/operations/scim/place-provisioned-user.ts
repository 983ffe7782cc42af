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
    // Without an external id the user has no identity yet, and without a note none is needed.
    sql`insert into scim_identity as i (workplace_id, kind, subject_id, position_note)
      select u.workplace_id, 'user', u.id, ${note} from app_user u
      where u.workplace_id = ${user.workplaceId} and u.username_key = lower(${wanted.username})
        and (${note}::text is not null or exists (select from scim_identity x where x.workplace_id = u.workplace_id and x.kind = 'user' and x.subject_id = u.id))
      on conflict (workplace_id, kind, subject_id) do update set position_note = excluded.position_note
      where i.position_note is distinct from excluded.position_note`,
  )
}
