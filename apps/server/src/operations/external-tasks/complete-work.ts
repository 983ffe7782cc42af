import type { PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { reportWork } from './report.ts'

export interface WorkDone {
  readonly id: string
  readonly workerId: string
  readonly variables: readonly PlainVariable[]
  readonly localVariables: readonly PlainVariable[]
}

/** Completes an external task and continues its process. Returns null on success, otherwise a refusal. */
export function completeWork(
  context: OperationContext,
  request: Request,
  { id, workerId, variables, localVariables }: WorkDone,
): Promise<Refusal | null> {
  return reportWork(context, request, {
    id,
    workerId,
    command: { type: 'completeExternalTask', taskId: id, variables, localVariables },
  })
}
