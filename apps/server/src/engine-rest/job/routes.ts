import { jobKinds } from '@millrace/engine'
import { sql } from 'kysely'
import { setItemRetries } from '../../operations/batches/set-item-retries.ts'
import { changeJobs } from '../../operations/jobs/change-jobs.ts'
import { deleteJob } from '../../operations/jobs/delete-job.ts'
import { resetJobTimer } from '../../operations/jobs/reset-job-timer.ts'
import { setJobRetries } from '../../operations/jobs/set-job-retries.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { JobPatch } from '../../runtime/execute/change-jobs.ts'
import { bodyOf, dateOf, flagOf, integerOf, longOf } from '../http/body.ts'
import { BinaryAnswer, type Call, get, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
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
  get('/job/:id', getJob),
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

async function getJob(call: Call): Promise<JobRow> {
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, jobQuery, call.request, sql`j.id = ${asId(id)}::uuid`),
  )
  if (row === undefined) throw notFound(`Job with id ${id} does not exist`)
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
  // An item of a batch is a job here, and has its own tries.
  const ofBatch = await setItemRetries(call.context, call.request, { jobId: id, tries: Math.min(retries, 32_767) })
  if (ofBatch !== undefined) {
    orThrow(ofBatch)
    return undefined
  }
  orThrow(await setJobRetries(call.context, call.request, { id: asId(id), retries, dueAt }), {
    gone: () => notFound(`ENGINE-13053 No job found with id '${id}'.'`),
  })
  return undefined
}

/** A job that does not exist is as good as suspended. */
async function setSuspended(call: Call): Promise<undefined> {
  const isSuspended = flagOf(bodyOf(call), 'suspended') ?? false
  await change(call, { isSuspended })
  return undefined
}

async function setPriority(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const priority = longOf(bodyOf(call), 'priority')
  if (priority === null) throw failed(400, `Priority for job '${id}' cannot be null.`, null)
  if ((await change(call, { priority })) === 0) throw jobMissing(id)
  return undefined
}

async function setDueDate(call: Call): Promise<undefined> {
  const dueAt = dateOf(bodyOf(call), 'duedate')?.toISOString() ?? null
  if ((await change(call, { dueAt })) === 0) throw notFound(`No job found with id '${pathOf(call, 'id')}'.`)
  return undefined
}

/** @returns how many jobs there were. */
async function change(call: Call, patch: JobPatch): Promise<number> {
  const of = { by: 'id', id: asId(pathOf(call, 'id')) } as const
  const changed = await changeJobs(call.context, call.request, { of, patch })
  return changed instanceof Refusal && changed.code === 'thing.not-found' ? 0 : orThrow(changed)
}

/** Timers are settled again, from when they were made unless `creationDateBased` says from now. */
async function recalculate(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const input = {
    id: asId(id),
    isFromCreation: call.query.creationDateBased !== 'false',
  }
  orThrow(await resetJobTimer(call.context, call.request, input), {
    gone: () => notFound(`No job found with id '${id}': job is null`, 0),
  })
  return undefined
}

async function removeJob(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  orThrow(await deleteJob(call.context, call.request, asId(id)), { gone: () => jobMissing(id) })
  return undefined
}

async function getStacktrace(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ error: string | null }>(
      tx,
      sql`select error from job where workplace_id = ${workplaceId}::uuid and id = ${asId(id)}::uuid and kind = any(${jobKinds}::text[])
        union all select message from batch_item where workplace_id = ${workplaceId}::uuid and job_id = ${asId(id)}::uuid and state <> 'done'`,
    ),
  )
  if (row === undefined) throw notFound(`No job found with id ${id}: job is null`)
  return new BinaryAnswer(Buffer.from(row.error ?? ''), 'text/plain; charset=utf-8', null)
}

function jobMissing(id: string) {
  return notFound(`No job found with id '${id}': job is null`)
}
