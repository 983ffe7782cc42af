import { hashPassword } from '../../platform/auth/password.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { readAccount } from './accounts.ts'
import { readLeastLength, refuseWeakPassword } from './password-rules.ts'
import { refuseUser } from './policy.ts'

export interface NewUser {
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  /** Null: the user cannot sign in by a password. */
  readonly password: string | null
}

/**
 * Creates a user with the role that every user has. Null when it is done. Refused when authorizations wait for the user
 * name, or are for everybody, that give more than the caller has.
 */
export async function createUser(
  { db, runtime }: OperationContext,
  user: User,
  made: NewUser,
): Promise<Refusal | null> {
  const { workplaceId } = user
  const { username, firstName, lastName, email, password } = made
  const refusal = refuseUser(user, 'create') ?? (await refuseFirstPassword(db, workplaceId, made))
  if (refusal !== null) return refusal
  const hash = password === null ? null : await hashPassword(password)
  return db.withTransaction(actorOf(user), async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'user_create',
        text: `with made as (insert into app_user (workplace_id, id, username, email, first_name, last_name, password_hash, created_by)
            values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning workplace_id, id)
          insert into user_role (workplace_id, user_id, role) select workplace_id, id, 'RoleUser' from made returning user_id`,
        values: [workplaceId, runtime.newId(), username, email, firstName, lastName, hash, user.username],
      },
    ])
    if (rows?.[0] === undefined)
      return refuse('thing.exists', `Expected a new user name, but “${username}” is taken. Choose another one.`)
    const account = await readAccount(tx, user, username)
    return account === null ? null : refuseUser(user, 'create', account)
  })
}

async function refuseFirstPassword(
  db: Database,
  workplaceId: string,
  { password, ...owner }: NewUser,
): Promise<Refusal | null> {
  if (password === null) return null
  const least = await readLeastLength(db, workplaceId)
  return refuseWeakPassword({ least, owner, newPassword: password, currentPassword: null })
}
