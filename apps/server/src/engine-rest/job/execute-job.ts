import { executeBatchJob } from '../../operations/batches/execute-batch-job.ts'
import { EngineRefusal } from '../../operations/carry-out.ts'
import { executeJob as executeOne } from '../../operations/jobs/execute-job.ts'
import { type Call, pathOf } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { notFound, RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'

/**
 * `POST /job/{id}/execute`: runs a job immediately, regardless of its due date. For a job that fails, Camunda answers
 * 404 with the message of the failure.
 */
export async function executeJob(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const outcome = await executeOne(call.context, call.request, asId(id))
  const isGone =
    outcome instanceof EngineRefusal ? outcome.answer.reason === 'gone' : outcome?.code === 'thing.not-found'
  const ofBatch = isGone ? await executeBatchJob(call.context, call.request, id) : undefined
  if (ofBatch !== undefined) {
    orThrow(ofBatch, { answers: { 'process.refused': ({ message }) => notFound(message) } })
    return undefined
  }
  if (outcome instanceof EngineRefusal) throw presentExecution(outcome, id)
  orThrow(outcome, { gone: () => jobMissing(id) })
  return undefined
}

function presentExecution({ answer, message }: EngineRefusal, id: string): RestRefusal {
  if (answer.reason === 'gone') return jobMissing(id)
  if (answer.reason === 'failed') return notFound(message)
  const { refusal } = answer
  return new RestRefusal(refusal.code === 'engine.job-gone' ? 404 : 400, 'InvalidRequestException', refusal.message)
}

function jobMissing(id: string): RestRefusal {
  return notFound(`ENGINE-14026 No job found with id '${id}'`)
}
