import type { Role, RoleChange } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { writeAccountChange } from './account-change.ts'
import { type AccountRef, lockAccount, lockAdministrators, noSuchUser, readAccount } from './accounts.ts'
import { markAccountChanged, readGivenRoles, refuseAccountChange } from './load-account.ts'
import { refuseUser } from './policy.ts'

export interface RolesUpdate {
  readonly ref: AccountRef
  readonly revision: number | undefined
  readonly roles: readonly Role[]
  readonly change: RoleChange
}

/** Replaces the roles of a user, adds some or removes some. Returns null on success, otherwise a refusal. */
export async function updateRoles(
  { db, clock }: OperationContext,
  request: Request,
  { ref, revision, roles, change }: RolesUpdate,
): Promise<Refusal | null> {
  const { user } = request
  const early = refuseUser(user, 'keep')
  if (early !== null) return early
  return db.withTransaction(actorOf(request), async (tx) => {
    const administrators = change === 'add' ? [] : await lockAdministrators(tx, user.workplaceId)
    const account = await lockAccount(tx, user, ref)
    if (account === null) return noSuchUser()
    const wanted = combine(await readGivenRoles(tx, account), roles)[change]
    const refusal =
      refuseUser(user, 'keep', account) ??
      (await refuseAccountChange(tx, account, revision)) ??
      (await writeAccountChange(tx, user, { account, administrators, change: { roles: wanted } }))
    if (refusal !== null) return refusal
    await markAccountChanged(tx, user, account, clock())
    const after = await readAccount(tx, user, account.username)
    return after === null ? noSuchUser() : refuseUser(user, 'keep', after)
  })
}

/** The roles afterwards, by what is done to them. */
function combine(held: readonly Role[], given: readonly Role[]): Readonly<Record<RoleChange, readonly Role[]>> {
  return {
    replace: [...new Set(given)],
    add: [...new Set([...held, ...given])],
    remove: held.filter((role) => !given.includes(role)),
  }
}
