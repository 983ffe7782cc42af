import { sql } from 'kysely'
import { BinaryAnswer, type Call, get, pathOf, post, type Route, remove } from '../http/call.ts'
import { fieldOf } from '../http/read-parts.ts'
import { invalid, notFound } from '../http/rest-refusal.ts'
import { asId, type Sql } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'
import { removalTime } from '../query/sources.ts'
import { touchStatement } from './comments.ts'
import { findKnownTask } from './known-task.ts'

export const attachmentRoutes: readonly Route[] = [
  get('/task/:id/attachment', listAttachments),
  post('/task/:id/attachment/create', createAttachment),
  get('/task/:id/attachment/:attachmentId', getAttachment),
  get('/task/:id/attachment/:attachmentId/data', getAttachmentData),
  remove('/task/:id/attachment/:attachmentId', deleteAttachment),
]

async function listAttachments(call: Call): Promise<unknown> {
  const task = await findKnownTask(call, pathOf(call, 'id'))
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
  const { parts, runtime, actor } = call
  const task = await findKnownTask(call, pathOf(call, 'id'))
  if (task === null) throw invalid(`No task found for task id ${pathOf(call, 'id')}`)
  const content = parts.find(({ name, fileName }) => name === 'content' && fileName !== null)
  const url = fieldOf(parts, 'url')
  if (content === undefined && url === null)
    throw invalid('No content or url to remote content exists to create the task attachment.')
  const id = runtime.newId()
  const field = (name: string) => fieldOf(parts, name)
  await runtime.db.withTransaction(actor, (tx) =>
    tx.commit([
      {
        name: 'task_attachment_insert',
        text: `insert into task_attachment (workplace_id, id, task_id, instance_id, root_id, name, description, type, url, bytes, user_id, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, decode($10, 'base64'), $11, $12)`,
        values: [
          actor.workplaceId,
          id,
          task.id,
          task.instanceId,
          task.rootId,
          field('attachment-name'),
          field('attachment-description'),
          field('attachment-type'),
          content === undefined ? url : null,
          content === undefined ? null : Buffer.from(content.bytes).toString('base64'),
          actor.userId,
          runtime.clock().toISOString(),
        ],
      },
      touchStatement(call, task.id),
    ]),
  )
  const [attachment] = await selectAttachments(call, sql`a.id = ${id}::uuid`)
  return {
    ...(attachment as object),
    links: [{ method: 'GET', href: `${call.base}/task/${task.id}/attachment/${id}`, rel: 'self' }],
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
    runSql<{ bytes: Uint8Array | null; name: string | null }>(
      tx,
      sql`select bytes, name from task_attachment where workplace_id = ${workplaceId}::uuid and task_id = ${asId(pathOf(call, 'id'))}::uuid and id = ${asId(pathOf(call, 'attachmentId'))}::uuid`,
    ),
  )
  if (row?.bytes == null)
    throw notFound(
      `Attachment content for attachment with id '${pathOf(call, 'attachmentId')}' does not exist for task id '${pathOf(call, 'id')}'.`,
    )
  return new BinaryAnswer(row.bytes, 'application/octet-stream', row.name)
}

async function deleteAttachment(call: Call): Promise<undefined> {
  const { workplaceId } = call.actor
  const gone = await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      sql`delete from task_attachment where workplace_id = ${workplaceId}::uuid and task_id = ${asId(pathOf(call, 'id'))}::uuid and id = ${asId(pathOf(call, 'attachmentId'))}::uuid returning id`,
    ),
  )
  if (gone.length === 0)
    throw notFound(
      `Deletion is not possible. No attachment exists for task id '${pathOf(call, 'id')}' and attachment id '${pathOf(call, 'attachmentId')}'.`,
    )
  return undefined
}
