import type { PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { reportWork } from './report.ts'

export interface WorkFailed {
  readonly id: string
  readonly workerId: string
  readonly message: string | null
  readonly details: string | null
  readonly retries: number
  readonly retryMs: number
  readonly variables: readonly PlainVariable[]
  readonly localVariables: readonly PlainVariable[]
}

/**
 * Records the failure of an external task, which is retried while retries are left. Returns null on success, otherwise
 * a refusal.
 */
export function failWork(
  context: OperationContext,
  request: Request,
  { id, workerId, retryMs, ...failure }: WorkFailed,
): Promise<Refusal | null> {
  return reportWork(context, request, {
    id,
    workerId,
    command: {
      type: 'failExternalTask',
      taskId: id,
      ...failure,
      retryAt: new Date(context.clock().getTime() + retryMs).toISOString(),
    },
  })
}
