import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { writeAboutTask } from '../../runtime/execute/change-task.ts'
import { refuseUnclean } from '../files/refuse-unclean.ts'
import type { FileContext } from '../operation-context.ts'
import { noSuchTask } from '../tasks/policy.ts'
import { refuseComment } from './policy.ts'
import { findKnownTask } from './subject.ts'

export interface NewAttachment {
  readonly taskId: string
  readonly name: string | null
  readonly description: string | null
  readonly type: string | null
  /** Either a content, or where there is one. */
  readonly content: { readonly bytes: Uint8Array } | { readonly url: string | null }
}

/** Attaches a file, or where there is one, to a task. @returns the id of the attachment. */
export async function addAttachment(
  context: FileContext,
  user: User,
  { taskId, name, description, type, content }: NewAttachment,
): Promise<string | Refusal> {
  const refusal = await refuseComment(context, user, { by: 'task', id: taskId })
  if (refusal !== null) return refusal
  const { db, runtime, clock } = context
  const id = runtime.newId()
  const task = await db.read(user, (tx) => findKnownTask(tx, user, taskId))
  if (task === null) return noSuchTask()
  const unclean =
    'bytes' in content ? await refuseUnclean(context, user, { name: name ?? 'file', content: content.bytes }) : null
  if (unclean !== null) return unclean
  await writeAboutTask(runtime, actorOf(user), task.id, {
    name: 'task_attachment_insert',
    text: `insert into task_attachment (workplace_id, id, task_id, instance_id, root_id, name, description, type, url, bytes, user_id, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, decode($10, 'base64'), $11, $12)`,
    values: [
      user.workplaceId,
      id,
      task.id,
      task.instanceId,
      task.rootId,
      name,
      description,
      type,
      'url' in content ? content.url : null,
      'bytes' in content ? Buffer.from(content.bytes).toString('base64') : null,
      user.username,
      clock().toISOString(),
    ],
  })
  return id
}
