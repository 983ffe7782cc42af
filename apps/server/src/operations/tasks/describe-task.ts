import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { changeOneTask, fields } from './change-task.ts'

/** Changes the name and description of a standalone task. Returns null on success, otherwise a refusal. */
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
