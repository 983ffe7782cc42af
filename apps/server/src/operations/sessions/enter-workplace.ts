import { randomUUID } from 'node:crypto'
import { allRoleNames, type Role } from '@millrace/contract'
import { type AuthContext, isUserOpen, type Person, readUser, userAsJson } from '../../platform/auth/user.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isPseudonym } from '../erasure/pseudonym.ts'
import { lockAdministrators } from '../users/accounts.ts'
import { isEmergencyUser } from './mark-emergency.ts'
import type { SsoIdentity } from './sso-identity.ts'

export interface Entering {
  readonly workplaceId: string
  readonly identity: SsoIdentity
  /** Whether an account is created when the user has none. */
  readonly mayCreate: boolean
}

/**
 * Finds or creates the account of a single sign-on user in one workplace, and updates name, email and roles from the
 * provider. Null when they have no account that they may use.
 */
export async function enterWorkplace(
  { db, clock }: AuthContext,
  { workplaceId, identity, mayCreate }: Entering,
): Promise<Person | null> {
  return db.withTransaction(systemActor(workplaceId, 'sign-in'), async (tx) => {
    await lockIdentity(tx, identity)
    const account = await findAccount(tx, workplaceId, identity)
    if (account === 'taken' || (account === null && !mayCreate)) return null
    // The emergency administrator is for the case that the provider fails, or names the wrong people.
    if (account !== null && (await isEmergencyAccount(tx, workplaceId, account))) return null
    const userId = account ?? (await createAccount(tx, workplaceId, identity))
    if (userId === null) return null
    const roles = await keepAdministrator(tx, workplaceId, userId, identity.roles)
    await updateAccount(tx, { workplaceId, userId, identity, now: clock() })
    if (roles !== null) await setRoles(tx, { workplaceId, userId, roles })
    if (identity.ownRoles !== undefined) await setOwnRoles(tx, { workplaceId, userId, ...identity.ownRoles })
    return readOpenUser(tx, workplaceId, userId)
  })
}

async function isEmergencyAccount(tx: Tx, workplaceId: string, userId: string): Promise<boolean> {
  const [row] = await tx.query(
    kysely.selectFrom('app_user').select('username').where('workplace_id', '=', workplaceId).where('id', '=', userId),
  )
  return row !== undefined && isEmergencyUser(tx, row.username)
}

/** Somebody may sign in for the first time in two windows at once. */
async function lockIdentity(tx: Tx, { issuer, subject }: SsoIdentity): Promise<void> {
  await tx.batch([
    {
      name: 'sso_identity_lock',
      text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [`sso ${issuer} ${subject}`],
    },
  ])
}

/**
 * Returns the account that was entered before; else one of the same name or (verified) email that was made to be
 * entered so: it has no password, neither here nor in a directory, and nobody has entered it yet. A name with a password is somebody else as far as we
 * can know.
 */
async function findAccount(
  tx: Tx,
  workplaceId: string,
  { issuer, subject, username, email, isEmailVerified }: SsoIdentity,
): Promise<string | 'taken' | null> {
  const [known] = await tx.query(
    kysely
      .selectFrom('sso_identity')
      .select('user_id')
      .where('workplace_id', '=', workplaceId)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject),
  )
  if (known !== undefined) return known.user_id
  const [rows = []] = await tx.batch([
    {
      name: 'sso_account_candidates',
      text: `select u.id, u.password_hash is null and not exists (select from sso_identity i where i.workplace_id = u.workplace_id and i.user_id = u.id)
          and not exists (select from directory d where d.workplace_id = u.workplace_id and d.id = u.directory_id and d.signs_in) as is_free
        from app_user u where u.workplace_id = $1 and (u.username_key = lower($2) or u.email_key = lower($3))
        order by u.username_key = lower($2) desc, u.created_at limit 2`,
      values: [workplaceId, username ?? '', isEmailVerified ? email : null],
    },
  ])
  const free = rows.find(([, isFree]) => isFree === 't')
  if (free !== undefined) return free[0] ?? null
  return rows.length > 0 ? 'taken' : null
}

/** @returns null when the provider has told no name that can be one here, or somebody else took it just now. */
async function createAccount(tx: Tx, workplaceId: string, { username }: SsoIdentity): Promise<string | null> {
  if (username === null || isPseudonym(username)) return null
  const id = randomUUID()
  const user = { workplace_id: workplaceId, id, username, created_by: 'sso' }
  const [made] = await tx.query(
    kysely
      .insertInto('app_user')
      .values(user)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  )
  if (made === undefined) return null
  await tx.query(kysely.insertInto('user_role').values({ workplace_id: workplaceId, user_id: id, role: 'RoleUser' }))
  return id
}

async function updateAccount(
  tx: Tx,
  { workplaceId, userId, identity, now }: { workplaceId: string; userId: string; identity: SsoIdentity; now: Date },
): Promise<void> {
  const { issuer, subject, email, firstName, lastName } = identity
  const changes = {
    ...(email === null ? {} : { email }),
    ...(firstName === null ? {} : { first_name: firstName }),
    ...(lastName === null ? {} : { last_name: lastName }),
    last_login_at: now,
  }
  const link = { workplace_id: workplaceId, issuer, subject, user_id: userId, is_open: true }
  await tx.queries(
    kysely.updateTable('app_user').set(changes).where('workplace_id', '=', workplaceId).where('id', '=', userId),
    kysely
      .insertInto('sso_identity')
      .values(link)
      .onConflict((conflict) => conflict.columns(['workplace_id', 'issuer', 'subject']).doUpdateSet({ is_open: true })),
  )
}

async function setRoles(
  tx: Tx,
  { workplaceId, userId, roles }: { workplaceId: string; userId: string; roles: readonly Role[] },
): Promise<void> {
  // What stays is not touched: each sign-in would be a change of rights in the audit.
  await tx.batch([
    {
      name: 'sso_roles_remove',
      text: 'delete from user_role where workplace_id = $1 and user_id = $2 and role = any($4::text[]) and role <> all($3::text[])',
      values: [workplaceId, userId, roles, allRoleNames],
    },
    {
      name: 'sso_roles_add',
      text: 'insert into user_role (workplace_id, user_id, role) select $1, $2, unnest($3::text[]) on conflict do nothing',
      values: [workplaceId, userId, roles],
    },
  ])
}

interface OwnRolesOfClaim {
  readonly workplaceId: string
  readonly userId: string
  readonly managed: readonly string[]
  readonly given: readonly string[]
}

/** Own roles that the workplace does not have, or has disabled, are left out, and so are names of built-in roles. */
async function setOwnRoles(tx: Tx, { workplaceId, userId, managed, given }: OwnRolesOfClaim): Promise<void> {
  await tx.batch([
    {
      name: 'sso_own_roles_remove',
      text: 'delete from user_role where workplace_id = $1 and user_id = $2 and role = any($3::text[]) and role <> all($4::text[]) and role <> all($5::text[])',
      values: [workplaceId, userId, managed, given, allRoleNames],
    },
    {
      name: 'sso_own_roles_add',
      text: `insert into user_role (workplace_id, user_id, role) select $1, $2, o.key from own_role o
        where o.workplace_id = $1 and o.key = any($3::text[]) and not o.is_disabled on conflict do nothing`,
      values: [workplaceId, userId, given],
    },
  ])
}

/** The provider may take any role but that of the last administrator: nobody could give it back. */
async function keepAdministrator(
  tx: Tx,
  workplaceId: string,
  userId: string,
  roles: readonly Role[] | null,
): Promise<readonly Role[] | null> {
  if (roles === null || roles.includes('RoleAdmin')) return roles
  const administrators = await lockAdministrators(tx, workplaceId, { unlessNot: userId })
  return administrators.length === 1 && administrators[0] === userId ? [...roles, 'RoleAdmin'] : roles
}

/**
 * Reads the user of a sign-in by single sign-on. Rejects users that an administrator has disabled, even when the
 * provider accepts them.
 */
async function readOpenUser(tx: Tx, workplaceId: string, userId: string): Promise<Person | null> {
  const [rows] = await tx.batch([
    {
      name: 'sso_user',
      text: `select ${userAsJson} from app_user u where u.workplace_id = $1 and u.id = $2 and ${isUserOpen}`,
      values: [workplaceId, userId],
    },
  ])
  return readUser(rows)
}
