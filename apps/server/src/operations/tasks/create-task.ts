import type { StandaloneTaskFields } from '@millrace/engine'
import { sql } from 'kysely'
import pg from 'pg'
import type { Request } from '../../platform/auth/request.ts'
import { hasFailed, type Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import { getStandaloneTasks } from '../../runtime/definitions/standalone-tasks.ts'
import { executeStart } from '../../runtime/execute/execute-command.ts'
import { refusalOf } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { isWithinTenants } from '../tenants/within-tenants.ts'
import { refuseStandalone, taskIsOver } from './policy.ts'

export interface NewTask {
  readonly id: string
  /** The id as its client gave it, when that is no UUID. `id` is derived from it. */
  readonly given?: string | null
  readonly task: StandaloneTaskFields
}

/** Creates a task that belongs to no process. Returns null on success, otherwise a refusal. */
export async function createTask(
  { db, runtime }: OperationContext,
  request: Request,
  { id, given = null, task }: NewTask,
): Promise<Refusal | null> {
  const refusal = refuseStandalone(request.user, task)
  if (refusal !== null) return refusal
  if (!isUuid(id))
    return refuse(
      'request.invalid',
      `Expected the id of a new task to be a UUID, but it is “${id}”. Leave it out to get a new id.`,
    )
  if (await db.read(request, (tx) => isTaken(tx, request.workplaceId, id))) return idIsTaken(given ?? id)
  const tenant = await readTenant(db, request, task)
  if (tenant instanceof Refusal) return tenant
  if (!isWithinTenants(request.user, tenant))
    return refuse('right.missing', 'Expected a tenant that you are a member of. Nothing was saved.')
  const command = {
    type: 'createTask',
    definition: await getStandaloneTasks(),
    taskId: id.toLowerCase(),
    fields: { ...task, tenantId: tenant },
  } as const
  try {
    const answer = await executeStart(runtime, actorOf(request), {
      command,
      extra: keepGiven(request.workplaceId, id, given),
    })
    return answer.ok ? null : refusalOf(answer, taskIsOver)
  } catch (error) {
    // A task that was made meanwhile.
    if (error instanceof pg.DatabaseError && error.code === '23505' && hasFailed(error, 'root_insert'))
      return idIsTaken(given ?? id)
    throw error
  }
}

/** Returns the tenant of a new task: that of its parent task, which has to be open and not suspended, if it has one. */
async function readTenant(
  db: OperationContext['db'],
  request: Request,
  { parentTaskId, tenantId }: StandaloneTaskFields,
): Promise<string | null | Refusal> {
  if (parentTaskId === null) return tenantId
  const [parent] = await db.read(request, (tx) =>
    runSql<{ tenantId: string | null; isSuspended: boolean }>(
      tx,
      sql`select tenant_id as "tenantId", is_suspended as "isSuspended" from task where workplace_id = ${request.workplaceId}::uuid and id = ${parentTaskId}::uuid`,
    ),
  )
  if (parent === undefined)
    return refuse('request.invalid', 'Expected an open parent task, but there is none with this id. Nothing was saved.')
  if (parent.isSuspended)
    return refuse('task.suspended', 'The parent task is suspended, so no task can be added to it. Activate it first.')
  if (tenantId !== null && tenantId !== parent.tenantId)
    return refuse('request.invalid', 'A task has the tenant of its parent task. Leave the tenant out.')
  return parent.tenantId
}

/** A task that was deleted before leaves its text, which is the same. */
function keepGiven(workplaceId: string, id: string, given: string | null): Statement[] {
  if (given === null) return []
  const text =
    'insert into given_task_id (workplace_id, id, given) values ($1, $2, $3) on conflict (workplace_id, id) do nothing'
  return [{ name: 'given_task_id_keep', text, values: [workplaceId, id, given] }]
}

/**
 * The columns with the id of a standalone task, which is also its root: rows and history are found by it as those of an
 * instance.
 */
const holders = ['root', 'instance', 'element', 'task', 'history_instance', 'history_task'] as const

/** Returns whether a task with this id exists, whether or not the user may see it. */
async function isTaken(tx: Tx, workplaceId: string, id: string): Promise<boolean> {
  const parts = holders.map(
    (table) =>
      sql`select 1 as one from ${sql.table(table)} where workplace_id = ${workplaceId}::uuid and id = ${id}::uuid`,
  )
  const found = await runSql(tx, sql`select one from (${sql.join(parts, sql` union all `)}) h limit 1`)
  return found.length > 0
}

function idIsTaken(id: string): Refusal {
  return refuse('thing.exists', `Expected a new id, but “${id}” exists already. Leave it out to get a new id.`)
}
