import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { changeOneTask, fields } from './change-task.ts'

/** Says again what is to be done in a task that belongs to no process. Returns null on success, otherwise a refusal. */
export function describeTask(
  context: OperationContext,
  request: Request,
  { id, name, description }: { id: string; name: string; description: string | null },
): Promise<Refusal | null> {
  return changeOneTask(context, request, {
    id,
    action: 'own',
    commandOf: () => fields(id, { name, description }, 'Update'),
  })
}
