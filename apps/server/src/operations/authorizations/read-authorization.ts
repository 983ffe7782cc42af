import type { ResultRows } from '../../platform/db/batch.ts'
import type { NewAuthorization } from './create-authorization.ts'

/** The columns of `readAuthorization`, in its order. */
export const authorizationColumns = 'type, user_id, group_id, resource_type, resource_id, to_json(permissions)'

/** Reads the fields of an authorization from a row of `authorizationColumns`; null without a row. */
export function readAuthorization(row: ResultRows[number] | undefined): NewAuthorization | null {
  if (row === undefined) return null
  const [type, userId = null, groupId = null, resourceType, resourceId = null, permissions] = row
  return {
    type: Number(type) as NewAuthorization['type'],
    userId,
    groupId,
    resourceType: Number(resourceType),
    resourceId,
    permissions: JSON.parse(permissions ?? '[]') as string[],
  }
}
