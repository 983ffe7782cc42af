import { sessionLimits } from '@millrace/contract'
import { systemActor } from '../db/actor.ts'
import { verifyPassword } from './password.ts'
import { createQueue } from './queue.ts'
import { type AuthContext, isUserOpen, type Person, parseUser, userAsJson } from './user.ts'

export interface Credentials {
  /** Null for an unknown workplace: it takes as long as a known one. */
  readonly workplaceId: string | null
  readonly username: string
  readonly password: string
}

export interface Verified {
  readonly user: Person
  readonly passwordHash: string
  /** The password is good for nothing but to choose another one. */
  readonly mustChangePassword: boolean
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

/** Stands for a workplace or user that is not there: the same statements run and find nothing. */
const nobody = '00000000-0000-0000-0000-000000000000'

async function check(context: AuthContext, credentials: Credentials): Promise<Verified | null> {
  const workplaceId = credentials.workplaceId ?? nobody
  const account = await findAccount(context, workplaceId, credentials.username)
  const isRight = await verifyPassword(credentials.password, account?.passwordHash ?? null)
  if (isRight && account?.isOpen === true && account.passwordHash !== null) {
    const { user, passwordHash, mustChangePassword } = account
    return (await noteSuccess(context, user, passwordHash)) ? { user, passwordHash, mustChangePassword } : null
  }
  await noteFailure(context, workplaceId, account?.isOpen === true ? account.user.id : nobody)
  return null
}

interface Account {
  readonly user: Person
  readonly passwordHash: string | null
  readonly mustChangePassword: boolean
  /** Neither disabled nor locked at the moment, in a workplace that is open. */
  readonly isOpen: boolean
}

async function findAccount({ db, clock }: AuthContext, workplaceId: string, username: string): Promise<Account | null> {
  const [rows] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'user_account',
        text: `select ${userAsJson}, u.password_hash, u.must_change_password, ${isUserOpen} and (u.status <> 'locked' or u.locked_until <= $3)
          from app_user u where u.workplace_id = $1 and lower(u.username) = lower($2)`,
        values: [workplaceId, username, clock().toISOString()],
      },
    ]),
  )
  const [user, passwordHash, mustChange, isOpen] = rows?.[0] ?? []
  if (user == null) return null
  return {
    user: parseUser(user),
    passwordHash: passwordHash ?? null,
    mustChangePassword: mustChange === 't',
    isOpen: isOpen === 't',
  }
}

/** @returns false when the password or the account has changed since it was read. */
async function noteSuccess(
  { db, clock }: AuthContext,
  { workplaceId, id }: Person,
  passwordHash: string,
): Promise<boolean> {
  const [rows] = await db.withTransaction(systemActor(workplaceId, 'sign-in'), (tx) =>
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

async function noteFailure({ db, clock }: AuthContext, workplaceId: string, userId: string): Promise<void> {
  const { failedTries, lockedMinutes } = sessionLimits
  await db.withTransaction(systemActor(workplaceId, 'sign-in'), (tx) =>
    tx.commit([
      {
        // A lock that has run out starts the count again.
        name: 'user_note_failure',
        text: `update app_user set failed_tries = tries, status = case when tries >= most then 'locked' else 'enabled' end,
            locked_until = case when tries >= most then $3::timestamptz + make_interval(mins => minutes) end
          from (select case when status = 'locked' then 1 else failed_tries + 1 end as tries from app_user where workplace_id = $1 and id = $2 for update) counted,
            (select ${settingAsNumber('signIn.failedTries', '$4')} as most, ${settingAsNumber('signIn.lockedMinutes', '$5')} as minutes) allowed
          where workplace_id = $1 and id = $2 and status <> 'disabled'`,
        values: [workplaceId, userId, clock().toISOString(), failedTries, lockedMinutes],
      },
    ]),
  )
}

function settingAsNumber(key: string, otherwise: string): string {
  return `coalesce((select value::int from setting where workplace_id = $1 and key = '${key}'), ${otherwise}::int)`
}
