import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { logAuthorization } from './log-authorization.ts'
import { noSuchAuthorization, refuseAuthorization } from './policy.ts'
import { authorizationColumns, readAuthorization } from './read-authorization.ts'

/** Deletes an authorization. Returns null on success, otherwise a refusal. */
export async function deleteAuthorization(
  context: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = refuseAuthorization(request.user)
  if (refusal !== null) return refusal
  const { db } = context
  return db.withTransaction(actorOf(request), async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'authorization_delete',
        text: `delete from user_authorization where workplace_id = $1 and id::text = $2 returning ${authorizationColumns}`,
        values: [request.workplaceId, id],
      },
    ])
    const authorization = readAuthorization(rows?.[0])
    if (authorization === null) return noSuchAuthorization()
    await tx.commit([logAuthorization(context, request, { operation: 'Delete', authorization })])
    return null
  })
}
