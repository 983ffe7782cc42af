import type { Failure } from '@millrace/engine'
import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { carryOut, EngineRefusal } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchJob } from './jobs.ts'
import { refuseJob } from './policy.ts'

/**
 * Does a job now, whatever its due date. One that fails has one retry less, as when a worker tries it. Null when it is
 * done.
 */
export async function executeJob(context: OperationContext, user: User, id: string): Promise<Refusal | null> {
  const refusal = await refuseJob(context, user, { kind: 'job', id })
  if (refusal !== null) return refusal
  const done = await carryOut(context, user, {
    target: { by: 'job', id },
    command: { type: 'runJob', jobId: id },
    gone: noSuchJob,
  })
  if (!(done instanceof Refusal)) return null
  if (done instanceof EngineRefusal && done.answer.reason === 'failed')
    await recordFailure(context, user, id, done.answer.failure)
  return done
}

async function recordFailure(
  { runtime }: OperationContext,
  user: User,
  jobId: string,
  { message, detail, code, elementId }: Failure,
): Promise<void> {
  await executeCommand(runtime, actorOf(user), {
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
