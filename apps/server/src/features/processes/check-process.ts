import type { AnswerOf, standaloneCalls } from '@millrace/contract'
import { hasRole, type User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { getStartable } from './get-start-form.ts'

/**
 * Whether a page of its own can show a process's start form. Processes are started by those who are signed in. Who is
 * not learns nothing of what there is: signing in comes first, whatever the id.
 */
export async function checkProcess(
  db: Database,
  user: User | null,
  id: string,
): Promise<AnswerOf<typeof standaloneCalls.checkProcess>> {
  const canStart = user === null || (hasRole(user, ['RoleUser']) && (await isStartable(db, user, id)))
  return { standaloneForm: canStart ? 'true' : 'false', secureForm: 'true' }
}

async function isStartable(db: Database, user: User, id: string): Promise<boolean> {
  try {
    await db.read(user, (tx) => getStartable(tx, user, id))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
