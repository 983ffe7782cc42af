import { sql } from 'kysely'
import type { IdentityEntity } from '../../operations/operation-log/identity-entities.ts'
import type { Sql } from '../query/filters.ts'

/** Columns of a user that Camunda has too: a change of the others is no operation there. */
const userColumns = sql`array['first_name', 'last_name', 'email', 'password_hash']`
/** The objects of an operation on a process, in the order of `operations`. Operations on identities have none. */
const objects = {
  deployment_id: 'uuid',
  definition_id: 'uuid',
  process_key: 'text',
  root_id: 'uuid',
  instance_id: 'uuid',
  execution_id: 'uuid',
  task_id: 'uuid',
  job_id: 'uuid',
  job_definition_id: 'uuid',
  external_task_id: 'uuid',
  batch_id: 'uuid',
}
const objectNames = sql.raw(Object.keys(objects).join(', '))
const noObjects = sql.raw(
  Object.values(objects)
    .map((type) => `null::${type}`)
    .join(', '),
)
/** The values of an entry, also of a deletion. */
const values = sql`coalesce(e.after, e.before)`
const operation = sql`(case e.operation when 'insert' then 'Create' when 'update' then 'Update' else 'Delete' end)`

/** The name of the account `m.user_id`, also of a deleted one. */
const nameOfUser = sql`coalesce((select u.username from app_user u where u.workplace_id = e.workplace_id and u.id = m.user_id), (${lastOf('user', 'username')}))`

/** The key of the group `m.group_id`, also of a deleted one. */
const keyOfGroup = sql`coalesce((select g.key from user_group g where g.workplace_id = e.workplace_id and g.id = m.group_id), (${lastOf('group', 'key')}))`

/**
 * The revision of an entry. It is looked up for each entry: in a join by two columns, PostgreSQL expects hardly any rows,
 * and reads all of them for a page.
 */
const revision = sql`select r.user_id, r.cause from audit_revision r where r.workplace_id = e.workplace_id and r.number = e.revision and r.at = e.at offset 0`

/** The deletions of the same revision, as `o`. */
const isInRevision = sql`o.workplace_id = e.workplace_id and o.revision = e.revision and o.at = e.at and o.operation = 'delete'`

interface IdentityKind {
  readonly entity: IdentityEntity
  /** In Camunda's words. */
  readonly type: string
  readonly operation?: Sql
  /** Rows of a property and its value. */
  readonly properties: Sql
  /** The ids of a user and a group that the properties name. */
  readonly ids?: { readonly user: Sql; readonly group: Sql }
  /** The tenant that readers must see. */
  readonly tenant?: Sql
  readonly where?: Sql
}

const kinds: readonly IdentityKind[] = [ofUsers(), ofGroups(), ofMembers(), ofTenants(), ofTenantMembers()]

/** Revisions that a user caused, without sign-ins. */
const isOfUser = sql`r.user_id is not null and r.cause not in ('sign-in', 'session')`

/**
 * The operations on users, groups, tenants and members, one source for each, read from the audit, which has them from
 * every surface. Each is in the order of an index by time. The columns are those of `operations`. Erased names have no
 * entry. Members that are deleted with their user, group or tenant are part of that operation.
 */
export const identityOperations: readonly Sql[] = kinds.map(
  (kind) => sql`select e.workplace_id, ${linesOf(kind)}
    from audit_entry e cross join lateral (${revision}) r ${propertiesOf(kind)} and ${isOfUser}`,
)

/**
 * The operations of `identityOperations` as one source for queries with a condition on the user: it reads only the
 * revisions of that user, in the order of an index by user and time. The sources by time would read the operations of
 * all users, because the user is in another table than the entry.
 */
export const identityOperationsByUser: Sql = sql`select r.workplace_id, k.id, k.operation_id, r.at, r.user_id, k.operation_type, k.entity_type, 'Admin', k.property,
    null, k.value, ${noObjects}, k.tenant_id
  from audit_revision r cross join lateral (select e.* from audit_entry e where e.workplace_id = r.workplace_id and e.revision = r.number and e.at = r.at
      and e.entity in (${sql.join(kinds.map(({ entity }) => sql.lit(entity)))}) offset 0) e
    cross join lateral (${sql.join(
      kinds.map((kind) => sql`select ${linesOf(kind)} from (select) x ${propertiesOf(kind)}`),
      sql` union all `,
    )}) k (id, operation_id, at, user_id, operation_type, entity_type, category, property, old_value, value, ${objectNames}, tenant_id)
  where ${isOfUser}`

/** The columns of a line after its workplace. */
function linesOf({ type, operation: named = operation, tenant }: IdentityKind): Sql {
  return sql`md5(e.id::text || c.property)::uuid, e.id, e.at, r.user_id, ${named}, ${sql.lit(type)}, 'Admin', c.property,
      null, c.value, ${noObjects}, ${tenant ?? sql`null::text`}`
}

/** Joins the properties of an entry `e` as `c`, with the conditions of its kind. */
function propertiesOf({ entity, properties, ids, where }: IdentityKind): Sql {
  return sql`${ids === undefined ? sql`` : joinIds(entity, ids)} cross join lateral (values ${properties}) c (property, value)
    where e.entity = ${sql.lit(entity)} and c.value is not null ${where === undefined ? sql`` : sql`and ${where}`}`
}

/**
 * Joins the ids of entries of an entity as `m`. As columns they can be looked up in an index: row-level security keeps a
 * condition with the function that reads them from JSON out of it. Entries of other entities may have keys that are no
 * ids, and PostgreSQL may calculate the columns before it compares the entity.
 */
function joinIds(entity: IdentityEntity, { user, group }: NonNullable<IdentityKind['ids']>): Sql {
  const idOf = (key: Sql) => sql`(case when e.entity = ${sql.lit(entity)} then ${key} end)::uuid`
  return sql`cross join lateral (select ${user} as user_key, ${idOf(user)} as user_id, ${group} as group_key, ${idOf(group)} as group_id offset 0) m`
}

/** The label of an entry is the user name. */
function ofUsers(): IdentityKind {
  const isUnlock = sql`(e.operation = 'update' and e.before ->> 'status' = 'locked' and e.after ->> 'status' = 'enabled' and not e.after ? 'password_hash')`
  return {
    entity: 'user',
    type: 'User',
    operation: sql`(case when ${isUnlock} then 'Unlock' else ${operation} end)`,
    properties: sql`('userId', e.label)`,
    where: sql`(e.operation <> 'update' or e.after ?| ${userColumns} or ${isUnlock})`,
  }
}

function ofGroups(): IdentityKind {
  return {
    entity: 'group',
    type: 'Group',
    properties: sql`('groupId', ${keyOfGroup})`,
    ids: { user: sql`null::text`, group: sql`e.key` },
    where: sql`(e.operation <> 'update' or e.after - 'revision' <> '{}')`,
  }
}

function ofMembers(): IdentityKind {
  const [user, group] = [sql`${values} ->> 'user_id'`, sql`${values} ->> 'group_id'`]
  return {
    entity: 'group-member',
    type: 'Group membership',
    properties: sql`('userId', ${nameOfUser}), ('groupId', ${keyOfGroup})`,
    ids: { user, group },
    where: isNotDeletedWith([
      ['user', user],
      ['group', group],
    ]),
  }
}

function ofTenants(): IdentityKind {
  return { entity: 'tenant', type: 'Tenant', properties: sql`('tenantId', e.key)`, tenant: sql`e.key` }
}

/** Members of tenants have names and keys of their own, whether they exist or not. */
function ofTenantMembers(): IdentityKind {
  const [user, group] = [sql`${values} ->> 'user_id'`, sql`${values} ->> 'group_id'`]
  return {
    entity: 'tenant-member',
    type: 'TenantMembership',
    properties: sql`('userId', ${user}), ('groupId', ${group}), ('tenantId', case when ${values} is not null then e.key end)`,
    tenant: sql`e.key`,
    where: sql`${isNotDeletedWith([['tenant', sql`e.key`]])} and not (e.operation = 'delete' and exists (select from audit_entry o where ${isInRevision} and o.entity = 'user' and o.label = ${user}))`,
  }
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

function lastOf(entity: 'user' | 'group', column: string): Sql {
  const key = sql.ref(`m.${entity}_key`)
  return sql`select o.before ->> ${sql.lit(column)} from audit_entry o where o.workplace_id = e.workplace_id and o.entity = ${sql.lit(entity)} and o.key = ${key} and o.operation = 'delete' limit 1`
}
