import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { writeAbout } from '../../runtime/execute/change-task.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { refuseComment, refuseOthersAttachment } from './policy.ts'
import { columns, type Subject } from './subject.ts'

/**
 * Deletes an attachment and its file. Users may delete their own attachments, process administrators all. Returns null
 * on success, otherwise a refusal.
 */
export async function deleteAttachment(
  context: OperationContext,
  request: Request,
  { of, id }: { of: Subject; id: string },
): Promise<Refusal | null> {
  const refusal =
    (await refuseComment(context, request, of)) ?? (await refuseOthersAttachment(context, request, { of, id }))
  if (refusal !== null) return refusal
  await writeAbout(context.runtime, actorOf(request), of, [
    {
      name: `task_attachment_delete_${of.by}`,
      text: `with gone as (delete from task_attachment where workplace_id = $1 and ${columns[of.by]} = $2 and id = $3 returning file_id)
        delete from stored_file f using gone where f.workplace_id = $1 and f.id = gone.file_id and f.variable is null`,
      values: [request.workplaceId, of.id, id],
    },
    logOperation(context, request, {
      operation: 'DeleteAttachment',
      entity: 'Attachment',
      category: 'TaskWorker',
      changes: [{ property: 'name' }],
      to: { kind: of.by, id: of.id },
    }),
  ])
  return null
}
