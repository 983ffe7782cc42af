import { sql } from 'kysely'
import { addComment } from '../../operations/comments/add-comment.ts'
import { changeComment as changeOne } from '../../operations/comments/change-comment.ts'
import { deleteComments as deleteSome } from '../../operations/comments/delete-comments.ts'
import { findKnownTask, findPlace, type KnownTask, type Subject } from '../../operations/comments/subject.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { bodyOf, textOf } from '../http/body.ts'
import { type Call, get, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, notFound, type RestRefusal } from '../http/rest-refusal.ts'
import { asId, type Sql } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'
import { removalTime } from '../query/sources.ts'

export const commentRoutes: readonly Route[] = [
  get('/task/:id/comment', listOfTask),
  post('/task/:id/comment/create', createComment),
  put('/task/:id/comment', (call) => changeComment(call, 'task')),
  remove('/task/:id/comment', (call) => deleteComments(call, 'task')),
  get('/task/:id/comment/:commentId', getComment),
  remove('/task/:id/comment/:commentId', (call) => deleteComments(call, 'task')),
  get('/process-instance/:id/comment', async (call) => {
    await needInstance(call)
    return selectComments(call, sql`c.instance_id = ${asId(pathOf(call, 'id'))}::uuid`)
  }),
  put('/process-instance/:id/comment', (call) => changeComment(call, 'instance')),
  remove('/process-instance/:id/comment', (call) => deleteComments(call, 'instance')),
  remove('/process-instance/:id/comment/:commentId', (call) => deleteComments(call, 'instance')),
]

async function listOfTask(call: Call): Promise<unknown[]> {
  const { id } = await getKnownTask(call)
  return selectComments(call, sql`c.task_id = ${id}::uuid`)
}

async function getKnownTask(call: Call): Promise<KnownTask> {
  const id = pathOf(call, 'id')
  const task = await call.runtime.db.read(call.actor, (tx) => findKnownTask(tx, call.request.user, asId(id)))
  if (task === null) throw taskMissing(call)
  return task
}

/**
 * Refuses an instance that does not exist. An ended one does.
 *
 * @throws RestRefusal
 */
async function needInstance(call: Call): Promise<void> {
  const found = await call.runtime.db.read(call.actor, (tx) =>
    findPlace(tx, call.request.user, subjectOf(call, 'instance')),
  )
  if (found instanceof Refusal) throw notFound(`No process instance found for id ${pathOf(call, 'id')}`)
}

/** Newest first. */
async function selectComments(call: Call, condition: Sql): Promise<unknown[]> {
  const { workplaceId } = call.actor
  return call.runtime.db.read(call.actor, (tx) =>
    runSql(
      tx,
      sql`select c.id, c.user_id as "userId", c.created_at as time, c.task_id as "taskId", c.message, ${removalTime(sql`c.root_id`, workplaceId)} as "removalTime",
          c.root_id as "rootProcessInstanceId", c.instance_id as "processInstanceId", '[]'::jsonb as links
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
  const body = bodyOf(call)
  const message = textOf(body, 'message')
  if (message === null) throw invalid('Not enough parameters submitted', 0)
  const given = textOf(body, 'processInstanceId')
  const instanceId = given === null ? null : asId(given)
  const taskId = pathOf(call, 'id')
  const input = { of: { by: 'task', id: asId(taskId) }, instanceId, message } as const
  const id = orThrow(await addComment(call.context, call.request, input), {
    gone: () => invalid(`No task found for task id ${taskId}`),
  })
  const [comment] = await selectComments(call, sql`c.id = ${id}::uuid`)
  return {
    ...(comment as object),
    links: [{ method: 'GET', href: `${call.base}/task/${taskId}/comment/${id}`, rel: 'self' }],
  }
}

async function changeComment(call: Call, by: Subject['by']): Promise<undefined> {
  const body = bodyOf(call)
  await (by === 'task' ? getKnownTask(call) : needInstance(call))
  const [id, message] = [textOf(body, 'id'), textOf(body, 'message')]
  if (id === null) throw invalid('commentId is null')
  if (message === null) throw invalid('message is null')
  const owner = by === 'task' ? 'taskId' : 'processInstanceId'
  const missing = `No comment exists with commentId: ${id} and ${owner}: ${pathOf(call, 'id')}: comment is null`
  const input = { of: subjectOf(call, by), id: asId(id), message }
  orThrow(await changeOne(call.context, call.request, input), { gone: () => invalid(missing) })
  return undefined
}

async function deleteComments(call: Call, by: Subject['by']): Promise<undefined> {
  const { commentId } = call.path
  if (by === 'instance') await needInstance(call)
  const input = { of: subjectOf(call, by), id: commentId === undefined ? null : asId(commentId) }
  orThrow(await deleteSome(call.context, call.request, input), { gone: () => taskMissing(call) })
  return undefined
}

function subjectOf(call: Call, by: Subject['by']): Subject {
  return { by, id: asId(pathOf(call, 'id')) }
}

function taskMissing(call: Call): RestRefusal {
  return notFound(`No task found for task id ${pathOf(call, 'id')}`)
}
