import { randomBytes, randomUUID } from 'node:crypto'
import { roles } from '@millrace/contract'
import { hashPassword } from '../../platform/auth/password.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

export interface Administrator {
  readonly username: string
  /** Made just now. */
  readonly isNew: boolean
  /** The generated password, which nobody can see again; null when the caller chose it. */
  readonly generatedPassword: string | null
}

export const administratorName = 'admin'

export interface NewAdministrator {
  readonly workplaceId: string
  /** Null: generated. */
  readonly givenPassword: string | null
  /** The password to use when one is generated; missing: a new random one. */
  readonly generated?: string
  /** Whether the user has to choose another password at the first sign-in. */
  readonly mustChangePassword: boolean
}

/** Returns a password that nobody can guess. */
export function generatePassword(): string {
  return randomBytes(12).toString('base64url')
}

/** Creates the first user of a workplace, with every role and all permissions for the engine. */
export async function createAdministrator(
  tx: Tx,
  { workplaceId: workplace_id, givenPassword, generated = generatePassword(), mustChangePassword }: NewAdministrator,
): Promise<Administrator> {
  const password = givenPassword ?? generated
  const user = {
    workplace_id,
    id: randomUUID(),
    username: administratorName,
    first_name: 'System',
    last_name: 'Administrator',
    password_hash: await hashPassword(password),
    must_change_password: mustChangePassword,
  }
  const group = { workplace_id, id: randomUUID(), key: 'camunda-admin', name: 'Engine administrators', type: 'SYSTEM' }
  await tx.queries(
    kysely.insertInto('app_user').values(user),
    kysely.insertInto('user_role').values(roles.map((role) => ({ workplace_id, user_id: user.id, role }))),
    kysely.insertInto('user_group').values(group),
    kysely.insertInto('group_member').values({ workplace_id, group_id: group.id, user_id: user.id }),
  )
  return { username: administratorName, isNew: true, generatedPassword: givenPassword === null ? password : null }
}
