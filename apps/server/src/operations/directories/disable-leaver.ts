import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { isEmergencyUser } from '../sessions/mark-emergency.ts'
import { lastAdministrator, lockAccount, lockAdministrators } from '../users/accounts.ts'
import { markAccountChanged, readAccountState } from '../users/load-account.ts'
import { refuseUser } from '../users/policy.ts'
import { findLink } from './directory-links.ts'
import type { RunRow } from './plan-run.ts'
import type { RowOutcome } from './take-over-row.ts'
import { protectedUser, type TakeOver } from './take-over-user.ts'

/** Disables a user who left the directory. They keep everything, and are never deleted. */
export async function disableLeaver(
  tx: Tx,
  { directory, user, now }: TakeOver,
  { entryKey, data: { isInactive } }: RunRow & { readonly kind: 'leaver' },
): Promise<RowOutcome | Refusal> {
  const { workplaceId } = user
  const link = await findLink(tx, directory, entryKey)
  if (link === null || !link.isPresent) return same
  if (await isEmergencyUser(tx, link.username)) return protectedUser()
  const administrators = await lockAdministrators(tx, workplaceId, { unlessNot: link.userId })
  const account = await lockAccount(tx, user, { id: link.userId })
  if (account === null) return same
  const refusal = refuseUser(user, 'keep', account)
  if (refusal !== null) return refusal
  if (administrators.length === 1 && administrators[0] === account.id) return lastAdministrator()
  const isDisabled = (await readAccountState(tx, account)).status === 'disabled'
  const reason = isInactive
    ? `Not active in the directory ${directory.name}`
    : `Not in the directory ${directory.name} any more`
  await tx.batch([
    ...(isDisabled
      ? []
      : [
          {
            name: 'directory_disable',
            text: `update app_user set status = 'disabled', disabled_at = $3, disabled_by = $4, disabled_reason = $5, locked_until = null
              where workplace_id = $1 and id = $2`,
            values: [workplaceId, account.id, now.toISOString(), user.username, reason],
          },
        ]),
    {
      name: 'directory_leave',
      text: `update directory_user set is_present = false, was_disabled = was_disabled or $4::boolean
        where workplace_id = $1 and directory_id = $2 and user_id = $3`,
      values: [workplaceId, directory.id, account.id, !isDisabled],
    },
  ])
  if (isDisabled) return { ...same, message: 'An administrator disabled this user.' }
  await markAccountChanged(tx, user, account, now)
  return { result: 'disabled', changes: [], message: reason }
}

const same: RowOutcome = { result: 'same', changes: [], message: '' }
