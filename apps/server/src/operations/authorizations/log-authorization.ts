import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { type LogContext, logOperation, type PropertyChange } from '../operation-log/logged-operation.ts'
import type { NewAuthorization } from './create-authorization.ts'
import { bitsOf } from './permission-bits.ts'
import { resourceNameOf } from './resource-names.ts'

export interface LoggedAuthorization {
  readonly operation: 'Create' | 'Update' | 'Delete'
  /** The authorization; of a deletion as it was. */
  readonly authorization: NewAuthorization
  /** The authorization before an update. */
  readonly previous?: NewAuthorization
}

/** Returns the statement that logs what a user did to an authorization: one entry for each of its fields. */
export function logAuthorization(
  context: LogContext,
  request: Request,
  { operation, authorization, previous }: LoggedAuthorization,
): Statement {
  const before = new Map(previous === undefined ? [] : listFields(previous))
  const changes = listFields(authorization).flatMap(([property, newValue]): PropertyChange[] => {
    const orgValue = before.get(property) ?? null
    const isOfOther = (property === 'userId' || property === 'groupId') && newValue === null && orgValue === null
    return isOfOther ? [] : [{ property, orgValue, newValue }]
  })
  return logOperation(context, request, { operation, entity: 'Authorization', category: 'Admin', changes })
}

function listFields(authorization: NewAuthorization): [property: string, value: string | null][] {
  const { type, userId, groupId, resourceType, resourceId, permissions } = authorization
  return [
    ['permissionBits', String(bitsOf(resourceType, permissions))],
    ['permissions', permissions.length === 0 ? 'NONE' : permissions.join(', ')],
    ['type', String(type)],
    ['resource', resourceNameOf(resourceType)],
    ['resourceId', resourceId],
    ['userId', userId],
    ['groupId', groupId],
  ]
}
