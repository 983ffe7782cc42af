import type { AnswerOf, standaloneCalls } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { hasRole } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { getVisibleTask } from './get-task.ts'

/**
 * Returns whether a separate page can show the form of a task. Requests without a session always get the answer to sign
 * in first, whatever the id, so that they learn nothing about tasks.
 */
export async function checkTask(
  db: Database,
  request: Request | null,
  id: string,
): Promise<AnswerOf<typeof standaloneCalls.checkTask>> {
  const isOpen = request === null || (hasRole(request.user, ['RoleUser']) && (await isOpenTask(db, request, id)))
  return { standaloneForm: isOpen ? 'true' : 'false', secureForm: 'true' }
}

async function isOpenTask(db: Database, request: Request, id: string): Promise<boolean> {
  try {
    const task = await db.read(request, (tx) => getVisibleTask(tx, request.user, id))
    return task.ended_at === null
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
