import type { AnswerOf, standaloneCalls } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { hasRole } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { getStartable } from './get-start-form.ts'

/**
 * Whether a page of its own can show a process's start form. Processes are started by those who are signed in. Who is
 * not learns nothing of what there is: signing in comes first, whatever the id.
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
