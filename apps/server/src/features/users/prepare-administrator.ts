import { randomBytes, randomUUID } from 'node:crypto'
import { roles } from '@millrace/contract'
import { hashPassword, verifyPassword } from '../../platform/auth/password.ts'
import { endSessionsOf } from '../../platform/auth/session.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

export interface Administrator {
  readonly username: string
  /** The password when it was generated now: nobody can see it again. */
  readonly generatedPassword: string | null
}

const username = 'admin'

/**
 * Makes the default workplace and its administrator at the first start. With a given password, the administrator has
 * that one after every start, and is enabled: so an operator gets in again who has forgotten it.
 */
export async function prepareAdministrator(db: Database, givenPassword: string | null): Promise<Administrator> {
  const workplaceId = await ensureDefaultWorkplace(db)
  return db.withTransaction(workplaceId, async (tx) => {
    // Several processes may start for the first time at once.
    await tx.batch([
      {
        name: 'administrator_lock',
        text: `select pg_advisory_xact_lock(hashtextextended('millrace administrator', 0))`,
        values: [],
      },
    ])
    const [users, admins] = await tx.queries<[{ id: string }, { id: string; password_hash: string | null }]>(
      kysely.selectFrom('app_user').select('id').limit(1),
      kysely.selectFrom('app_user').select(['id', 'password_hash']).where('username', '=', username),
    )
    const admin = admins[0]
    if (users.length === 0) return createAdministrator(tx, workplaceId, givenPassword)
    if (admin !== undefined && givenPassword !== null && !(await verifyPassword(givenPassword, admin.password_hash)))
      await setPassword(tx, workplaceId, admin.id, givenPassword)
    return { username, generatedPassword: null }
  })
}

async function ensureDefaultWorkplace(db: Database): Promise<string> {
  return db.withPlatformTransaction(async (tx) => {
    const workplace = { workplace_id: randomUUID(), reference: 'default', name: 'Default', is_default: true }
    await tx.query(
      kysely
        .insertInto('workplace')
        .values(workplace)
        .onConflict((conflict) => conflict.doNothing()),
    )
    const [found] = await tx.query(kysely.selectFrom('workplace').select('workplace_id').where('is_default', '=', true))
    if (found === undefined) throw new Error('Expected a default workplace, but another one is named “default”.')
    return found.workplace_id
  })
}

async function createAdministrator(tx: Tx, workplace_id: string, givenPassword: string | null): Promise<Administrator> {
  const password = givenPassword ?? randomBytes(12).toString('base64url')
  const user = {
    workplace_id,
    id: randomUUID(),
    username,
    first_name: 'System',
    last_name: 'Administrator',
    password_hash: await hashPassword(password),
  }
  const group = { workplace_id, id: randomUUID(), key: 'camunda-admin', name: 'Engine administrators', type: 'SYSTEM' }
  await tx.queries(
    kysely.insertInto('app_user').values(user),
    kysely.insertInto('user_role').values(roles.map((role) => ({ workplace_id, user_id: user.id, role }))),
    kysely.insertInto('user_group').values(group),
    kysely.insertInto('group_member').values({ workplace_id, group_id: group.id, user_id: user.id }),
  )
  return { username, generatedPassword: givenPassword === null ? password : null }
}

async function setPassword(tx: Tx, workplaceId: string, id: string, password: string): Promise<void> {
  const changes = {
    password_hash: await hashPassword(password),
    status: 'enabled',
    failed_tries: 0,
    locked_until: null,
    updated_at: new Date(),
  }
  await tx.query(kysely.updateTable('app_user').set(changes).where('id', '=', id))
  await tx.batch([endSessionsOf(workplaceId, id)])
}
