import type { Failure } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { carryOut, EngineRefusal } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { carryOutPlanNow } from '../processes/carry-out-plan.ts'
import { noSuchJob } from './jobs.ts'
import { refuseJob } from './policy.ts'

/**
 * Executes a job now, regardless of its due date. A failure costs one retry, as with a worker. Returns null on success,
 * otherwise a refusal.
 */
export async function executeJob(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  const refusal = await refuseJob(context, request, { kind: 'job', id })
  if (refusal !== null) return refusal
  const to = { kind: 'job', id } as const
  const log = logOperation(context, request, { operation: 'Execute', entity: 'Job', category: 'Operator', to })
  const planned = await carryOutPlanNow(context, request, { id, log })
  if (planned !== undefined) return planned
  const order = { target: { by: 'job', id }, command: { type: 'runJob', jobId: id }, gone: noSuchJob } as const
  const done = await carryOut(context, request, order, {
    // Afterwards the job no longer exists.
    before: async (tx) => {
      await tx.batch([log])
      return null
    },
  })
  if (!(done instanceof Refusal)) return null
  if (done instanceof EngineRefusal && done.answer.reason === 'failed')
    await recordFailure(context, request, id, done.answer.failure)
  return done
}

async function recordFailure(
  { runtime }: OperationContext,
  request: Request,
  jobId: string,
  { message, detail, code, elementId }: Failure,
): Promise<void> {
  await executeCommand(runtime, actorOf(request), {
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
