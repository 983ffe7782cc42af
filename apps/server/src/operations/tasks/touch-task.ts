import type { User } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** What people write about a task changes it. */
export function touchTask({ clock }: Runtime, { workplaceId }: User, taskId: string): Statement {
  return {
    name: 'task_touch',
    text: 'update task set updated_at = $3 where workplace_id = $1 and id = $2',
    values: [workplaceId, taskId, clock().toISOString()],
  }
}
