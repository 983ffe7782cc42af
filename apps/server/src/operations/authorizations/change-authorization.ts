import { isDeepStrictEqual } from 'node:util'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import type { AuthorizationFields } from './create-authorization.ts'
import { logAuthorization } from './log-authorization.ts'
import { alreadyThere, noSuchAuthorization, refuseAuthorization } from './policy.ts'
import { authorizationColumns, readAuthorization } from './read-authorization.ts'

/** Rewrites an authorization; its type stays. Returns null on success, otherwise a refusal. */
export async function changeAuthorization(
  context: OperationContext,
  request: Request,
  { id, fields }: { id: string; fields: AuthorizationFields },
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseAuthorization(user)
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noSuchAuthorization()
  const { db, clock } = context
  const { userId, groupId, resourceType, resourceId, permissions } = fields
  return db.withTransaction(actorOf(request), async (tx) => {
    const values = [user.workplaceId, id, userId, groupId, resourceType, resourceId]
    const [known, others] = await tx.batch([
      {
        name: 'authorization_lock',
        text: `select ${authorizationColumns} from user_authorization where workplace_id = $1 and id = $2 for update`,
        values: values.slice(0, 2),
      },
      {
        name: 'authorization_same',
        text: `select o.id from user_authorization o join user_authorization a on a.workplace_id = o.workplace_id and a.id = $2 and a.type = o.type
          where o.workplace_id = $1 and o.id <> $2 and o.resource_type = $5 and o.resource_id = $6 and (o.user_id = $3 or o.group_id = $4)`,
        values,
      },
    ])
    const previous = readAuthorization(known?.[0])
    if (previous === null) return noSuchAuthorization()
    if (others?.[0] !== undefined) return alreadyThere()
    const authorization = { ...fields, type: previous.type }
    const isSame = isDeepStrictEqual(authorization, previous)
    await tx.commit([
      {
        name: 'authorization_change',
        text: `update user_authorization set user_id = $3, group_id = $4, resource_type = $5, resource_id = $6, permissions = $7, updated_at = $8, updated_by = $9
          where workplace_id = $1 and id = $2`,
        values: [...values, [...permissions], clock().toISOString(), user.username],
      },
      ...(isSame ? [] : [logAuthorization(context, request, { operation: 'Update', authorization, previous })]),
    ])
    return null
  })
}
