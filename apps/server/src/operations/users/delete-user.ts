import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { deleteTaskBatchesOf } from '../batches/statements.ts'
import type { OperationContext } from '../operation-context.ts'
import {
  type Account,
  type AccountRef,
  lastAdministrator,
  lockAccount,
  lockAdministrators,
  noSuchUser,
} from './accounts.ts'
import { refuseUser } from './policy.ts'

/**
 * Deletes a user with sessions, API tokens, memberships and authorizations. What the user did stays. Returns null on
 * success, otherwise a refusal.
 */
export async function deleteUser({ db }: OperationContext, request: Request, ref: AccountRef): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseUser(user, 'delete')
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(request), async (tx) => {
    const administrators = await lockAdministrators(tx, workplaceId)
    const account = await lockAccount(tx, user, ref)
    if (account === null) return noSuchUser()
    const missing = refuseUser(user, 'delete', account)
    if (missing !== null) return missing
    if (administrators.length === 1 && administrators[0] === account.id) return lastAdministrator()
    await writeDeleted(tx, account)
    return null
  })
}

/** Deletes a locked account with sessions, API tokens, memberships and authorizations. */
export async function writeDeleted(tx: Tx, { workplaceId, id, username }: Account): Promise<void> {
  await tx.batch([
    {
      name: 'tenant_member_delete_user',
      text: 'delete from tenant_member where workplace_id = $1 and user_id = $2',
      values: [workplaceId, username],
    },
    {
      // Whoever gets the name later has not been meant.
      name: 'authorization_delete_user',
      text: 'delete from user_authorization where workplace_id = $1 and user_id = $2',
      values: [workplaceId, username],
    },
    {
      // What he has shared stays for the others.
      name: 'list_view_delete_user',
      text: `delete from list_view where workplace_id = $1 and owner_id = $2 and sharing = 'nobody'`,
      values: [workplaceId, id],
    },
    deleteTaskBatchesOf(workplaceId, id),
    {
      name: 'scim_identity_delete_user',
      text: `delete from scim_identity where workplace_id = $1 and kind = 'user' and subject_id = $2`,
      values: [workplaceId, id],
    },
    {
      name: 'user_delete',
      text: 'delete from app_user where workplace_id = $1 and id = $2',
      values: [workplaceId, id],
    },
  ])
}
