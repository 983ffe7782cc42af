import { changeProvisionedGroup } from '../../operations/scim/change-provisioned-group.ts'
import { createProvisionedGroup } from '../../operations/scim/create-provisioned-group.ts'
import type { ProvisionedGroup } from '../../operations/scim/provisioned-group.ts'
import { removeProvisionedGroup } from '../../operations/scim/remove-provisioned-group.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { applyPatch } from '../patch/apply-patch.ts'
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
import { isAskedFor, readAsked, selectAttributes } from '../select-attributes.ts'
import { type FoundGroup, findGroup, groupDefinition, listGroups, readGroup } from './group-resource.ts'

export const groupRoutes: readonly ScimRoute[] = [
  { method: 'GET', path: '/Groups', handle: list },
  { method: 'POST', path: '/Groups', handle: create },
  { method: 'GET', path: '/Groups/:id', handle: get },
  { method: 'PUT', path: '/Groups/:id', handle: replace },
  { method: 'PATCH', path: '/Groups/:id', handle: patch },
  { method: 'DELETE', path: '/Groups/:id', handle: remove },
]

async function list({ context, request, base, query }: ScimCall): Promise<ScimAnswer> {
  const page = readPage(query)
  const asked = readAsked(query)
  const hasMembers = isAskedFor(asked, 'members')
  const { total, found } = await context.db.read(request, (tx) =>
    listGroups(tx, request.user, base, { ...page, hasMembers }),
  )
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
  const id = orThrow(await createProvisionedGroup(call.context, call.request, readGroup(call.body)))
  return answer(call, 201, await read(call, id))
}

async function replace(call: ScimCall): Promise<ScimAnswer> {
  return change(call, await read(call, call.params['id']), readGroup(call.body))
}

async function patch(call: ScimCall): Promise<ScimAnswer> {
  return patchAgain(call.ifMatch, async () => {
    const found = await read(call, call.params['id'])
    const { memberIds: readMemberIds } = readGroup(found.resource)
    return change(call, found, { ...readGroup(applyPatch(groupDefinition, found.resource, call.body)), readMemberIds })
  })
}

async function change(call: ScimCall, found: FoundGroup, wanted: ProvisionedGroup): Promise<ScimAnswer> {
  const { context, request, params, ifMatch } = call
  refuseOtherVersion(ifMatch, found.etag)
  const id = params['id'] ?? ''
  orThrow(await changeProvisionedGroup(context, request, { id, wanted }))
  return answer(call, 200, await read(call, id))
}

async function remove(call: ScimCall): Promise<ScimAnswer> {
  const { context, request, params, ifMatch } = call
  const found = await read(call, params['id'])
  refuseOtherVersion(ifMatch, found.etag)
  orThrow(await removeProvisionedGroup(context, request, params['id'] ?? ''))
  return { status: 204, body: null }
}

async function read({ context, request, base }: ScimCall, id = ''): Promise<FoundGroup> {
  const found = isUuid(id)
    ? await context.db.read(request, (tx) => findGroup(tx, request.user, base, { id, hasMembers: true }))
    : null
  if (found === null) throw notFound('group')
  return found
}

function answer({ query }: ScimCall, status: number, { resource, etag }: FoundGroup): ScimAnswer {
  const { location } = resource['meta'] as { location: string }
  return { status, body: selectAttributes(resource, readAsked(query)), headers: { etag, location } }
}
