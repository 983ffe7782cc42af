import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { deleteInstanceHistory } from '../../runtime/history/delete-history.ts'
import type { CommitExtras } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { nothingToForget, refuseForgetting } from './policy.ts'

/** Deletes the history of an ended instance. Returns null on success, otherwise a refusal. */
export async function forgetInstance(
  context: OperationContext,
  request: Request,
  id: string,
  { alongside = [] }: CommitExtras = {},
): Promise<Refusal | null> {
  const refusal = await refuseForgetting(context, request, { kind: 'instance', id })
  if (refusal !== null) return refusal
  return (await deleteInstanceHistory(context.runtime, actorOf(request), id, alongside))
    ? null
    : nothingToForget('an ended instance')
}
