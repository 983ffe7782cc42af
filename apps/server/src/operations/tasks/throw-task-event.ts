import type { PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { taskIsOver } from './policy.ts'
import { findTaskFor, isStandalone } from './task.ts'

export interface ThrownEvent {
  readonly id: string
  readonly kind: 'error' | 'escalation'
  readonly code: string
  readonly message: string | null
  readonly variables: readonly PlainVariable[]
}

/**
 * Throws an error or escalation from a task, which its process may catch. Returns null on success, otherwise a refusal.
 */
export async function throwTaskEvent(
  context: OperationContext,
  request: Request,
  { id, ...thrown }: ThrownEvent,
): Promise<Refusal | null> {
  const task = await findTaskFor(context, request, { id, action: 'edit' })
  if (task instanceof Refusal) return task
  if (isStandalone(task))
    return refuse(
      'request.invalid',
      'Expected a task of a process, but this is a standalone task, so nothing can catch the event.',
    )
  const done = await carryOut(context, request, {
    target: { by: 'task', id },
    command: { type: 'throwTaskEvent', taskId: id, ...thrown },
    gone: taskIsOver,
  })
  return done instanceof Refusal ? done : null
}
