import { sql } from 'kysely'
import type { IdentityEntity } from '../../operations/operation-log/identity-entities.ts'
import type { Sql } from '../query/filters.ts'

/** Columns of a user that Camunda has too: a change of the others is no operation there. */
const userColumns = sql`array['first_name', 'last_name', 'email', 'password_hash']`
/** The values of an entry, also of a deletion. */
const values = sql`coalesce(e.after, e.before)`
const operation = sql`(case e.operation when 'insert' then 'Create' when 'update' then 'Update' else 'Delete' end)`

/** The deletions of the same revision, as `o`. */
const isInRevision = sql`o.workplace_id = e.workplace_id and o.revision = e.revision and o.at = e.at and o.operation = 'delete'`

/**
 * The operations on users, groups, tenants and members, read from the audit, which has them from every surface. The
 * columns are those of `operations`. Erased names have no entry. Members that are deleted with their user, group or
 * tenant are part of that operation.
 */
export const identityOperations: Sql = sql`${ofUsers()} union all ${ofGroups()} union all ${ofMembers()} union all ${ofTenants()} union all ${ofTenantMembers()}`

interface Selected {
  readonly entity: IdentityEntity
  /** In Camunda's words. */
  readonly type: string
  readonly operation?: Sql
  /** Rows of a property and its value. */
  readonly properties: Sql
  /** The tenant that readers must see. */
  readonly tenant?: Sql
  readonly where?: Sql
}

function entries({ entity, type, operation: named = operation, properties, tenant, where }: Selected): Sql {
  return sql`select e.workplace_id, md5(e.id::text || c.property)::uuid, e.id, e.at, r.user_id, ${named}, ${sql.lit(type)}, 'Admin', c.property,
      null, c.value, null::uuid, null::uuid, null::text, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, null::uuid, ${tenant ?? sql`null::text`}
    from audit_entry e join audit_revision r on r.workplace_id = e.workplace_id and r.number = e.revision and r.at = e.at
      cross join lateral (values ${properties}) c (property, value)
    where e.entity = ${sql.lit(entity)} and r.user_id is not null and r.cause not in ('sign-in', 'session') and c.value is not null
      ${where === undefined ? sql`` : sql`and ${where}`}`
}

/** The label of an entry is the user name. */
function ofUsers(): Sql {
  const isUnlock = sql`(e.operation = 'update' and e.before ->> 'status' = 'locked' and e.after ->> 'status' = 'enabled' and not e.after ? 'password_hash')`
  return entries({
    entity: 'user',
    type: 'User',
    operation: sql`(case when ${isUnlock} then 'Unlock' else ${operation} end)`,
    properties: sql`('userId', e.label)`,
    where: sql`(e.operation <> 'update' or e.after ?| ${userColumns} or ${isUnlock})`,
  })
}

function ofGroups(): Sql {
  return entries({
    entity: 'group',
    type: 'Group',
    properties: sql`('groupId', ${keyOfGroup(sql`e.key`)})`,
    where: sql`(e.operation <> 'update' or e.after - 'revision' <> '{}')`,
  })
}

function ofMembers(): Sql {
  const [user, group] = [sql`${values} ->> 'user_id'`, sql`${values} ->> 'group_id'`]
  return entries({
    entity: 'group-member',
    type: 'Group membership',
    properties: sql`('userId', ${nameOfUser(user)}), ('groupId', ${keyOfGroup(group)})`,
    where: isNotDeletedWith([
      ['user', user],
      ['group', group],
    ]),
  })
}

function ofTenants(): Sql {
  return entries({ entity: 'tenant', type: 'Tenant', properties: sql`('tenantId', e.key)`, tenant: sql`e.key` })
}

/** Members of tenants have names and keys of their own, whether they exist or not. */
function ofTenantMembers(): Sql {
  const [user, group] = [sql`${values} ->> 'user_id'`, sql`${values} ->> 'group_id'`]
  return entries({
    entity: 'tenant-member',
    type: 'TenantMembership',
    properties: sql`('userId', ${user}), ('groupId', ${group}), ('tenantId', case when ${values} is not null then e.key end)`,
    tenant: sql`e.key`,
    where: sql`${isNotDeletedWith([['tenant', sql`e.key`]])} and not (e.operation = 'delete' and exists (select from audit_entry o where ${isInRevision} and o.entity = 'user' and o.label = ${user}))`,
  })
}

function isNotDeletedWith(owners: readonly (readonly [entity: string, key: Sql])[]): Sql {
  // One look-up for each owner, by the index of its entity and key.
  const isGone = sql.join(
    owners.map(
      ([entity, key]) =>
        sql`exists (select from audit_entry o where ${isInRevision} and o.entity = ${sql.lit(entity)} and o.key = ${key})`,
    ),
    sql` or `,
  )
  return sql`not (e.operation = 'delete' and (${isGone}))`
}

/** The name of an account, also of a deleted one. */
function nameOfUser(id: Sql): Sql {
  return sql`coalesce((select u.username from app_user u where u.workplace_id = e.workplace_id and u.id = (${id})::uuid), (${lastOf('user', id, 'username')}))`
}

/** The key of a group, also of a deleted one. */
function keyOfGroup(id: Sql): Sql {
  return sql`coalesce((select g.key from user_group g where g.workplace_id = e.workplace_id and g.id = (${id})::uuid), (${lastOf('group', id, 'key')}))`
}

function lastOf(entity: 'user' | 'group', id: Sql, column: string): Sql {
  return sql`select o.before ->> ${sql.lit(column)} from audit_entry o where o.workplace_id = e.workplace_id and o.entity = ${sql.lit(entity)} and o.key = ${id} and o.operation = 'delete' limit 1`
}
