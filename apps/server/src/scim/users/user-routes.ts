import { changeProvisionedUser } from '../../operations/scim/change-provisioned-user.ts'
import { createProvisionedUser } from '../../operations/scim/create-provisioned-user.ts'
import type { ProvisionedUser } from '../../operations/scim/provisioned-user.ts'
import { removeProvisionedUser } from '../../operations/scim/remove-provisioned-user.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { applyPatch } from '../patch/apply-patch.ts'
import type { Values } from '../patch/canonical.ts'
import { enterpriseSchema } from '../schemas.ts'
import { orThrow } from '../scim-error.ts'
import {
  isKnownVersion,
  listAnswer,
  notFound,
  patchAgain,
  readPage,
  refuseOtherVersion,
  type ScimAnswer,
  type ScimCall,
  type ScimRoute,
} from '../scim-route.ts'
import { readAsked, selectAttributes } from '../select-attributes.ts'
import { readUser } from './read-user.ts'
import { type FoundUser, findUser, listUsers, userDefinition } from './user-resource.ts'

export const userRoutes: readonly ScimRoute[] = [
  { method: 'GET', path: '/Users', handle: list },
  { method: 'POST', path: '/Users', handle: create },
  { method: 'GET', path: '/Users/:id', handle: get },
  { method: 'PUT', path: '/Users/:id', handle: replace },
  { method: 'PATCH', path: '/Users/:id', handle: patch },
  { method: 'DELETE', path: '/Users/:id', handle: remove },
]

async function list({ context, request, base, query }: ScimCall): Promise<ScimAnswer> {
  const page = readPage(query)
  const asked = readAsked(query)
  const { total, found } = await context.db.read(request, (tx) => listUsers(tx, request.user, base, page))
  return listAnswer(
    total,
    page,
    found.map(({ resource }) => selectAttributes(resource, asked)),
  )
}

async function get(call: ScimCall): Promise<ScimAnswer> {
  const found = await read(call, call.params['id'])
  if (isKnownVersion(call.ifNoneMatch, found.etag)) return { status: 304, body: null, headers: { etag: found.etag } }
  return answer(call, 200, found)
}

async function create(call: ScimCall): Promise<ScimAnswer> {
  const id = orThrow(await createProvisionedUser(call.context, call.request, readUser(call.body)))
  return answer(call, 201, await read(call, id))
}

async function replace(call: ScimCall): Promise<ScimAnswer> {
  return change(call, await read(call, call.params['id']), readUser(call.body))
}

async function patch(call: ScimCall): Promise<ScimAnswer> {
  return patchAgain(call.ifMatch, async () => {
    const found = await read(call, call.params['id'])
    return change(call, found, readPatched(applyPatch(userDefinition, found.resource, call.body)), found.revision)
  })
}

/** What a patch has removed is empty, and not left out. */
function readPatched(patched: Values): ProvisionedUser {
  return readUser({ roles: [], [enterpriseSchema]: {}, ...patched })
}

/** @param patched the revision that a patch was applied to; undefined: the user is replaced as a whole. */
async function change(
  call: ScimCall,
  found: FoundUser,
  wanted: ProvisionedUser,
  patched?: number,
): Promise<ScimAnswer> {
  const { context, request, params, ifMatch } = call
  refuseOtherVersion(ifMatch, found.etag)
  const id = params['id'] ?? ''
  const revision = ifMatch === null ? patched : found.revision
  orThrow(
    await changeProvisionedUser(context, request, { id, wanted, ...(revision === undefined ? {} : { revision }) }),
  )
  return answer(call, 200, await read(call, id))
}

async function remove(call: ScimCall): Promise<ScimAnswer> {
  const { context, request, params, ifMatch } = call
  const found = await read(call, params['id'])
  refuseOtherVersion(ifMatch, found.etag)
  orThrow(await removeProvisionedUser(context, request, params['id'] ?? ''))
  return { status: 204, body: null }
}

async function read({ context, request, base }: ScimCall, id = ''): Promise<FoundUser> {
  const found = isUuid(id) ? await context.db.read(request, (tx) => findUser(tx, request.user, base, id)) : null
  if (found === null) throw notFound('user')
  return found
}

function answer({ query }: ScimCall, status: number, { resource, etag }: FoundUser): ScimAnswer {
  const { location } = resource['meta'] as { location: string }
  return { status, body: selectAttributes(resource, readAsked(query)), headers: { etag, location } }
}
