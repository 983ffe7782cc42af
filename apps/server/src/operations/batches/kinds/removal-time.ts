import type { Request } from '../../../platform/auth/request.ts'
import type { Refusal } from '../../../platform/errors/refusal.ts'
import type { CommitExtras } from '../../carry-out.ts'
import { setRemovalTime } from '../../history/set-removal-time.ts'
import type { OperationContext } from '../../operation-context.ts'
import { type BatchSubject, defineBatchKind } from '../batch-kind.ts'

export interface RemovalAction {
  /** A time, never, or as follows from the end and the time to live of its definition. */
  readonly mode: 'at' | 'never' | 'calculated'
  readonly at: string | null
  /** Whether objects of the same hierarchy are included: called instances, required decisions. */
  readonly isHierarchical: boolean
}

export const instanceRemovalTime = of('instance')
export const decisionRemovalTime = of('decisionInstance')
export const batchRemovalTime = of('batch')

function of(subject: Extract<BatchSubject, 'instance' | 'decisionInstance' | 'batch'>) {
  return defineBatchKind<RemovalAction>({
    right: 'history.delete',
    subject,
    isOfEngine: true,
    doTo: (
      context: OperationContext,
      request: Request,
      { id, action }: { readonly id: string; readonly action: RemovalAction },
      extras: CommitExtras,
    ): Promise<Refusal | null> => setRemovalTime(context, request, { subject, id, ...action }, extras),
  })
}
