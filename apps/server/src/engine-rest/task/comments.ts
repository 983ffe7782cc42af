import { sql } from 'kysely'
import type { Statement } from '../../platform/db/batch.ts'
import { bodyOf, textOf } from '../http/body.ts'
import { type Call, get, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { invalid, notFound, RestRefusal } from '../http/rest-refusal.ts'
import { asId, type Sql } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'
import { removalTime } from '../query/sources.ts'
import { findKnownTask, type KnownTask } from './known-task.ts'

export const commentRoutes: readonly Route[] = [
  get('/task/:id/comment', async (call) => {
    const { id } = await getKnown(call)
    return selectComments(call, sql`c.task_id = ${id}::uuid`)
  }),
  post('/task/:id/comment/create', createComment),
  put('/task/:id/comment', async (call) =>
    changeComment(call, sql`task_id = ${(await getKnown(call)).id}::uuid`, `taskId: ${pathOf(call, 'id')}`),
  ),
  remove('/task/:id/comment', async (call) => deleteComments(call, sql`task_id = ${(await getKnown(call)).id}::uuid`)),
  get('/task/:id/comment/:commentId', getComment),
  remove('/task/:id/comment/:commentId', async (call) =>
    deleteComments(
      call,
      sql`task_id = ${(await getKnown(call)).id}::uuid and id = ${asId(pathOf(call, 'commentId'))}::uuid`,
    ),
  ),
  get('/process-instance/:id/comment', (call) =>
    selectComments(call, sql`c.instance_id = ${asId(pathOf(call, 'id'))}::uuid`),
  ),
  put('/process-instance/:id/comment', (call) =>
    changeComment(
      call,
      sql`instance_id = ${asId(pathOf(call, 'id'))}::uuid`,
      `processInstanceId: ${pathOf(call, 'id')}`,
    ),
  ),
  remove('/process-instance/:id/comment', (call) =>
    deleteComments(call, sql`instance_id = ${asId(pathOf(call, 'id'))}::uuid`),
  ),
  remove('/process-instance/:id/comment/:commentId', (call) =>
    deleteComments(
      call,
      sql`instance_id = ${asId(pathOf(call, 'id'))}::uuid and id = ${asId(pathOf(call, 'commentId'))}::uuid`,
    ),
  ),
]

async function getKnown(call: Call): Promise<KnownTask> {
  const id = pathOf(call, 'id')
  const task = await findKnownTask(call, id)
  if (task === null) throw notFound(`No task found for task id ${id}`)
  return task
}

/** Newest first. */
async function selectComments(call: Call, condition: Sql): Promise<unknown[]> {
  const { workplaceId } = call.actor
  return call.runtime.db.read(call.actor, (tx) =>
    runSql(
      tx,
      sql`select c.id, c.user_id as "userId", c.created_at as time, c.task_id as "taskId", c.message, ${removalTime(sql`c.root_id`, workplaceId)} as "removalTime",
          c.root_id as "rootProcessInstanceId", c.instance_id as "processInstanceId"
        from task_comment c where c.workplace_id = ${workplaceId}::uuid and ${condition} order by c.created_at desc, c.id desc`,
    ),
  )
}

async function getComment(call: Call): Promise<unknown> {
  const [id, taskId] = [pathOf(call, 'commentId'), pathOf(call, 'id')]
  const [comment] = await selectComments(call, sql`c.task_id = ${asId(taskId)}::uuid and c.id = ${asId(id)}::uuid`)
  if (comment === undefined) throw notFound(`Task comment with id ${id} does not exist for task id '${taskId}'.`)
  return comment
}

async function createComment(call: Call): Promise<unknown> {
  const { runtime, actor } = call
  const task = await findKnownTask(call, pathOf(call, 'id'))
  if (task === null) throw invalid(`No task found for task id ${pathOf(call, 'id')}`)
  const body = bodyOf(call)
  const message = textOf(body, 'message')
  if (message === null) throw invalid('Not enough parameters submitted', 0)
  const id = runtime.newId()
  const instanceId = textOf(body, 'processInstanceId')
  await runtime.db.withTransaction(actor, (tx) =>
    tx.commit([
      {
        name: 'task_comment_insert',
        text: 'insert into task_comment (workplace_id, id, task_id, instance_id, root_id, user_id, message, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
        values: [
          actor.workplaceId,
          id,
          task.id,
          instanceId === null ? null : asId(instanceId),
          task.isOpen ? task.rootId : null,
          actor.userId,
          message,
          runtime.clock().toISOString(),
        ],
      },
      touchStatement(call, task.id),
    ]),
  )
  const [comment] = await selectComments(call, sql`c.id = ${id}::uuid`)
  return comment
}

/** What people write about a task changes it. */
export function touchStatement(call: Call, taskId: string): Statement {
  return {
    name: 'task_touch',
    text: 'update task set updated_at = $3 where workplace_id = $1 and id = $2',
    values: [call.actor.workplaceId, taskId, call.runtime.clock().toISOString()],
  }
}

async function changeComment(call: Call, owner: Sql, ownerWords: string): Promise<undefined> {
  const body = bodyOf(call)
  const [id, message] = [textOf(body, 'id'), textOf(body, 'message')]
  if (id === null) throw invalid('commentId is null')
  if (message === null) throw invalid('message is null')
  const { workplaceId } = call.actor
  const changed = await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      sql`update task_comment set message = ${message} where workplace_id = ${workplaceId}::uuid and ${owner} and id = ${asId(id)}::uuid returning id`,
    ),
  )
  if (changed.length === 0)
    throw new RestRefusal(
      400,
      'InvalidRequestException',
      `No comment exists with commentId: ${id} and ${ownerWords}: comment is null`,
    )
  return undefined
}

async function deleteComments(call: Call, condition: Sql): Promise<undefined> {
  const { workplaceId } = call.actor
  await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(tx, sql`delete from task_comment where workplace_id = ${workplaceId}::uuid and ${condition}`),
  )
  return undefined
}
