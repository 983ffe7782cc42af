import type { Failure } from '@millrace/engine'
import { sql } from 'kysely'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { fireStartTimer } from '../../runtime/start/start-timers.ts'
import { type Call, pathOf } from '../http/call.ts'
import { notFound, RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'

/**
 * `POST /job/{id}/execute`: now, whatever its due date. A job that fails has one retry less, as when a worker tries it,
 * and Camunda answers 404 with the failure's words.
 */
export async function executeJob(call: Call): Promise<undefined> {
  const { runtime, actor } = call
  const id = pathOf(call, 'id')
  const job = await findJob(call, id)
  if (job === null) throw jobMissing(id)
  if (job.rootId === null) {
    await fireStartTimer(runtime, actor, job.id)
    return undefined
  }
  const answer = await executeCommand(runtime, actor, { by: 'job', id: job.id }, { type: 'runJob', jobId: job.id })
  if (answer.ok) return undefined
  if (answer.reason === 'gone') throw jobMissing(id)
  if (answer.reason === 'refused')
    throw new RestRefusal(
      answer.refusal.code === 'engine.job-gone' ? 404 : 400,
      'InvalidRequestException',
      answer.refusal.message,
    )
  await recordFailure(call, job.id, answer.failure)
  throw notFound(answer.failure.message)
}

async function recordFailure(
  { runtime, actor }: Call,
  jobId: string,
  { message, detail, code, elementId }: Failure,
): Promise<void> {
  await executeCommand(
    runtime,
    actor,
    { by: 'job', id: jobId },
    {
      type: 'recordJobFailure',
      jobId,
      message,
      isFinal: false,
      detail: { ...detail, code, ...(elementId === null ? {} : { failedElementId: elementId }) },
    },
  )
}

async function findJob({ runtime, actor }: Call, id: string): Promise<{ id: string; rootId: string | null } | null> {
  const [row] = await runtime.db.read(actor, (tx) =>
    runSql<{ id: string; rootId: string | null }>(
      tx,
      sql`select id, root_id as "rootId" from job where workplace_id = ${actor.workplaceId}::uuid and id = ${asId(id)}::uuid`,
    ),
  )
  return row ?? null
}

function jobMissing(id: string): RestRefusal {
  return notFound(`ENGINE-14026 No job found with id '${id}'`)
}
