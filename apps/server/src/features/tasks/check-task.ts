import type { AnswerOf, standaloneCalls } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { hasRole } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { getVisibleTask } from './get-task.ts'

/**
 * Whether a page of its own can show a task's form. Forms of tasks are for those who are signed in. Who is not learns
 * nothing of what there is: signing in comes first, whatever the id.
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
