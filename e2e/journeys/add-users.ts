import type { Role } from '@millrace/contract'
import { inject } from 'vitest'
import { findWorkplaceId } from '../../apps/server/src/platform/auth/find-workplace.ts'
import { openDatabase } from '../../apps/server/src/platform/db/database.ts'
import { borrowPostgres } from '../../apps/server/src/platform/postgres/borrow-postgres.ts'
import { createUser } from '../../apps/server/src/testing/factories.ts'
import { demoPassword } from '../start-server.ts'

export interface NewUser {
  readonly username: string
  readonly roles: readonly Role[]
  /** Keys of groups. */
  readonly groups?: readonly string[]
}

/** Creates users in the default workplace of the journeys' server, all with the password of the demo users. */
export async function addUsers(users: readonly NewUser[]): Promise<void> {
  const postgres = await borrowPostgres(inject('serverFolder'))
  const db = openDatabase({ connectionString: postgres.url })
  try {
    const workplaceId = await findWorkplaceId(db, null)
    if (workplaceId === null) throw new Error('Expected a default workplace, but there is none.')
    for (const user of users) await createUser(db, { workplaceId, password: demoPassword, ...user })
  } finally {
    await db.close()
    await postgres.stop()
  }
}
