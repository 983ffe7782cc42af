import type { Statement } from '../../platform/db/batch.ts'
import { isPseudonym } from '../erasure/pseudonym.ts'
import { moveRows } from './move-rows.ts'
import type { Moving } from './moving.ts'
import { namePermissions } from './permissions.ts'
import { translateFilter } from './translate-filter.ts'

/** Moves users, groups, memberships, tenants, authorizations and filters of tasks. */
export async function movePeople(moving: Moving): Promise<void> {
  await moveUsers(moving)
  await moveGroups(moving)
  await moveMemberships(moving)
  await moveTenants(moving)
  await moveAuthorizations(moving)
  await moveFilters(moving)
}

interface UserRow {
  readonly id_: string
  readonly first_: string | null
  readonly last_: string | null
  readonly email_: string | null
  readonly pwd_: string | null
  readonly salt_?: string | null
}

/** Users of the same name are one: the account that exists here stays as it is. */
async function moveUsers(moving: Moving): Promise<void> {
  const { actor, ids, source, report } = moving
  const rows = await source.select<UserRow>('act_id_user', 'true order by id_')
  const taken = await findTaken(moving, 'select lower(username) from app_user where workplace_id = $1')
  await moveRows(moving, {
    kind: 'user',
    title: 'users',
    rows,
    idOf: ({ id_ }) => id_,
    write: (row) => {
      const omission = { table: 'ACT_ID_USER', id: row.id_ }
      if (taken.has(row.id_.toLowerCase())) {
        report.leave({
          ...omission,
          code: 'user-exists',
          isExpected: true,
          message: `The user ${row.id_} exists here and stays as it is.`,
        })
        return []
      }
      if (isPseudonym(row.id_)) {
        report.leave({
          ...omission,
          code: 'user-name-reserved',
          message: `The user ${row.id_} was left out: names in this form replace those of deleted and erased users.`,
        })
        return []
      }
      taken.add(row.id_.toLowerCase())
      const hash = keepHash(row)
      if (hash === null)
        report.note({
          ...omission,
          code: 'password-not-readable',
          message: `The password of ${row.id_} cannot be checked here. Send an invitation on the page of the user.`,
        })
      const id = ids.of(`user ${row.id_}`)
      const { workplaceId } = actor
      return [
        {
          name: 'app_user_move',
          text: `insert into app_user (workplace_id, id, username, first_name, last_name, email, password_hash) values ($1, $2, $3, $4, $5, $6, $7)`,
          values: [workplaceId, id, row.id_, row.first_, row.last_, row.email_, hash],
        },
        {
          name: 'user_role_move',
          text: `insert into user_role (workplace_id, user_id, role) values ($1, $2, 'RoleUser')`,
          values: [workplaceId, id],
        },
      ]
    },
  })
}

/** Returns a password hash in the format of `verifyPassword`. Null for another scheme. */
function keepHash({ pwd_, salt_ }: UserRow): string | null {
  if (pwd_ === null || !/^\{SHA(?:-512)?\}[A-Za-z0-9+/]+=*$/.test(pwd_)) return null
  return `${pwd_} ${salt_ ?? ''}`
}

interface GroupRow {
  readonly id_: string
  readonly name_: string | null
  readonly type_: string | null
}

async function moveGroups(moving: Moving): Promise<void> {
  const { actor, ids, source, report } = moving
  const rows = await source.select<GroupRow>('act_id_group', 'true order by id_')
  const taken = await findTaken(moving, 'select key from user_group where workplace_id = $1')
  await moveRows(moving, {
    kind: 'group',
    title: 'groups',
    rows,
    idOf: ({ id_ }) => id_,
    write: ({ id_, name_, type_ }) => {
      if (taken.has(id_)) {
        report.leave({
          code: 'group-exists',
          isExpected: true,
          table: 'ACT_ID_GROUP',
          id: id_,
          message: `The group ${id_} exists here and stays as it is. It gets the members.`,
        })
        return []
      }
      return [
        {
          name: 'user_group_move',
          text: 'insert into user_group (workplace_id, id, key, name, type) values ($1, $2, $3, $4, $5)',
          values: [actor.workplaceId, ids.of(`group ${id_}`), id_, name_ ?? id_, type_],
        },
      ]
    },
  })
}

interface MembershipRow {
  readonly user_id_: string
  readonly group_id_: string
}

async function moveMemberships(moving: Moving): Promise<void> {
  const { actor, source } = moving
  const rows = await source.query<MembershipRow>('select user_id_, group_id_ from act_id_membership order by 1, 2')
  await moveRows(moving, {
    kind: 'membership',
    title: 'memberships',
    rows,
    idOf: ({ user_id_, group_id_ }) => JSON.stringify([user_id_, group_id_]),
    write: ({ user_id_, group_id_ }) => [
      {
        name: 'group_member_move',
        text: `insert into group_member (workplace_id, group_id, user_id)
          select $1, g.id, u.id from user_group g, app_user u
          where g.workplace_id = $1 and g.key = $3 and u.workplace_id = $1 and u.username_key = lower($2) on conflict do nothing`,
        values: [actor.workplaceId, user_id_, group_id_],
      },
    ],
  })
}

interface TenantMemberRow {
  readonly id_: string
  readonly tenant_id_: string
  readonly user_id_: string | null
  readonly group_id_: string | null
}

/** Tenants become tenants of the workplace. */
async function moveTenants(moving: Moving): Promise<void> {
  const { actor, source } = moving
  const { workplaceId } = actor
  const tenants = await source.select<{ id_: string; name_: string | null }>('act_id_tenant', 'true order by id_')
  await moveRows(moving, {
    kind: 'tenant',
    title: 'tenants',
    rows: tenants,
    idOf: ({ id_ }) => id_,
    write: ({ id_, name_ }) => [
      {
        name: 'tenant_move',
        text: 'insert into tenant (workplace_id, id, name) values ($1, $2, $3) on conflict do nothing',
        values: [workplaceId, id_, name_],
      },
    ],
  })
  const members = await source.select<TenantMemberRow>('act_id_tenant_member', 'true order by id_')
  await moveRows(moving, {
    kind: 'tenant-member',
    title: 'tenant memberships',
    rows: members,
    idOf: ({ id_ }) => id_,
    write: ({ tenant_id_, user_id_, group_id_ }) => [
      {
        name: 'tenant_member_move',
        text: 'insert into tenant_member (workplace_id, tenant_id, user_id, group_id) values ($1, $2, $3, $4) on conflict do nothing',
        values: [workplaceId, tenant_id_, user_id_, group_id_],
      },
    ],
  })
}

interface AuthorizationRow {
  readonly id_: string
  readonly type_: number
  readonly user_id_: string | null
  readonly group_id_: string | null
  readonly resource_type_: number
  readonly resource_id_: string | null
  readonly perms_: number
}

async function moveAuthorizations(moving: Moving): Promise<void> {
  const { actor, ids, source, report } = moving
  const rows = await source.select<AuthorizationRow>('act_ru_authorization', 'true order by id_')
  await moveRows(moving, {
    kind: 'authorization',
    title: 'authorizations',
    rows,
    idOf: ({ id_ }) => id_,
    write: ({ id_, type_, user_id_, group_id_, resource_type_, resource_id_, perms_ }) => {
      const permissions = namePermissions(type_, resource_type_, perms_)
      if (permissions === null) {
        report.leave({
          code: 'resource-unknown',
          table: 'ACT_RU_AUTHORIZATION',
          id: id_,
          message: `The authorization ${id_} is for resources of type ${resource_type_}, which do not exist here.`,
        })
        return []
      }
      return [
        {
          name: 'user_authorization_move',
          text: `insert into user_authorization (workplace_id, id, type, user_id, group_id, resource_type, resource_id, permissions)
            values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
          values: [
            actor.workplaceId,
            ids.of(id_),
            type_,
            user_id_,
            group_id_,
            resource_type_,
            idOfResource(moving, resource_type_, resource_id_),
            permissions,
          ],
        },
      ]
    },
  })
}

/** Resources that have another id here: filters, tasks, instances, deployments and batches of sources that count. */
function idOfResource({ ids }: Moving, type: number, id: string | null): string | null {
  const isRow = [5, 7, 8, 9, 13, 19, 20].includes(type)
  return id === null || id === '*' || !isRow || !/^\d+$/.test(id) ? id : ids.of(id)
}

interface FilterRow {
  readonly id_: string
  readonly resource_type_: string
  readonly name_: string
  readonly owner_: string | null
  readonly query_: string
  readonly properties_: string | null
}

async function moveFilters(moving: Moving): Promise<void> {
  const { actor, ids, source, report, runtime } = moving
  const rows = await source.select<FilterRow>('act_ru_filter', 'true order by id_')
  await moveRows(moving, {
    kind: 'filter',
    title: 'filters',
    rows,
    idOf: ({ id_ }) => id_,
    write: ({ id_, resource_type_, name_, owner_, query_, properties_ }): Statement[] => {
      const query = readObject(query_)
      if (resource_type_ !== 'Task' || query === null) {
        report.leave({
          code: 'filter-kind',
          table: 'ACT_RU_FILTER',
          id: id_,
          message: `The filter “${name_}” is for ${resource_type_}. Only filters of tasks exist here.`,
        })
        return []
      }
      const properties = readObject(properties_ ?? '')
      const values = [actor.workplaceId, ids.of(id_), name_, owner_, JSON.stringify(translateFilter(query))]
      return [
        {
          name: 'task_filter_move',
          text: `insert into task_filter (workplace_id, id, name, owner, query, properties, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing`,
          values: [...values, properties === null ? null : JSON.stringify(properties), runtime.clock().toISOString()],
        },
      ]
    },
  })
}

function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

async function findTaken({ runtime, actor }: Moving, text: string): Promise<Set<string>> {
  const name = text.includes('app_user') ? 'moved_users_taken' : 'moved_groups_taken'
  const [rows = []] = await runtime.db.read(actor, (tx) => tx.batch([{ name, text, values: [actor.workplaceId] }]))
  return new Set(rows.map(([one]) => one ?? ''))
}
