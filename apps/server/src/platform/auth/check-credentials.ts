import { sessionLimits } from '@millrace/contract'
import { verifyPassword } from './password.ts'
import { createQueue } from './queue.ts'
import { type AuthContext, type User, userAsJson } from './user.ts'

export interface Credentials {
  /** Null for an unknown workplace: it takes as long as a known one. */
  readonly workplaceId: string | null
  readonly username: string
  readonly password: string
}

export interface Verified {
  readonly user: User
  readonly passwordHash: string
}

/**
 * Checks a name and a password. Wrong ones are counted, and after some in a row the account is locked for a while. What
 * is answered, and how long it takes, is the same for unknown, disabled and locked accounts.
 */
export async function checkCredentials(context: AuthContext, credentials: Credentials): Promise<Verified | null> {
  // One at a time for each account: otherwise many guesses sent at once would all see the count from before.
  return oneByOne(`${credentials.workplaceId} ${credentials.username.toLowerCase()}`, () => check(context, credentials))
}

const oneByOne = createQueue()

async function check(context: AuthContext, { workplaceId, username, password }: Credentials): Promise<Verified | null> {
  const account = workplaceId === null ? null : await findAccount(context, workplaceId, username)
  const isRight = await verifyPassword(password, account?.passwordHash ?? null)
  if (account === null || !account.isOpen) return null
  if (isRight && account.passwordHash !== null) {
    return (await noteSuccess(context, account.user, account.passwordHash))
      ? { user: account.user, passwordHash: account.passwordHash }
      : null
  }
  await noteFailure(context, account.user)
  return null
}

interface Account {
  readonly user: User
  readonly passwordHash: string | null
  /** Neither disabled nor locked at the moment. */
  readonly isOpen: boolean
}

async function findAccount({ db, clock }: AuthContext, workplaceId: string, username: string): Promise<Account | null> {
  const [rows] = await db.withTransaction(workplaceId, (tx) =>
    tx.commit([
      {
        name: 'user_account',
        text: `select ${userAsJson}, u.password_hash, u.status = 'enabled' or (u.status = 'locked' and u.locked_until <= $3)
          from app_user u where u.workplace_id = $1 and lower(u.username) = lower($2)`,
        values: [workplaceId, username, clock().toISOString()],
      },
    ]),
  )
  const [user, passwordHash, isOpen] = rows?.[0] ?? []
  return user == null
    ? null
    : { user: JSON.parse(user) as User, passwordHash: passwordHash ?? null, isOpen: isOpen === 't' }
}

/** @returns false when the password or the account has changed since it was read. */
async function noteSuccess(
  { db, clock }: AuthContext,
  { workplaceId, id }: User,
  passwordHash: string,
): Promise<boolean> {
  const [rows] = await db.withTransaction(workplaceId, (tx) =>
    tx.commit([
      {
        name: 'user_note_success',
        text: `update app_user set failed_tries = 0, status = 'enabled', locked_until = null, last_login_at = $4
          where workplace_id = $1 and id = $2 and password_hash = $3 and status <> 'disabled' returning id`,
        values: [workplaceId, id, passwordHash, clock().toISOString()],
      },
    ]),
  )
  return rows?.[0] !== undefined
}

async function noteFailure({ db, clock }: AuthContext, { workplaceId, id }: User): Promise<void> {
  await db.withTransaction(workplaceId, (tx) =>
    tx.commit([
      {
        // A lock that has run out starts the count again.
        name: 'user_note_failure',
        text: `update app_user set failed_tries = tries, status = case when tries >= $4::int then 'locked' else 'enabled' end,
            locked_until = case when tries >= $4::int then $3::timestamptz + make_interval(mins => $5::int) end
          from (select case when status = 'locked' then 1 else failed_tries + 1 end as tries from app_user where workplace_id = $1 and id = $2 for update) counted
          where workplace_id = $1 and id = $2 and status <> 'disabled'`,
        values: [workplaceId, id, clock().toISOString(), sessionLimits.failedTries, sessionLimits.lockedMinutes],
      },
    ]),
  )
}
