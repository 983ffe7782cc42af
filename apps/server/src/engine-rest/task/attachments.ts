import { sql } from 'kysely'
import { addAttachment } from '../../operations/comments/add-attachment.ts'
import { deleteAttachment as deleteOne } from '../../operations/comments/delete-attachment.ts'
import { findKnownTask } from '../../operations/comments/subject.ts'
import type { StoreName } from '../../platform/files/file-store.ts'
import { getBytes } from '../../platform/uploads/content.ts'
import { createStoredContent } from '../../platform/uploads/stored-content.ts'
import { type Call, FileContent, get, pathOf, post, type Route, remove } from '../http/call.ts'
import { fieldOf } from '../http/field-of.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, notFound } from '../http/rest-refusal.ts'
import { asId, type Sql } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'
import { removalTime } from '../query/sources.ts'

export const attachmentRoutes: readonly Route[] = [
  get('/task/:id/attachment', listAttachments),
  post('/task/:id/attachment/create', createAttachment, 'files'),
  get('/task/:id/attachment/:attachmentId', getAttachment),
  get('/task/:id/attachment/:attachmentId/data', getAttachmentData),
  remove('/task/:id/attachment/:attachmentId', deleteAttachment),
]

async function listAttachments(call: Call): Promise<unknown> {
  const task = await call.runtime.db.read(call.actor, (tx) =>
    findKnownTask(tx, call.request.user, asId(pathOf(call, 'id'))),
  )
  if (task === null) throw notFound(`No task found for task id ${pathOf(call, 'id')}`)
  return selectAttachments(call, sql`a.task_id = ${task.id}::uuid`)
}

async function selectAttachments(call: Call, condition: Sql): Promise<unknown[]> {
  const { workplaceId } = call.actor
  return call.runtime.db.read(call.actor, (tx) =>
    runSql(
      tx,
      sql`select a.id, a.name, a.description, a.task_id as "taskId", a.type, a.url, a.created_at as "createTime", ${removalTime(sql`a.root_id`, workplaceId)} as "removalTime", a.root_id as "rootProcessInstanceId"
        from task_attachment a where a.workplace_id = ${workplaceId}::uuid and ${condition} order by a.created_at, a.id`,
    ),
  )
}

/** A multipart form with either a content or an address. */
async function createAttachment(call: Call): Promise<unknown> {
  const { parts } = call
  const content = parts.find(({ name, fileName }) => name === 'content' && fileName !== null)
  const url = fieldOf(parts, 'url')
  if (content === undefined && url === null)
    throw invalid('No content or url to remote content exists to create the task attachment.')
  const taskId = pathOf(call, 'id')
  const input = {
    of: { by: 'task', id: asId(taskId) },
    name: fieldOf(parts, 'attachment-name'),
    description: fieldOf(parts, 'attachment-description'),
    type: fieldOf(parts, 'attachment-type'),
    content: content === undefined ? { url } : { bytes: getBytes(content.content) },
  } as const
  const id = orThrow(await addAttachment(call.context, call.request, input), {
    gone: () => invalid(`No task found for task id ${taskId}`),
  })
  const [attachment] = await selectAttachments(call, sql`a.id = ${id}::uuid`)
  return {
    ...(attachment as object),
    links: [{ method: 'GET', href: `${call.base}/task/${taskId}/attachment/${id}`, rel: 'self' }],
  }
}

async function getAttachment(call: Call): Promise<unknown> {
  const [attachment] = await selectAttachments(
    call,
    sql`a.task_id = ${asId(pathOf(call, 'id'))}::uuid and a.id = ${asId(pathOf(call, 'attachmentId'))}::uuid`,
  )
  if (attachment === undefined)
    throw notFound(
      `Task attachment with id ${pathOf(call, 'attachmentId')} does not exist for task id '${pathOf(call, 'id')}'.`,
    )
  return attachment
}

async function getAttachmentData(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<AttachmentContent>(
      tx,
      sql`select id, coalesce(length(bytes), (select f.size from stored_file f where f.workplace_id = a.workplace_id and f.id = a.file_id)) as size, name, file_id as "fileId",
        (select f.kept_in from stored_file f where f.workplace_id = a.workplace_id and f.id = a.file_id) as "keptIn" from task_attachment a where workplace_id = ${workplaceId}::uuid and task_id = ${asId(pathOf(call, 'id'))}::uuid and id = ${asId(pathOf(call, 'attachmentId'))}::uuid`,
    ),
  )
  if (row?.size == null)
    throw notFound(
      `Attachment content for attachment with id '${pathOf(call, 'attachmentId')}' does not exist for task id '${pathOf(call, 'id')}'.`,
    )
  const { id, size, name, fileId, keptIn } = row
  const content =
    fileId === null
      ? createStoredContent(call.runtime.db, { table: 'task_attachment', workplaceId, id, size })
      : {
          size,
          tag: fileId,
          open: (from: number, to: number) =>
            call.runtime.files.of(keptIn as StoreName).read({ workplaceId, id: fileId }, from, to),
        }
  return new FileContent(content, 'application/octet-stream', name)
}

interface AttachmentContent {
  readonly id: string
  readonly size: number | null
  readonly name: string | null
  readonly fileId: string | null
  readonly keptIn: string | null
}

async function deleteAttachment(call: Call): Promise<undefined> {
  const [taskId, id] = [pathOf(call, 'id'), pathOf(call, 'attachmentId')]
  orThrow(await deleteOne(call.context, call.request, { of: { by: 'task', id: asId(taskId) }, id: asId(id) }), {
    gone: () =>
      notFound(`Deletion is not possible. No attachment exists for task id '${taskId}' and attachment id '${id}'.`),
  })
  return undefined
}
