import type { Role } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import { hashPassword } from '../../platform/auth/password.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { refusePseudonym } from '../erasure/pseudonym.ts'
import { refuseBeyondUsers } from '../licences/licence.ts'
import type { OperationContext } from '../operation-context.ts'
import { orderPasswordLink } from '../password-links/send-password-link.ts'
import { writeAccountChange } from './account-change.ts'
import { type Account, noSuchUser, readAccount } from './accounts.ts'
import { readMinLength, refuseWeakPassword } from './password-rules.ts'
import { refuseUser } from './policy.ts'

export interface NewUser {
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  /** Null: the user cannot sign in by a password. */
  readonly password: string | null
  /** Whether the user has to choose another password at the first sign-in; false when missing. */
  readonly mustChangePassword?: boolean
  /** The role that every user has where left out. */
  readonly roles?: readonly Role[] | undefined
  /** Keys. */
  readonly ownRoles?: readonly string[] | undefined
  /** User name. */
  readonly manager?: string | null | undefined
  /** Ids. */
  readonly groups?: readonly string[] | undefined
  /** Where browsers reach the server: a link to choose the first password is mailed to the user. Left out: none is. */
  readonly inviteFrom?: string | undefined
}

/**
 * Creates a user. Refused when the account would have rights that the caller does not have: by its
 * roles, its groups, or by authorizations that wait for the user name or are for everybody.
 *
 * @returns the id.
 */
export async function createUser(
  { db, clock, runtime }: OperationContext,
  request: Request,
  made: NewUser,
): Promise<string | Refusal> {
  const { user } = request
  const { workplaceId } = user
  const { password } = made
  const refusal = refuseUser(user, 'create') ?? (await refuseFirstPassword(db, workplaceId, made))
  if (refusal !== null) return refusal
  const hash = password === null ? null : await hashPassword(password)
  const id = await db.withTransaction(actorOf(request), async (tx): Promise<string | Refusal> => {
    const now = clock()
    const account = await createAccount(tx, user, { ...made, id: runtime.newId(), at: now, hash })
    if (account instanceof Refusal) return account
    const { inviteFrom: publicUrl } = made
    if (publicUrl === undefined) return account.id
    const sent = await orderPasswordLink(tx, { account, publicUrl, now, by: user.username, newId: runtime.newId })
    return sent instanceof Refusal ? sent : account.id
  })
  if (!(id instanceof Refusal) && made.inviteFrom !== undefined) runtime.announceJobs()
  return id
}

interface NewAccount extends NewUser {
  readonly id: string
  readonly at: Date
  /** The hash of the password. */
  readonly hash: string | null
}

/** Writes a new account, and checks whether the caller may create it with all the permissions that it then has. */
export async function createAccount(tx: Tx, user: Person, made: NewAccount): Promise<Account | Refusal> {
  const { id, hash, username, firstName, lastName, email, mustChangePassword = false } = made
  const { roles = ['RoleUser'], ownRoles, manager, groups } = made
  const reserved = refusePseudonym(username)
  if (reserved !== null) return reserved
  const [rows] = await tx.batch([
    {
      name: 'user_create',
      text: `with made as (insert into app_user (workplace_id, id, username, email, first_name, last_name, password_hash, must_change_password, created_by)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning workplace_id, id),
        given as (insert into user_role (workplace_id, user_id, role) select workplace_id, id, unnest($10::text[]) from made)
        select id from made`,
      values: [
        ...[user.workplaceId, id, username, email || null, firstName || null, lastName || null, hash],
        ...[mustChangePassword, user.username, [...new Set(roles)]],
      ],
    },
  ])
  if (rows?.[0] === undefined)
    return refuse('thing.name-taken', pageTexts.outcomes.duplicate.username, [nameTaken], 'user')
  const unlicensed = await refuseBeyondUsers(tx, user.workplaceId, made.at)
  if (unlicensed !== null) return unlicensed
  const account = await readAccount(tx, user, username)
  if (account === null) return noSuchUser()
  const refusal = await writeAccountChange(tx, user, {
    account,
    administrators: [],
    change: { manager, ownRoles, groups },
  })
  if (refusal !== null) return refusal
  const after = await readAccount(tx, user, username)
  return after === null ? noSuchUser() : (refuseUser(user, 'create', after) ?? after)
}

const nameTaken = { where: 'username', message: pageTexts.outcomes.duplicate.username }

async function refuseFirstPassword(
  db: Database,
  workplaceId: string,
  { password, ...owner }: NewUser,
): Promise<Refusal | null> {
  if (password === null) return null
  const least = await readMinLength(db, workplaceId)
  return refuseWeakPassword({ least, owner, newPassword: password, currentPassword: null })
}
