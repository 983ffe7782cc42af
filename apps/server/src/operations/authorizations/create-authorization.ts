import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { alreadyThere, refuseAuthorization } from './policy.ts'

/** What somebody, a group or everybody may do or may not do with one thing or all of a kind. */
export interface AuthorizationFields {
  /** Exactly one of the two. */
  readonly userId: string | null
  readonly groupId: string | null
  /** A number of Camunda's. */
  readonly resourceType: number
  /** `*` for all; null for nothing yet. */
  readonly resourceId: string | null
  /** Names of permissions. */
  readonly permissions: readonly string[]
}

export interface NewAuthorization extends AuthorizationFields {
  /** 0 for everybody, 1 granted, 2 revoked. */
  readonly type: 0 | 1 | 2
}

/** Says what somebody may do, beside what roles give. @returns the id. */
export async function createAuthorization(
  { db, runtime }: OperationContext,
  request: Request,
  { type, userId, groupId, resourceType, resourceId, permissions }: NewAuthorization,
): Promise<string | Refusal> {
  const { user } = request
  const refusal = refuseAuthorization(user)
  if (refusal !== null) return refusal
  const id = runtime.newId()
  const [rows] = await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
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
    ]),
  )
  return rows?.[0] === undefined ? alreadyThere() : id
}
