import { parseRights, rightsAsJson, type User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type RightsOfAccount, refuseManaging } from '../users/manage-account.ts'

/**
 * Carries out a change of groups for their members. Refused when one of them has a right that the user does not have,
 * before the change or after it: a group gives rights, and authorizations of it can take some away.
 *
 * @param memberIds ids of the accounts.
 */
export async function changeForMembers(
  tx: Tx,
  user: User,
  { memberIds, change }: { readonly memberIds: readonly string[]; readonly change: () => Promise<Refusal | null> },
): Promise<Refusal | null> {
  return (await refuseMembers(tx, user, memberIds)) ?? (await change()) ?? (await refuseMembers(tx, user, memberIds))
}

async function refuseMembers(tx: Tx, user: User, memberIds: readonly string[]): Promise<Refusal | null> {
  for (const account of await listRights(tx, user, memberIds)) {
    const refusal = refuseManaging(user, account)
    if (refusal !== null) return refusal
  }
  return null
}

/** Each kind of rights that members have, once: of the members of a group most have the same. */
async function listRights(tx: Tx, { workplaceId }: User, memberIds: readonly string[]): Promise<RightsOfAccount[]> {
  const [rows = []] = await tx.batch([
    {
      name: 'member_rights',
      text: `select distinct ${rightsAsJson}::text from app_user u where u.workplace_id = $1 and u.id = any($2::uuid[])`,
      values: [workplaceId, [...memberIds]],
    },
  ])
  return rows.map(([text]) => parseRights(text ?? ''))
}
