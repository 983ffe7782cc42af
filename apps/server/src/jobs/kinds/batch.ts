import type { TaskDeed } from '@millrace/contract'
import type { IncidentDeed } from '../../operations/incident-groups/retry-group.ts'
import { retryIncident } from '../../operations/incidents/retry-incident.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import { doToTask } from '../../operations/tasks/do-to-task.ts'
import type { Request } from '../../platform/auth/request.ts'
import { atTime, isUserOpen, readUser, userAsJson } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { hasLostDatabase } from '../../platform/db/has-lost-database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobActor, jobRequest } from '../job-actor.ts'
import { type ClaimedJob, goOnLater, restJob } from '../leases.ts'
import { restUntil } from './count-failure.ts'
import type { JobHandler } from './job-handler.ts'

/** Of so many, other jobs come in between. */
const portion = 50

/**
 * Does one thing to many tasks or incidents, each by itself and under the rights that whoever asked for it has at that
 * moment. That a task is done is written with what is done to it, so whoever goes on after a kill does none twice and
 * misses none. A task that cannot be done says why, and the next one is started.
 */
export const batch: JobHandler = {
  run: async ({ runtime, onFault }, job) => {
    const log = (error: unknown) => onFault?.(error, job)
    for (let count = 0; count < portion; count++) {
      const next = await findNext(runtime, job)
      if (next === null) return 'gone'
      if (next.item === null) {
        await endBatch(runtime, job)
        return 'done'
      }
      const refusal = await doNext(runtime, job, { ...next, item: next.item }, log)
      if (refusal !== null) await tell(runtime, job, next.item.position, refusal)
    }
    await goOnLater(runtime.db, job, { now: runtime.clock(), notes: {} })
    runtime.announceJobs()
    return 'done'
  },
  // The task that it is at is what it fails by: it is told, and the next one is begun.
  fail: async ({ runtime }, job, { message }) => {
    const next = await findNext(runtime, job)
    if (next === null) return
    if (next.item !== null) await tell(runtime, job, next.item.position, refuse('internal', message))
    await restJob(runtime.db, job, restUntil(runtime, restMs))
  },
}

const restMs = 1_000

interface Item {
  readonly position: number
  readonly taskId: string
}

interface Next {
  readonly deed: TaskDeed | IncidentDeed
  /** Null: they no longer exists, or may not sign in any more. */
  readonly request: Request | null
  /** Null: all have come to their turn. */
  readonly item: Item | null
}

/** Null when this worker has the job no more, or somebody has ended it. */
async function findNext({ db, clock }: Runtime, job: ClaimedJob): Promise<Next | null> {
  const { workplaceId, id, workerId } = job
  const [rows] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'task_batch_next',
        text: `select (select ${userAsJson} from app_user u where u.workplace_id = b.workplace_id and u.id = b.user_id and ${isUserOpen}), b.deed, i.position, i.task_id
          from job j join task_batch b on b.workplace_id = j.workplace_id and b.id = j.id
          left join lateral (select position, task_id from task_batch_item i where i.workplace_id = b.workplace_id and i.batch_id = b.id and i.state = 'waiting' order by position limit 1) i on true
          where j.workplace_id = $1 and j.id = $2 and j.locked_by = $3 and b.state = 'waiting'`,
        values: [workplaceId, id, workerId],
      },
    ]),
  )
  const row = rows?.[0]
  if (row === undefined) return null
  const [, deed, position, taskId] = row
  const person = readUser(rows)
  return {
    deed: JSON.parse(deed ?? '{}') as TaskDeed | IncidentDeed,
    request: person && jobRequest(job, atTime(person, clock())),
    item: position == null || taskId == null ? null : { position: Number(position), taskId },
  }
}

async function doNext(
  runtime: Runtime,
  job: ClaimedJob,
  { request, deed, item }: Next & { readonly item: Item },
  log: (error: unknown) => void,
): Promise<Refusal | null> {
  if (request === null)
    return refuse(
      'right.missing',
      'Expected the user who started the batch to be enabled, but their account is disabled. Nothing was changed.',
    )
  const { db, clock } = runtime
  const context: OperationContext = { db, clock, runtime }
  try {
    const beside = { alongside: [doneStatement(job, item.position)] }
    if (deed.kind === 'retryIncident')
      return await retryIncident(context, request, { id: null, incidentId: item.taskId }, beside)
    return await doToTask(context, request, { id: item.taskId, deed }, beside)
  } catch (error) {
    if (error instanceof Refusal) return error
    if (hasLostDatabase(error)) throw error
    log(error)
    return refuse(
      'internal',
      `An error occurred in the server. Its log has the details under the id of the job, ${job.id}.`,
    )
  }
}

function doneStatement({ workplaceId, id }: ClaimedJob, position: number): Statement {
  return {
    name: 'task_batch_item_done',
    text: `with done as (update task_batch_item set state = 'done' where workplace_id = $1 and batch_id = $2 and position = $3 and state = 'waiting' returning 1)
      update task_batch b set done = b.done + 1 from done where b.workplace_id = $1 and b.id = $2`,
    values: [workplaceId, id, position],
  }
}

async function tell({ db }: Runtime, job: ClaimedJob, position: number, { code, message }: Refusal): Promise<void> {
  const { workplaceId, id } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'task_batch_item_failed',
        text: `with failed as (update task_batch_item set state = 'failed', code = $4, message = $5 where workplace_id = $1 and batch_id = $2 and position = $3 and state = 'waiting' returning 1)
          update task_batch b set failed = b.failed + 1 from failed where b.workplace_id = $1 and b.id = $2`,
        values: [workplaceId, id, position, code, message],
      },
    ]),
  )
}

async function endBatch({ db, clock }: Runtime, job: ClaimedJob): Promise<void> {
  const { workplaceId, id, workerId } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'task_batch_end',
        text: `with ended as (delete from job where workplace_id = $1 and id = $2 and locked_by = $3 returning id)
          update task_batch b set state = 'done', ended_at = $4 from ended where b.workplace_id = $1 and b.id = ended.id and b.state = 'waiting'`,
        values: [workplaceId, id, workerId, clock().toISOString()],
      },
    ]),
  )
}
