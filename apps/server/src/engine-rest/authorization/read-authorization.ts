import type { AuthorizationFields } from '../../operations/authorizations/create-authorization.ts'
import { type Body, integerOf, textOf, textsOf } from '../http/body.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'
import { normalizePermissions, permissionsOf, resourceNames } from './resources.ts'

export type AuthorizationType = 0 | 1 | 2

export function readType(body: Body): AuthorizationType {
  const type = integerOf(body, 'type')
  if (type === 0 || type === 1 || type === 2) return type
  throw new RestRefusal(
    400,
    'ProcessEngineException',
    `ENGINE-03025 Unrecognized authorization type '${type}'. Must be one of ['0', '1', '2']`,
    0,
  )
}

/**
 * Reads the fields of an authorization except its type.
 * @throws RestRefusal for invalid fields, with Camunda's message.
 */
export function readFields(body: Body, type: AuthorizationType): AuthorizationFields {
  const [userId, groupId] = readWhom(body, type)
  const resourceType = integerOf(body, 'resourceType')
  if (resourceType === null) throw invalid('Expected a resourceType, but there is none.')
  const names = textsOf(body, 'permissions')
  if (names === null) throw invalid('Expected permissions, but there are none. A list without any is [].')
  const permissions = readPermissions(names, resourceType)
  return { userId, groupId, resourceType, resourceId: textOf(body, 'resourceId'), permissions }
}

function readWhom(body: Body, type: AuthorizationType): [userId: string | null, groupId: string | null] {
  const [userId, groupId] = [textOf(body, 'userId'), textOf(body, 'groupId')]
  if (type === 0) {
    if (groupId !== null)
      throw new RestRefusal(
        400,
        'ProcessEngineException',
        "ENGINE-03027 Cannot use 'groupId' for GLOBAL authorization",
        0,
      )
    if (userId !== null && userId !== '*')
      throw new RestRefusal(
        400,
        'ProcessEngineException',
        `ENGINE-03028 Illegal value '${userId}' for userId for GLOBAL authorization. Must be '*'`,
        0,
      )
    return ['*', null]
  }
  if ((userId === null) === (groupId === null))
    throw new RestRefusal(400, 'NullValueException', "Authorization must either have a 'userId' or a 'groupId'.", 0)
  return [userId, groupId]
}

function readPermissions(names: readonly string[], resourceType: number): readonly string[] {
  for (const name of names) checkPermission(name, resourceType)
  const resource = resourceNames[resourceType]
  if (resource === undefined) throw unknownResource(resourceType, 'NONE')
  return normalizePermissions(resource, names)
}

/** @throws RestRefusal when the resource has no such permission. */
export function checkPermission(name: string, resourceType: number): void {
  const resource = resourceNames[resourceType]
  if (resource === undefined) throw unknownResource(resourceType, name)
  if (name === 'NONE' || name === 'ALL' || permissionsOf(resource).includes(name)) return
  throw new RestRefusal(
    400,
    'BadUserRequestException',
    `The permission '${name}' is not valid for '${resource}' resource type.`,
    0,
  )
}

function unknownResource(resourceType: number, permission: string): RestRefusal {
  return new RestRefusal(
    400,
    'BadUserRequestException',
    `ENGINE-03087 The resource type with id:'${resourceType}' is not valid for '${permission}' permission.`,
    0,
  )
}
