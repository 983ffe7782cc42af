import { randomUUID } from 'node:crypto'
import { endAccess } from '../../platform/auth/end-access.ts'
import { hashPassword, verifyPassword } from '../../platform/auth/password.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { OperationContext } from '../operation-context.ts'
import {
  type Administrator,
  createAdministrator,
  generatePassword,
  administratorName as username,
} from './create-administrator.ts'
import { starting } from './policy.ts'

/** The password of a start that may generate one. */
export interface StartPassword {
  readonly generated: string
  /** Whether an attempt before may have created the administrator with it, because the answer to its commit was lost. */
  readonly isRepeated: boolean
}

/**
 * Creates the default workplace and its administrator at the first start. A configured password is set at every start
 * and enables the account again, so that operators who forgot it can sign in.
 */
export async function prepareAdministrator(
  { db }: Pick<OperationContext, 'db'>,
  givenPassword: string | null,
  { generated, isRepeated }: StartPassword = { generated: generatePassword(), isRepeated: false },
): Promise<Administrator> {
  const workplaceId = await ensureDefaultWorkplace(db)
  return db.withTransaction(systemActor(workplaceId, starting), async (tx) => {
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
    if (users.length === 0)
      return createAdministrator(tx, { workplaceId, givenPassword, generated, mustChangePassword: false })
    if (isRepeated && givenPassword === null && (await verifyPassword(generated, admin?.password_hash ?? null)))
      return { username, isNew: true, generatedPassword: generated }
    if (admin !== undefined && givenPassword !== null && !(await verifyPassword(givenPassword, admin.password_hash)))
      await setPassword(tx, workplaceId, admin.id, givenPassword)
    return { username, isNew: false, generatedPassword: null }
  })
}

async function ensureDefaultWorkplace(db: Database): Promise<string> {
  return db.withPlatformTransaction(starting, async (tx) => {
    const workplace = { workplace_id: randomUUID(), reference: 'default', name: 'Main workplace', is_default: true }
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

async function setPassword(tx: Tx, workplaceId: string, id: string, password: string): Promise<void> {
  const changes = {
    password_hash: await hashPassword(password),
    status: 'enabled',
    locked_until: null,
    updated_at: new Date(),
  }
  await tx.query(kysely.updateTable('app_user').set(changes).where('id', '=', id))
  await tx.batch(endAccess(workplaceId, id))
}
