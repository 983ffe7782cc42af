import { sql } from 'kysely'
import { bodyOf, textOf } from '../http/body.ts'
import { type Call, get, options, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { notFound, RestRefusal } from '../http/rest-refusal.ts'
import { textFilters } from '../query/common-filters.ts'
import { isText, textFilter } from '../query/filters.ts'
import { findRow, type ListQuery, listRoutes, runSql } from '../query/list-query.ts'
import { presentLinks } from './links.ts'
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

const tenantQuery: ListQuery<TenantRow> = {
  columns: () => sql`t.id, t.name`,
  from: () => sql`tenant t`,
  always: ({ workplaceId }) => [sql`t.workplace_id = ${workplaceId}::uuid`],
  filters: {
    id: isText(sql`t.id`),
    ...textFilters('name', sql`t.name`),
    userMember: isMember('user_id'),
    groupMember: isMember('group_id'),
  },
  sorts: { id: sql`t.id collate "C"`, name: sql`t.name collate "C"` },
  tie: sql`t.id`,
}

export const tenantRoutes: readonly Route[] = [
  ...listRoutes('/tenant', tenantQuery, ['GET']),
  options('/tenant', async (call) => presentLinks(call, '/tenant', ['GET list', 'GET count', 'POST create'])),
  post('/tenant/create', createTenant),
  get('/tenant/:id', getTenant),
  put('/tenant/:id', updateTenant),
  remove('/tenant/:id', deleteTenant),
  options('/tenant/:id', async (call) =>
    presentLinks(call, `/tenant/${pathOf(call, 'id')}`, ['GET self', 'DELETE delete', 'PUT update']),
  ),
  put('/tenant/:id/user-members/:memberId', (call) => addMember(call, 'user_id')),
  remove('/tenant/:id/user-members/:memberId', (call) => removeMember(call, 'user_id')),
  put('/tenant/:id/group-members/:memberId', (call) => addMember(call, 'group_id')),
  remove('/tenant/:id/group-members/:memberId', (call) => removeMember(call, 'group_id')),
]

async function getTenant(call: Call): Promise<TenantRow> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) => findRow(tx, tenantQuery, workplaceId, sql`t.id = ${id}`))
  if (row === undefined) throw notFound(`Tenant with id ${id} does not exist`)
  return row
}

async function createTenant(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const id = checkResourceId('Tenant', textOf(body, 'id'), 'tenantId')
  const { workplaceId } = call.actor
  const created = await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      sql`insert into tenant (workplace_id, id, name) values (${workplaceId}::uuid, ${id}, ${textOf(body, 'name')}) on conflict do nothing returning id`,
    ),
  )
  if (created.length === 0) throw new RestRefusal(400, 'BadUserRequestException', 'The tenant already exists', 0)
  return undefined
}

async function updateTenant(call: Call): Promise<undefined> {
  const { id } = await getTenant(call)
  const { workplaceId } = call.actor
  await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      sql`update tenant set name = ${textOf(bodyOf(call), 'name')} where workplace_id = ${workplaceId}::uuid and id = ${id}`,
    ),
  )
  return undefined
}

/** A tenant that is not there is as good as deleted. What carries its name keeps it. */
async function deleteTenant(call: Call): Promise<undefined> {
  const { workplaceId } = call.actor
  await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(tx, sql`delete from tenant where workplace_id = ${workplaceId}::uuid and id = ${pathOf(call, 'id')}`),
  )
  return undefined
}

async function addMember(call: Call, column: 'user_id' | 'group_id'): Promise<undefined> {
  const { id } = await getTenant(call)
  const { workplaceId } = call.actor
  await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      sql`insert into tenant_member (workplace_id, tenant_id, ${sql.ref(column)}) values (${workplaceId}::uuid, ${id}, ${pathOf(call, 'memberId')}) on conflict do nothing`,
    ),
  )
  return undefined
}

async function removeMember(call: Call, column: 'user_id' | 'group_id'): Promise<undefined> {
  const { workplaceId } = call.actor
  await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      sql`delete from tenant_member where workplace_id = ${workplaceId}::uuid and tenant_id = ${pathOf(call, 'id')} and ${sql.ref(column)} = ${pathOf(call, 'memberId')}`,
    ),
  )
  return undefined
}
