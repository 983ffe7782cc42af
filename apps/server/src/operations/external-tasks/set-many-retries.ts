import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { carryOutForAll } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseManyRetries } from './policy.ts'

/** Sets the retries of many external tasks, all or none. Returns null on success, otherwise a refusal. */
export async function setManyRetries(
  context: OperationContext,
  request: Request,
  { ids, retries }: { ids: readonly string[]; retries: number },
): Promise<Refusal | null> {
  const refusal = refuseManyRetries(request.user)
  if (refusal !== null) return refusal
  return carryOutForAll(context, request, {
    by: 'externalTask',
    ids,
    commandFor: (taskId) => ({ type: 'setExternalTaskRetries', taskId, retries }),
    gone: (id) =>
      refuse('thing.not-found', `Expected an external task ${id}, but there is none.`, [
        { where: id, message: 'Expected an external task.' },
      ]),
  })
}
