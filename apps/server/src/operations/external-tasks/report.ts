import type { Command } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockedByOther, noSuchExternalTask, refuseWorker } from './policy.ts'

export interface WorkReport {
  readonly id: string
  readonly workerId: string
  readonly command: Command
}

/**
 * Reports the result of an external task. Only the worker that holds the lock may report, even after the lock has
 * expired, and only while the instance is not suspended.
 */
export async function reportWork(
  context: OperationContext,
  request: Request,
  { id, workerId, command }: WorkReport,
): Promise<Refusal | null> {
  const refusal = await refuseWorker(context, request, id)
  if (refusal !== null) return refusal
  const done = await carryOut(context, request, {
    target: { by: 'externalTask', id },
    command,
    gone: noSuchExternalTask,
    check: ({ externalTasks }) => {
      const task = externalTasks.get(id)
      if (task === undefined) return null
      if (task.workerId !== workerId) return lockedByOther(task.workerId)
      return task.isSuspended
        ? refuse('task.suspended', 'Expected an external task whose process runs, but it is suspended.')
        : null
    },
  })
  return done instanceof Refusal ? done : null
}
