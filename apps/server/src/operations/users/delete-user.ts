import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { deleteTaskBatchesOf } from '../batches/statements.ts'
import { listObstacles } from '../erasure/count-erasure.ts'
import { createPseudonym } from '../erasure/pseudonym.ts'
import { replaceName } from '../erasure/replace-name.ts'
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
 * Deletes a user with sessions, API tokens, memberships and authorizations. What the user did stays, under the user name
 * with a mark, so that a later user of the name does not get it. Returns null on success, otherwise a refusal:
 * `user.has-work` while open tasks or running processes name the user, because that later user would receive them.
 */
export async function deleteUser({ db }: OperationContext, request: Request, ref: AccountRef): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseUser(user, 'delete')
  if (refusal !== null) return refusal
  const { workplaceId } = user
  // The names in a long history are replaced, which takes longer than other changes.
  const patience = { kind: 'operating', signal: request.patience?.signal ?? null } as const
  return db.withTransaction({ ...actorOf(request), patience }, async (tx) => {
    const administrators = await lockAdministrators(tx, workplaceId)
    const account = await lockAccount(tx, user, ref)
    if (account === null) return noSuchUser()
    const missing = refuseUser(user, 'delete', account)
    if (missing !== null) return missing
    if (administrators.length === 1 && administrators[0] === account.id) return lastAdministrator()
    const obstacles = await listObstacles(tx, account)
    if (obstacles.some(({ kind }) => kind !== 'enabled')) return hasWork()
    const { username } = account
    await replaceName(tx, workplaceId, { username, pseudonym: createPseudonym('deleted', username) })
    await writeDeleted(tx, account)
    return null
  })
}

function hasWork(): Refusal {
  return refuse(
    'user.has-work',
    'Expected a user without open tasks and without running processes that they started, because a new user with this name would receive them. Hand over the tasks and end the processes first, or disable the user. Nothing was changed.',
  )
}

/** The number of the resource “User” in authorizations of Camunda 7. */
const userResource = 1

/** Deletes a locked account with sessions, API tokens, memberships and authorizations. */
export async function writeDeleted(tx: Tx, { workplaceId, id, username }: Account): Promise<void> {
  await tx.batch([
    {
      name: 'tenant_member_delete_user',
      text: 'delete from tenant_member where workplace_id = $1 and user_id = $2',
      values: [workplaceId, username],
    },
    {
      // A later user of the name was not meant, neither as the user who may nor, as in Camunda 7, as the resource.
      name: 'authorization_delete_user',
      text: `delete from user_authorization where workplace_id = $1 and (user_id = $2 or (resource_type = ${userResource} and resource_id = $2 and $2 <> '*'))`,
      values: [workplaceId, username],
    },
    {
      // What they have shared stays for the others.
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
