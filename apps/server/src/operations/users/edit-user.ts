import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type AccountChange, couldDemote, writeAccountChange } from './account-change.ts'
import { lockAccount, lockAdministrators, noSuchUser, readAccount } from './accounts.ts'
import { markAccountChanged, refuseAccountChange } from './load-account.ts'
import { refuseUser } from './policy.ts'

export interface UserEdit {
  readonly ref: { readonly id: string }
  /** The revision that the caller has seen; undefined: any. */
  readonly revision: number | undefined
  readonly change: AccountChange
}

/**
 * Changes details, manager, roles and groups of a user, completely or not at all. Returns null on success, otherwise a
 * refusal.
 */
export async function editUser(
  { db, clock }: OperationContext,
  request: Request,
  { ref, revision, change }: UserEdit,
): Promise<Refusal | null> {
  const { user } = request
  const early = refuseUser(user, 'keep')
  if (early !== null) return early
  if (!isUuid(ref.id)) return noSuchUser()
  return db.withTransaction(actorOf(request), async (tx) => {
    const administrators = couldDemote(change)
      ? await lockAdministrators(tx, user.workplaceId, { unlessNot: ref.id })
      : []
    const account = await lockAccount(tx, user, ref)
    if (account === null) return noSuchUser()
    const refusal =
      refuseUser(user, 'keep', account) ??
      (await refuseAccountChange(tx, account, revision)) ??
      (await writeAccountChange(tx, user, { account, administrators, change }))
    if (refusal !== null) return refusal
    await markAccountChanged(tx, user, account, clock())
    const after = await readAccount(tx, user, account.username)
    return after === null ? noSuchUser() : refuseUser(user, 'keep', after)
  })
}
