import { sql } from 'kysely'
import { setTaskPriority } from '../../operations/external-tasks/set-task-priority.ts'
import { withinTenants } from '../../operations/tenants/within-tenants.ts'
import { bodyOf, longOf, queryFlag } from '../http/body.ts'
import { BinaryAnswer, type Call, get, pathOf, post, put, type Route } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { RestRefusal } from '../http/rest-refusal.ts'
import { findRow, listRoutes, runSql } from '../query/list-query.ts'
import { extend, lock, unlock } from './change-lock.ts'
import { setManyRetries, setRetries } from './change-retries.ts'
import { type ExternalTaskRow, externalTaskQuery } from './external-task-query.ts'
import { fetchAndLock } from './fetch-and-lock.ts'
import { idOf, missing } from './read-task.ts'
import { complete, fail, throwError } from './report.ts'

export const externalTaskRoutes: readonly Route[] = [
  ...listRoutes('/external-task', externalTaskQuery),
  { ...post('/external-task/fetchAndLock', fetchAndLock), isWaiting: true },
  get('/external-task/topic-names', listTopicNames),
  put('/external-task/retries', setManyRetries),
  get('/external-task/:id', getTask),
  get('/external-task/:id/errorDetails', getErrorDetails),
  post('/external-task/:id/complete', complete, 'variables'),
  post('/external-task/:id/failure', fail, 'variables'),
  post('/external-task/:id/bpmnError', throwError, 'variables'),
  post('/external-task/:id/lock', lock),
  post('/external-task/:id/extendLock', extend),
  post('/external-task/:id/unlock', unlock),
  put('/external-task/:id/priority', setPriority),
  put('/external-task/:id/retries', setRetries),
]

async function getTask(call: Call): Promise<ExternalTaskRow> {
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, externalTaskQuery, call.request, sql`x.id = ${idOf(call)}::uuid`),
  )
  if (row === undefined) throw missing(call, null)
  return row
}

async function getErrorDetails(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
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
  const flags = ['withLockedTasks', 'withUnlockedTasks', 'withRetriesLeft'].map((name) => queryFlag(call, name))
  const [locked, unlocked, retries] = flags
  const tenant = sql`(select i.tenant_id from instance i where i.workplace_id = x.workplace_id and i.id = x.instance_id)`
  const tenants = withinTenants(call.request.user, tenant).map((one) => sql` and ${one}`)
  const rows = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ topic: string }>(
      tx,
      sql`select distinct topic from external_task x where workplace_id = ${workplaceId}::uuid${sql.join(tenants, sql``)}${locked ? sql` and locked_until >= now()` : sql``}${
        unlocked ? sql` and (locked_until is null or locked_until < now())` : sql``
      }${retries ? sql` and (retries is null or retries > 0)` : sql``} order by topic`,
    ),
  )
  return rows.map(({ topic }) => topic)
}

async function setPriority(call: Call): Promise<undefined> {
  const priority = longOf(bodyOf(call), 'priority') ?? 0
  orThrow(await setTaskPriority(call.context, call.request, { id: idOf(call), priority }), {
    gone: () => missing(call),
  })
  return undefined
}
