import type { Role } from '@millrace/contract'
import { refuseReading } from '../../operations/authorizations/policy.ts'
import { type Authorization, isAuthorized } from '../../platform/auth/authorizations.ts'
import { everywhere } from '../../platform/auth/reach.ts'
import { grantedForPermission, rolesForPermission } from '../../platform/auth/rights.ts'
import { hasRole, type Person, readUser, userAsJson } from '../../platform/auth/user.ts'
import type { Call } from '../http/call.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'
import { readInteger } from '../query/read-parameter.ts'
import { checkPermission } from './read-authorization.ts'
import { type ResourceName, resourceNames } from './resources.ts'

/**
 * `GET /authorization/check`: returns whether a user has a permission on a resource, by roles and authorizations
 * together.
 */
export async function checkAuthorization(call: Call): Promise<unknown> {
  const { permissionName, resourceName, resourceId = null, userId } = call.query
  for (const [name, value] of Object.entries({ permissionName, resourceName, resourceType: call.query.resourceType }))
    if (value === undefined) throw invalid(`Query parameter '${name}' cannot be null`)
  const resourceType = readInteger(call.query.resourceType, { name: 'resourceType', origin: 'query' })
  if (resourceType === null) throw invalid("Query parameter 'resourceType' cannot be null")
  checkPermission(permissionName ?? '', resourceType)
  const person = await findPerson(call, userId)
  const asked = { resourceType, resourceId: resourceId ?? '*', permission: permissionName ?? '' }
  return { permissionName, resourceName, resourceId, authorized: await mayDo(call, person, asked) }
}

async function findPerson(call: Call, username: string | undefined): Promise<Person | null> {
  const { request } = call
  const { user } = request
  if (username === undefined || username === user.username) return user
  if (refuseReading(request) !== null)
    throw new RestRefusal(403, 'InvalidRequestException', 'You must have READ permission for Authorization resource.')
  const [rows] = await call.runtime.db.read(call.actor, (tx) =>
    tx.batch([
      {
        name: 'user_by_username',
        text: `select ${userAsJson} from app_user u where u.workplace_id = $1 and u.username = $2`,
        values: [user.workplaceId, username],
      },
    ]),
  )
  return readUser(rows)
}

interface Asked {
  readonly resourceType: number
  readonly resourceId: string
  readonly permission: string
}

async function mayDo(call: Call, person: Person | null, asked: Asked): Promise<boolean> {
  if (person === null) return false
  const resource = resourceNames[asked.resourceType]
  if (resource === undefined) return false
  const keepers = keepersOf(resource, asked)
  // People and rights are kept by roles alone: an authorization gives nothing there.
  if (keepers !== null) return hasRole(person, keepers) || isOwnProfile(person, resource, asked)
  const roles = rolesForPermission(asked.resourceType, asked.permission)
  const about = await listAbout(call, person, asked)
  const byOwnRoles = grantedForPermission(person.grants ?? [], asked.resourceType, asked.permission)
  return isAuthorized(about, asked.resourceId, hasRole(person, roles) ? everywhere : byOwnRoles)
}

function keepersOf(resource: ResourceName, { resourceId, permission }: Asked): readonly Role[] | null {
  switch (resource) {
    case 'USER':
    case 'TENANT':
    case 'TENANT_MEMBERSHIP':
      return ['RoleUserAdmin']
    case 'GROUP':
    case 'GROUP_MEMBERSHIP':
      return resourceId === 'camunda-admin' && permission !== 'READ' ? ['RoleAdmin'] : ['RoleUserAdmin']
    case 'AUTHORIZATION':
      return permission === 'READ' ? ['RoleAdmin', 'RoleUserAdmin'] : ['RoleAdmin']
    case 'SYSTEM':
    case 'OPERATION_LOG_CATEGORY':
      return ['RoleAdmin']
    default:
      return null
  }
}

function isOwnProfile({ username }: Person, resource: ResourceName, { resourceId, permission }: Asked): boolean {
  return resource === 'USER' && resourceId === username && (permission === 'READ' || permission === 'UPDATE')
}

async function listAbout(
  call: Call,
  { workplaceId, username, groups }: Person,
  { resourceType, permission }: Asked,
): Promise<Authorization[]> {
  const [rows = []] = await call.runtime.db.read(call.actor, (tx) =>
    tx.batch([
      {
        name: 'authorizations_about',
        text: `select case when type = 0 then 'everybody' when group_id is null then 'user' else 'group' end, type = 2, resource_id, array_to_json(permissions) from user_authorization
          where workplace_id = $1 and resource_type = $2 and resource_id is not null and (type = 0 or user_id = $3 or group_id = any($4::text[]))
            and (permissions && array['ALL', $5] or (type = 2 and $5 = 'ALL' and cardinality(permissions) > 0))`,
        values: [workplaceId, resourceType, username, [...groups], permission],
      },
    ]),
  )
  return rows.map(([level, isRevoked, resourceId, permissions]) => ({
    level: level as Authorization['level'],
    isRevoked: isRevoked === 't',
    resource: resourceType,
    resourceId: resourceId ?? '',
    permissions: JSON.parse(permissions ?? '[]'),
  }))
}
