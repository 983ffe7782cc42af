import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { taskIsOver } from './policy.ts'
import { findTaskFor, isStandalone } from './task.ts'

/** Deletes a task that belongs to no process. Returns null on success, otherwise a refusal. */
export async function deleteTask(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  const task = await findTaskFor(context, request, { id, action: 'own' })
  if (task instanceof Refusal) return task
  if (!isStandalone(task))
    return refuse(
      'task.of-process',
      'Expected a standalone task, but this one belongs to a process. Complete it, or cancel its instance.',
    )
  const done = await carryOut(context, request, {
    target: { by: 'root', id },
    command: { type: 'deleteInstance', instanceId: id, reason: 'deleted' },
    gone: taskIsOver,
  })
  return done instanceof Refusal ? done : null
}
