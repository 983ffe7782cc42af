import type { AnswerOf, standaloneCalls } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { hasRole } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { getStartable } from './get-start-form.ts'

/**
 * Returns whether a separate page can show the start form of a process. Requests without a session always get the
 * answer to sign in first, whatever the id, so that they learn nothing about processes.
 */
export async function checkProcess(
  db: Database,
  request: Request | null,
  id: string,
): Promise<AnswerOf<typeof standaloneCalls.checkProcess>> {
  const canStart = request === null || (hasRole(request.user, ['RoleUser']) && (await isStartable(db, request, id)))
  return { standaloneForm: canStart ? 'true' : 'false', secureForm: 'true' }
}

async function isStartable(db: Database, request: Request, id: string): Promise<boolean> {
  try {
    await db.read(request, (tx) => getStartable(tx, request.user, id))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
