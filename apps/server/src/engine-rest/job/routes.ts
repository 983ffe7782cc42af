import { sql } from 'kysely'
import { changeJobs, deleteJob } from '../../runtime/execute/change-jobs.ts'
import { closeIncidentStatement, resetStartTimer } from '../../runtime/start/start-timers.ts'
import { execute } from '../execute.ts'
import { bodyOf, dateOf, flagOf, integerOf } from '../http/body.ts'
import { BinaryAnswer, type Call, get, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { failed, invalid, notFound } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { findRow, listRoutes, runSql } from '../query/list-query.ts'
import { executeJob } from './execute-job.ts'
import { jobDefinitionQuery } from './job-definition-query.ts'
import {
  getJobDefinition,
  setDefinitionPriority,
  setDefinitionRetries,
  suspendDefinition,
  suspendDefinitions,
  suspendJobs,
} from './job-definitions.ts'
import { type JobRow, jobQuery } from './job-query.ts'

export const jobRoutes: readonly Route[] = [
  ...listRoutes('/job', jobQuery),
  put('/job/suspended', suspendJobs),
  get('/job/:id', (call) => getJob(call, (id) => `Job with id ${id} does not exist`)),
  remove('/job/:id', removeJob),
  post('/job/:id/execute', executeJob),
  put('/job/:id/retries', setRetries),
  put('/job/:id/suspended', setSuspended),
  put('/job/:id/priority', setPriority),
  put('/job/:id/duedate', setDueDate),
  post('/job/:id/duedate/recalculate', recalculate),
  get('/job/:id/stacktrace', getStacktrace),
  ...listRoutes('/job-definition', jobDefinitionQuery),
  put('/job-definition/suspended', suspendDefinitions),
  get('/job-definition/:id', getJobDefinition),
  put('/job-definition/:id/suspended', suspendDefinition),
  put('/job-definition/:id/retries', setDefinitionRetries),
  put('/job-definition/:id/jobPriority', setDefinitionPriority),
]

async function getJob(call: Call, missing: (id: string) => string): Promise<JobRow> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, jobQuery, workplaceId, sql`j.id = ${asId(id)}::uuid`),
  )
  if (row === undefined) throw notFound(missing(id))
  return row
}

async function setRetries(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const id = pathOf(call, 'id')
  const retries = integerOf(body, 'retries')
  if (retries === null || retries < 0)
    throw invalid(
      `ENGINE-13054 The number of job retries must be a non-negative Integer, but '${retries}' has been provided.`,
    )
  const dueAt = dateOf(body, 'dueDate')?.toISOString() ?? null
  const missing = () => notFound(`ENGINE-13053 No job found with id '${id}'.'`)
  const job = await getJob(call, () => `ENGINE-13053 No job found with id '${id}'.'`)
  if (job.processInstanceId === null) await setStartTimerRetries(call, job.id, retries)
  else
    await execute(
      call,
      { by: 'job', id: job.id },
      { type: 'setJobRetries', jobId: job.id, retries, dueAt },
      { gone: missing },
    )
  return undefined
}

/** The timer of a start event belongs to no instance. */
async function setStartTimerRetries(call: Call, id: string, retries: number): Promise<void> {
  const { workplaceId } = call.actor
  await call.runtime.db.withTransaction(call.actor, async (tx) => {
    await runSql(
      tx,
      sql`update job set retries = ${retries} where workplace_id = ${workplaceId}::uuid and id = ${id}::uuid and root_id is null`,
    )
    if (retries > 0) await tx.batch([closeIncidentStatement(workplaceId, id)])
  })
}

/** A job that is not there is as good as suspended. */
async function setSuspended(call: Call): Promise<undefined> {
  const isSuspended = flagOf(bodyOf(call), 'suspended') ?? false
  await changeJobs(call.runtime, call.actor, { by: 'id', id: asId(pathOf(call, 'id')) }, { isSuspended })
  return undefined
}

async function setPriority(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const priority = integerOf(bodyOf(call), 'priority')
  if (priority === null) throw failed(400, `Priority for job '${id}' cannot be null.`, null)
  const changed = await changeJobs(call.runtime, call.actor, { by: 'id', id: asId(id) }, { priority })
  if (changed === 0) throw jobMissing(id)
  return undefined
}

async function setDueDate(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const dueAt = dateOf(bodyOf(call), 'duedate')?.toISOString() ?? null
  const changed = await changeJobs(call.runtime, call.actor, { by: 'id', id: asId(id) }, { dueAt })
  if (changed === 0) throw notFound(`No job found with id '${id}'.`)
  return undefined
}

/** The due date again from when the job was made: for a timer it is what it was, everything else is due at once. */
/** Timers are settled anew, from when they were made unless `creationDateBased` says from now. */
async function recalculate(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const words = `No job found with id '${id}': job is null`
  const missing = () => notFound(words, 0)
  const job = await getJob(call, () => words)
  const isFromCreation = call.query.creationDateBased !== 'false'
  if (job.processInstanceId === null) await resetStartTimer(call.runtime, call.actor, job.id, { isFromCreation })
  else
    await execute(
      call,
      { by: 'job', id: job.id },
      { type: 'resetTimer', jobId: job.id, isFromCreation },
      { gone: missing },
    )
  return undefined
}

async function removeJob(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  if (!(await deleteJob(call.runtime, call.actor, asId(id)))) throw jobMissing(id)
  return undefined
}

async function getStacktrace(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ error: string | null }>(
      tx,
      sql`select error from job where workplace_id = ${workplaceId}::uuid and id = ${asId(id)}::uuid`,
    ),
  )
  if (row === undefined) throw notFound(`No job found with id ${id}: job is null`)
  return new BinaryAnswer(Buffer.from(row.error ?? ''), 'text/plain; charset=utf-8', null)
}

function jobMissing(id: string) {
  return notFound(`No job found with id '${id}': job is null`)
}
