import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type CommandOrder, type CommitExtras, carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { noSuchExternalTask, refuseRetries } from './policy.ts'

/** Sets the retries of an external task, which resolves its incident. Returns null on success, otherwise a refusal. */
export async function setTaskRetries(
  context: OperationContext,
  request: Request,
  { id, retries }: { id: string; retries: number },
  extras?: CommitExtras,
): Promise<Refusal | null> {
  const refusal = await refuseRetries(context, request, id)
  if (refusal !== null) return refusal
  let before: number | null | undefined
  const order: CommandOrder = {
    target: { by: 'externalTask', id },
    command: { type: 'setExternalTaskRetries', taskId: id, retries },
    gone: noSuchExternalTask,
    check: ({ externalTasks }) => {
      before = externalTasks.get(id)?.retries
      return null
    },
    // Asked for once it is done, when it is known what there was before. What was so already is no operation.
    extra: () => {
      if (before === retries) return []
      const orgValue = before == null ? null : String(before)
      return [
        logOperation(context, request, {
          operation: 'SetExternalTaskRetries',
          entity: 'ExternalTask',
          category: 'Operator',
          changes: [{ property: 'retries', orgValue, newValue: String(retries) }],
          to: { kind: 'externalTask', id },
        }),
      ]
    },
  }
  const done = await carryOut(context, request, order, extras)
  if (done instanceof Refusal) return done
  context.runtime.announceJobs()
  return null
}
