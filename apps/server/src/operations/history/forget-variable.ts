import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { deleteOneVariableHistory } from '../../runtime/history/delete-history.ts'
import type { OperationContext } from '../operation-context.ts'
import { nothingToForget, refuseForgetting } from './policy.ts'

/** Deletes the history of one variable. Returns null on success, otherwise a refusal. */
export async function forgetVariable(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  const refusal = await refuseForgetting(context, request, { kind: 'pastVariable', id })
  if (refusal !== null) return refusal
  return (await deleteOneVariableHistory(context.runtime, actorOf(request), id)) ? null : nothingToForget('a variable')
}
