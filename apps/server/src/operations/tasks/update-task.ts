import type { StandaloneTaskFields } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { taskIsOver } from './policy.ts'
import { findTaskFor, isStandalone } from './task.ts'

/** Updates all fields of a task in one step. Returns null on success, otherwise a refusal. */
export async function updateTask(
  context: OperationContext,
  request: Request,
  { id, task: written }: { id: string; task: StandaloneTaskFields },
): Promise<Refusal | null> {
  const task = await findTaskFor(context, request, { id, action: 'own' })
  if (task instanceof Refusal) return task
  const { parentTaskId: _parent, tenantId: _tenant, ...ofProcess } = written
  const patch = isStandalone(task) ? written : ofProcess
  const done = await carryOut(context, request, {
    target: { by: 'task', id },
    command: { type: 'changeTask', taskId: id, patch, operation: 'Update' },
    gone: taskIsOver,
  })
  return done instanceof Refusal ? done : null
}
