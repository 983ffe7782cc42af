import type { PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { reportWork } from './report.ts'

export interface WorkError {
  readonly id: string
  readonly workerId: string
  readonly code: string
  readonly message: string | null
  readonly variables: readonly PlainVariable[]
}

/** Throws a BPMN error from an external task. Returns null on success, otherwise a refusal. */
export function throwWorkError(
  context: OperationContext,
  request: Request,
  { id, workerId, ...error }: WorkError,
): Promise<Refusal | null> {
  return reportWork(context, request, {
    id,
    workerId,
    command: { type: 'throwExternalTaskError', taskId: id, ...error },
  })
}
