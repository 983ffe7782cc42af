import { sql } from 'kysely'
import { addTenantMember } from '../../operations/tenants/add-tenant-member.ts'
import { changeTenant } from '../../operations/tenants/change-tenant.ts'
import { createTenant as makeTenant } from '../../operations/tenants/create-tenant.ts'
import { deleteTenant as deleteOneTenant } from '../../operations/tenants/delete-tenant.ts'
import { removeTenantMember } from '../../operations/tenants/remove-tenant-member.ts'
import { bodyOf, textOf } from '../http/body.ts'
import { type Call, get, options, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { notFound, RestRefusal } from '../http/rest-refusal.ts'
import { textFilters } from '../query/common-filters.ts'
import { type Filter, isFlagged, isText, option, textFilter } from '../query/filters.ts'
import { findRow, type ListQuery, listRoutes } from '../query/list-query.ts'
import { isGiven, readText } from '../query/read-parameter.ts'
import { presentLinks } from './links.ts'
import { readersOfPeople, readersOfTenantList } from './readers.ts'
import { checkResourceId } from './resource-id.ts'

interface TenantRow {
  readonly id: string
  readonly name: string | null
}

const isMember = (column: 'user_id' | 'group_id') =>
  textFilter(
    (id) =>
      sql`exists (select 1 from tenant_member m where m.workplace_id = t.workplace_id and m.tenant_id = t.id and ${sql.ref(`m.${column}`)} = ${id})`,
  )

/** A user, with `includingGroupsOfUser` also by their groups. */
const isUser: Filter = (value, context) => {
  if (!isGiven(value)) return []
  const user = readText(value, context)
  const own = sql`m.user_id = ${user}`
  const byGroups = sql`m.group_id in (select g.key from user_group g join group_membership s on s.workplace_id = g.workplace_id and s.group_id = g.id
    join app_user u on u.workplace_id = s.workplace_id and u.id = s.user_id where g.workplace_id = t.workplace_id and u.username = ${user})`
  const named = isFlagged(context, 'includingGroupsOfUser') ? sql`(${own} or ${byGroups})` : own
  return [
    sql`exists (select 1 from tenant_member m where m.workplace_id = t.workplace_id and m.tenant_id = t.id and ${named})`,
  ]
}

const tenantQuery: ListQuery<TenantRow> = {
  columns: () => sql`t.id, t.name`,
  from: () => sql`tenant t`,
  reading: null,
  always: ({ workplaceId }) => [sql`t.workplace_id = ${workplaceId}::uuid`],
  filters: {
    id: isText(sql`t.id`),
    ...textFilters('name', sql`t.name`),
    userMember: isUser,
    includingGroupsOfUser: option,
    groupMember: isMember('group_id'),
  },
  sorts: { id: sql`t.id collate "C"`, name: sql`t.name collate "C"` },
  tie: sql`t.id`,
}

export const tenantRoutes: readonly Route[] = [
  ...listRoutes('/tenant', tenantQuery, ['GET'], readersOfTenantList),
  options(
    '/tenant',
    async (call) => presentLinks(call, '/tenant', ['GET list', 'GET count', 'POST create']),
    readersOfPeople,
  ),
  post('/tenant/create', createTenant),
  get('/tenant/:id', getTenant, readersOfPeople),
  put('/tenant/:id', updateTenant),
  remove('/tenant/:id', deleteTenant),
  options(
    '/tenant/:id',
    async (call) => presentLinks(call, `/tenant/${pathOf(call, 'id')}`, ['GET self', 'DELETE delete', 'PUT update']),
    readersOfPeople,
  ),
  ...(['user', 'group'] as const).map((kind) =>
    options(
      `/tenant/:id/${kind}-members`,
      async (call) => presentMemberLinks(call, `/tenant/${pathOf(call, 'id')}/${kind}-members`),
      readersOfPeople,
    ),
  ),
  put('/tenant/:id/user-members/:memberId', (call) => addMember(call, 'user')),
  remove('/tenant/:id/user-members/:memberId', (call) => removeMember(call, 'user')),
  put('/tenant/:id/group-members/:memberId', (call) => addMember(call, 'group')),
  remove('/tenant/:id/group-members/:memberId', (call) => removeMember(call, 'group')),
]

function presentMemberLinks({ base }: Call, path: string): unknown {
  const href = `${base}${path}/{id}`
  return {
    links: [
      { method: 'DELETE', href, rel: 'delete' },
      { method: 'PUT', href, rel: 'create' },
    ],
  }
}

async function getTenant(call: Call): Promise<TenantRow> {
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) => findRow(tx, tenantQuery, call.request, sql`t.id = ${id}`))
  if (row === undefined) throw tenantMissing(id)
  return row
}

async function createTenant(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const id = checkResourceId('Tenant', textOf(body, 'id'), 'tenantId')
  orThrow(await makeTenant(call.context, call.request, { id, name: textOf(body, 'name') }), {
    answers: { 'thing.exists': () => new RestRefusal(400, 'BadUserRequestException', 'The tenant already exists', 0) },
  })
  return undefined
}

async function updateTenant(call: Call): Promise<undefined> {
  const input = { id: pathOf(call, 'id'), name: textOf(bodyOf(call), 'name') }
  orThrow(await changeTenant(call.context, call.request, input), { gone: () => tenantMissing(input.id) })
  return undefined
}

/** A tenant that does not exist is as good as deleted. */
async function deleteTenant(call: Call): Promise<undefined> {
  const outcome = await deleteOneTenant(call.context, call.request, pathOf(call, 'id'))
  if (outcome?.code !== 'thing.not-found') orThrow(outcome)
  return undefined
}

async function addMember(call: Call, kind: 'user' | 'group'): Promise<undefined> {
  const membership = { tenant: pathOf(call, 'id'), member: pathOf(call, 'memberId'), kind }
  orThrow(await addTenantMember(call.context, call.request, membership), {
    gone: () => tenantMissing(membership.tenant),
  })
  return undefined
}

/** Removing a user who is not in the tenant succeeds too. */
async function removeMember(call: Call, kind: 'user' | 'group'): Promise<undefined> {
  const membership = { tenant: pathOf(call, 'id'), member: pathOf(call, 'memberId'), kind }
  const outcome = await removeTenantMember(call.context, call.request, membership)
  if (outcome?.code !== 'thing.not-found') orThrow(outcome)
  return undefined
}

function tenantMissing(id: string): RestRefusal {
  return notFound(`Tenant with id ${id} does not exist`)
}
