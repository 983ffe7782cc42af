import type { Failure } from '@millrace/engine'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { type Call, pathOf } from '../http/call.ts'
import { notFound, RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'

/**
 * `POST /job/{id}/execute`: now, whatever its due date. A job that fails has one retry less, as when a worker tries it,
 * and Camunda answers 404 with the failure's words.
 */
export async function executeJob(call: Call): Promise<undefined> {
  const { runtime, actor } = call
  const id = pathOf(call, 'id')
  const job = { id: asId(id) }
  const answer = await executeCommand(runtime, actor, {
    target: { by: 'job', id: job.id },
    command: { type: 'runJob', jobId: job.id },
  })
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
  await executeCommand(runtime, actor, {
    target: { by: 'job', id: jobId },
    command: {
      type: 'recordJobFailure',
      jobId,
      message,
      isFinal: false,
      detail: { ...detail, code },
      failedElementId: elementId,
    },
  })
}

function jobMissing(id: string): RestRefusal {
  return notFound(`ENGINE-14026 No job found with id '${id}'`)
}
