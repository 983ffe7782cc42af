import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { OperationContext } from '../operation-context.ts'
import { isStandalone, type TaskPlace } from '../tasks/task.ts'
import { insertCommentStatement } from './statements.ts'

/** Returns the statements that store a comment which a user gives with an action on a task, in the same commit. */
export function noteStatements(
  { runtime, clock }: OperationContext,
  { user: { workplaceId, username } }: Request,
  task: TaskPlace,
  message: string,
): readonly Statement[] {
  return [
    insertCommentStatement({
      ...{ workplaceId, username, message, id: runtime.newId(), at: clock() },
      ...{ taskId: task.id, rootId: task.rootId, instanceId: isStandalone(task) ? null : task.instanceId },
    }),
  ]
}
