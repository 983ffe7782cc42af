import type { Command, LoadedRows } from '@millrace/engine'
import { sql } from 'kysely'
import {
  extendLock,
  type LockAnswer,
  lockExternalTask,
  setExternalTaskPriority,
  unlockExternalTask,
} from '../../runtime/lock-external-tasks.ts'
import { execute } from '../execute.ts'
import { type Body, bodyOf, integerOf, textOf, textsOf } from '../http/body.ts'
import { BinaryAnswer, type Call, get, pathOf, post, put, type Route } from '../http/call.ts'
import { failed, invalid, notFound, RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { findRow, listRoutes, runSql, scopeOf, selectRows } from '../query/list-query.ts'
import { readVariables, ValueFault } from '../values/read-value.ts'
import { type ExternalTaskRow, externalTaskQuery } from './external-task-query.ts'
import { fetchAndLock } from './fetch-and-lock.ts'

export const externalTaskRoutes: readonly Route[] = [
  ...listRoutes('/external-task', externalTaskQuery),
  post('/external-task/fetchAndLock', fetchAndLock),
  get('/external-task/topic-names', listTopicNames),
  put('/external-task/retries', setManyRetries),
  get('/external-task/:id', getTask),
  get('/external-task/:id/errorDetails', getErrorDetails),
  post('/external-task/:id/complete', complete),
  post('/external-task/:id/failure', fail),
  post('/external-task/:id/bpmnError', throwError),
  post('/external-task/:id/lock', lock),
  post('/external-task/:id/extendLock', extend),
  post('/external-task/:id/unlock', async (call) =>
    accept(await unlockExternalTask(call.runtime, call.actor, idOf(call)), call, () => ''),
  ),
  put('/external-task/:id/priority', async (call) =>
    accept(
      await setExternalTaskPriority(call.runtime, call.actor, idOf(call), integerOf(bodyOf(call), 'priority') ?? 0),
      call,
      () => '',
    ),
  ),
  put('/external-task/:id/retries', async (call) => setRetries(call, pathOf(call, 'id'), () => missing(call))),
]

async function getTask(call: Call): Promise<ExternalTaskRow> {
  const { workplaceId } = call.actor
  const row = await call.runtime.db.withTransaction(workplaceId, (tx) =>
    findRow(tx, externalTaskQuery, workplaceId, sql`x.id = ${idOf(call)}::uuid`),
  )
  if (row === undefined) throw missing(call, null)
  return row
}

async function getErrorDetails(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  const [row] = await call.runtime.db.withTransaction(workplaceId, (tx) =>
    runSql<{ details: string | null }>(
      tx,
      sql`select error_details as details from external_task where workplace_id = ${workplaceId}::uuid and id = ${idOf(call)}::uuid`,
    ),
  )
  if (row === undefined)
    throw new RestRefusal(
      404,
      'NullValueException',
      `No external task found with id ${pathOf(call, 'id')}: externalTask is null`,
      0,
    )
  return row.details === null
    ? undefined
    : new BinaryAnswer(Buffer.from(row.details), 'text/plain; charset=utf-8', null)
}

async function listTopicNames(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  const flags = ['withLockedTasks', 'withUnlockedTasks', 'withRetriesLeft'].map((name) => call.query[name] === 'true')
  const [locked, unlocked, retries] = flags
  const rows = await call.runtime.db.withTransaction(workplaceId, (tx) =>
    runSql<{ topic: string }>(
      tx,
      sql`select distinct topic from external_task where workplace_id = ${workplaceId}::uuid${locked ? sql` and locked_until >= now()` : sql``}${
        unlocked ? sql` and (locked_until is null or locked_until < now())` : sql``
      }${retries ? sql` and (retries is null or retries > 0)` : sql``} order by topic`,
    ),
  )
  return rows.map(({ topic }) => topic)
}

// --- what workers report ------------------------------------------------------------------------

async function complete(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const workerId = readWorker(body)
  const command = {
    type: 'completeExternalTask',
    taskId: idOf(call),
    variables: readTyped(body, 'variables'),
    localVariables: readTyped(body, 'localVariables'),
  } as const
  return report(
    call,
    workerId,
    command,
    (holder) =>
      `External Task ${pathOf(call, 'id')} cannot be completed by worker '${workerId}'. It is locked by worker '${holder}'.`,
  )
}

async function fail(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const workerId = readWorker(body)
  const retries = integerOf(body, 'retries') ?? 0
  if (retries < 0) throw new RestRefusal(400, 'ProcessEngineException', 'retries is not greater than or equal to 0', 0)
  const retryMs = integerOf(body, 'retryTimeout') ?? 0
  if (retryMs < 0)
    throw new RestRefusal(400, 'ProcessEngineException', 'retryDuration is not greater than or equal to 0', 0)
  const command = {
    type: 'failExternalTask',
    taskId: idOf(call),
    message: textOf(body, 'errorMessage'),
    details: textOf(body, 'errorDetails'),
    retries,
    retryAt: new Date(call.runtime.clock().getTime() + retryMs).toISOString(),
    variables: readTyped(body, 'variables'),
    localVariables: readTyped(body, 'localVariables'),
  } as const
  return report(
    call,
    workerId,
    command,
    (holder) =>
      `Failure of External Task ${pathOf(call, 'id')} cannot be reported by worker '${workerId}'. It is locked by worker '${holder}'.`,
  )
}

async function throwError(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const workerId = readWorker(body)
  const code = textOf(body, 'errorCode')
  if (code === null || code === '') throw new RestRefusal(400, 'NullValueException', 'errorCode is null', 0)
  const command = {
    type: 'throwExternalTaskError',
    taskId: idOf(call),
    code,
    message: textOf(body, 'errorMessage'),
    variables: readTyped(body, 'variables'),
  } as const
  return report(
    call,
    workerId,
    command,
    (holder) =>
      `Bpmn error of External Task ${pathOf(call, 'id')} cannot be reported by worker '${workerId}'. It is locked by worker '${holder}'.`,
  )
}

/** Only the worker that holds the lock may report, even when its time is over, and not while the instance is suspended. */
async function report(
  call: Call,
  workerId: string,
  command: Command,
  refuse: (holder: string | null) => string,
): Promise<undefined> {
  const check = ({ externalTasks }: LoadedRows) => {
    const task = externalTasks.find(({ id }) => id === idOf(call))
    if (task === undefined) return
    if (task.workerId !== workerId) throw failed(400, refuse(task.workerId))
    if (task.isSuspended) throw failed(400, `ENGINE-03043 ExternalTask with id '${task.id}' is suspended.`)
  }
  await execute(call, { by: 'externalTask', id: idOf(call) }, command, { gone: () => missing(call) }, [], check)
  return undefined
}

// --- locks --------------------------------------------------------------------------------------

async function lock(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const workerId = readWorker(body)
  const until = readUntil(call, 'lockDuration', 'lockDuration')
  const answer = await lockExternalTask(call.runtime, call.actor, idOf(call), { workerId, until })
  return accept(
    answer,
    call,
    (holder) =>
      `External Task ${pathOf(call, 'id')} cannot be locked by worker '${workerId}'. It is locked by worker '${holder}'.`,
  )
}

async function extend(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const workerId = readWorker(body)
  const until = readUntil(call, 'newDuration', 'lockTime')
  const answer = await extendLock(call.runtime, call.actor, idOf(call), { workerId, until })
  return accept(
    answer,
    call,
    (holder) =>
      `The lock of the External Task ${pathOf(call, 'id')} cannot be extended by worker '${workerId}'. It is locked by worker '${holder}'.`,
  )
}

function accept(answer: LockAnswer, call: Call, refuse: (holder: string | null) => string): undefined {
  if (answer.ok) return undefined
  throw answer.reason === 'gone' ? missing(call) : failed(400, refuse(answer.workerId))
}

function readUntil(call: Call, field: string, word: string): Date {
  const duration = integerOf(bodyOf(call), field) ?? 0
  if (duration <= 0) throw failed(400, `${word} is not greater than 0`)
  return new Date(call.runtime.clock().getTime() + duration)
}

// --- retries ------------------------------------------------------------------------------------

async function setRetries(call: Call, id: string, gone: () => RestRefusal): Promise<undefined> {
  const retries = readRetries(bodyOf(call))
  await execute(
    call,
    { by: 'externalTask', id: asId(id) },
    { type: 'setExternalTaskRetries', taskId: asId(id), retries },
    { gone },
  )
  return undefined
}

/** Of many at once: named, or found by queries. */
async function setManyRetries(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  readRetries(body)
  const ids = await selectTargets(call, body)
  if (ids.length === 0) throw invalid('externalTaskIds is empty')
  for (const id of ids)
    await setRetries(call, id, () => notFound(`Cannot find external task with id ${id}: externalTask is null`))
  return undefined
}

async function selectTargets(call: Call, body: Body): Promise<string[]> {
  const { workplaceId } = call.actor
  const named = textsOf(body, 'externalTaskIds') ?? []
  const instances = (textsOf(body, 'processInstanceIds') ?? []).map(asId)
  const found = await call.runtime.db.withTransaction(workplaceId, async (tx) => {
    const byQuery =
      body.externalTaskQuery == null
        ? []
        : await selectRows(tx, externalTaskQuery, scopeOf(call, body.externalTaskQuery))
    const byInstance =
      instances.length === 0
        ? []
        : await runSql<{ id: string }>(
            tx,
            sql`select id from external_task where workplace_id = ${workplaceId}::uuid and instance_id = any(${instances}::uuid[])`,
          )
    return [...byQuery, ...byInstance].map(({ id }) => id)
  })
  return [...new Set([...named, ...found])]
}

function readRetries(body: Body): number {
  const retries = integerOf(body, 'retries')
  if (retries === null) throw invalid('The number of retries cannot be null.')
  if (retries < 0)
    throw new RestRefusal(
      400,
      'BadUserRequestException',
      'The number of retries cannot be negative: retries is not greater than or equal to 0',
      0,
    )
  return retries
}

// --- reading ------------------------------------------------------------------------------------

function idOf(call: Call): string {
  return asId(pathOf(call, 'id'))
}

function readWorker(body: Body): string {
  const workerId = textOf(body, 'workerId')
  if (workerId === null) throw new RestRefusal(400, 'NullValueException', 'workerId is null', 0)
  return workerId
}

function readTyped(body: Body, field: string) {
  try {
    return readVariables(body[field])
  } catch (error) {
    throw error instanceof ValueFault ? invalid(error.message) : error
  }
}

function missing(call: Call, code: number | null = 0): RestRefusal {
  return failed(404, `External task with id ${pathOf(call, 'id')} does not exist`, code)
}
