import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { logAuthorization } from './log-authorization.ts'
import { alreadyThere, refuseAuthorization } from './policy.ts'

/** The permission or prohibition of a user, a group or everybody for one resource, or for all resources of a type. */
export interface AuthorizationFields {
  /** The user. Exactly one of `userId` and `groupId` is set. */
  readonly userId: string | null
  readonly groupId: string | null
  /** The number of the resource type in Camunda. */
  readonly resourceType: number
  /** The id of the resource; `*` for all, null for none yet. */
  readonly resourceId: string | null
  /** Names of permissions, such as `READ`. */
  readonly permissions: readonly string[]
}

export interface NewAuthorization extends AuthorizationFields {
  /** 0 for everybody, 1 granted, 2 revoked. */
  readonly type: 0 | 1 | 2
}

/** Creates an authorization, which grants or revokes permissions in addition to roles. */
export async function createAuthorization(
  context: OperationContext,
  request: Request,
  authorization: NewAuthorization,
): Promise<string | Refusal> {
  const { user } = request
  const { type, userId, groupId, resourceType, resourceId, permissions } = authorization
  const refusal = refuseAuthorization(user)
  if (refusal !== null) return refusal
  const { db, runtime } = context
  const id = runtime.newId()
  return db.withTransaction(actorOf(request), async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'authorization_create',
        text: `insert into user_authorization (workplace_id, id, type, user_id, group_id, resource_type, resource_id, permissions, created_by)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
        values: [
          user.workplaceId,
          id,
          type,
          userId,
          groupId,
          resourceType,
          resourceId,
          [...permissions],
          user.username,
        ],
      },
    ])
    if (rows?.[0] === undefined) return alreadyThere()
    await tx.commit([logAuthorization(context, request, { operation: 'Create', authorization })])
    return id
  })
}
