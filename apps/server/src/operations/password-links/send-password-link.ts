import type { PasswordLinkKind } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import { passwordElsewhere } from '../accounts/password-elsewhere.ts'
import type { OperationContext } from '../operation-context.ts'
import { type Account, type AccountRef, lockAccount, noSuchUser } from '../users/accounts.ts'
import { isOfDirectory, refuseAccountChange } from '../users/load-account.ts'
import { refuseUser } from '../users/policy.ts'
import { mailPasswordLink } from './mail-password-link.ts'

export interface SentPasswordLink {
  readonly kind: PasswordLinkKind
  readonly expiresAt: string
}

/**
 * Mails a user a link by which they choose a password: an invitation while they have none, else a link to reset it. The
 * sender learns nothing that gives access to the account, so any user administrator may send it, also to accounts with
 * more permissions.
 *
 * Refuses with `thing.not-found`, `thing.disabled`, `user.no-email` or `right.missing`.
 */
export async function sendPasswordLink(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { ref, publicUrl }: { readonly ref: AccountRef; readonly publicUrl: string },
): Promise<SentPasswordLink | Refusal> {
  const { user } = request
  const refusal = refuseUser(user, 'send-link')
  if (refusal !== null) return refusal
  const sent = await db.withTransaction(actorOf(request), async (tx) => {
    const account = await lockAccount(tx, user, ref)
    if (account === null) return noSuchUser()
    return (
      refuseUser(user, 'send-link', account) ??
      orderPasswordLink(tx, { account, publicUrl, now: clock(), by: user.username, newId: runtime.newId })
    )
  })
  if (!(sent instanceof Refusal)) runtime.announceJobs()
  return sent
}

interface Ordered {
  readonly account: Account
  readonly publicUrl: string
  readonly now: Date
  readonly by: string
  readonly newId: () => string
}

/**
 * Orders the mail with a password link for an account that is locked or was just created. It is a part of the current
 * transaction.
 */
export async function orderPasswordLink(
  tx: Tx,
  { account, publicUrl, now, by, newId }: Ordered,
): Promise<SentPasswordLink | Refusal> {
  const { workplaceId, id, email } = account
  const disabled = await refuseAccountChange(tx, account, undefined)
  if (disabled !== null) return disabled
  if (await isOfDirectory(tx, account)) return passwordElsewhere()
  if (email === null || email === '') return noEmail()
  const [row] = await runSql<{ has_password: boolean }>(
    tx,
    sql`select password_hash is not null as has_password from app_user where workplace_id = ${workplaceId}::uuid and id = ${id}::uuid`,
  )
  const kind = row?.has_password ? 'reset' : 'invitation'
  const receiver = { ...account, email }
  const { statements, expiresAt } = mailPasswordLink({
    ...{ workplaceId, linkId: newId(), mailId: newId(), user: receiver, kind, publicUrl, now, by },
  })
  await tx.batch(statements)
  return { kind, expiresAt: expiresAt.toISOString() }
}

export function noEmail(): Refusal {
  const message =
    'Expected a user with an email address, but this one has none. Enter the address and save the user first.'
  return refuse('user.no-email', message, [{ where: 'email', message: 'Enter an email address.' }])
}
