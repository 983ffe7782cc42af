import { listNamesOf, type Role, readRole, roles, type SetFilter, type UserRow } from '@millrace/contract'
import { userList } from '@millrace/contract/lists/users'
import { sql } from 'kysely'
import { engineGroup } from '../../platform/auth/user.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { isAtLeast, isLess, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { allOf, anyOf, type Sql } from '../../platform/list/sql.ts'
import { displayNameOf, findNamed, namesOrEmailContain, readPeople } from '../../runtime/rights/people.ts'
import { findDefaultsFilter, hasProperty, readPropertyColumns } from './property-columns.ts'
import { stateOf } from './user-state.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly status: string
  readonly locked_until: Date | null
  readonly last_login_at: Date | null
  readonly roles: readonly string[]
  readonly own_roles: readonly string[]
  readonly groups: readonly string[]
  readonly manager: string | null
}

const filters: ListSource<typeof userList, Row, UserRow>['filters'] = {
  state: ({ values }) => anyOf(values.map((state) => states[state as keyof typeof states])),
  role: ({ values }) => anyOf(values.map((role) => holds(role as Role))),
  ownRole: ({ values }) =>
    sql`exists (select from user_role r where r.workplace_id = u.workplace_id and r.user_id = u.id and r.role = any(${[...values]}::text[]))`,
  property: ({ values }, { user: { workplaceId } }) => allOf(values.map((text) => hasProperty(workplaceId, text))),
  group: ({ values }) =>
    sql`exists (select from group_member m where m.workplace_id = u.workplace_id and m.user_id = u.id
      and m.group_id = any(${values.filter(isUuid)}::uuid[]))`,
  isNew: ({ values: [isNew] }) =>
    isNew === 'true' ? sql`u.last_login_key = '-infinity'` : sql`u.last_login_key > '-infinity'`,
  isEnabled: sql`(u.status = 'enabled')`,
  username: onTextKey(sql`u.username_key`),
  lastSignIn: ({ operator, values: [at] }: SetFilter) =>
    sql`(u.last_login_key > '-infinity' and ${(operator === 'from' ? isAtLeast : isLess)(sql`u.last_login_key`, at)})`,
}

export const users: ListSource<typeof userList, Row, UserRow> = defineSource({
  list: userList,
  columns: sql`u.id, ${displayNameOf('u')} as name, u.username, u.first_name, u.last_name, u.email, u.status, u.locked_until, u.last_login_at,
    array(select r.role from user_role r where r.workplace_id = u.workplace_id and r.user_id = u.id) as roles,
    array(select o.name from user_role r join own_role o on o.workplace_id = r.workplace_id and o.key = r.role
      where r.workplace_id = u.workplace_id and r.user_id = u.id order by o.name_key, o.id) as own_roles,
    array(select g.name from group_member m join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
      where m.workplace_id = u.workplace_id and m.user_id = u.id order by g.name, g.id) as groups,
    (select m.username from app_user m where m.workplace_id = u.workplace_id and m.id = u.manager_id) as manager`,
  from: () => sql`app_user u`,
  where: ({ user }) => [sql`u.workplace_id = ${user.workplaceId}`],
  keys: {
    name: { sql: sql`u.display_key`, type: 'text' },
    username: { sql: sql`u.username_key`, type: 'text' },
    lastSignIn: { sql: sql`u.last_login_key`, type: 'instant' },
  },
  id: { sql: sql`u.id`, type: 'id' },
  filters,
  search: (text) => namesOrEmailContain('u', text),
  prepare: async (query, around) => {
    const property = await findDefaultsFilter(query, around)
    const { workplaceId } = around.user
    const search = query.q === '' ? null : await findNamed(around.tx, workplaceId, query.q, namesOrEmailContain)
    return {
      ...(property === null ? {} : { filters: { ...filters, property } }),
      ...(search === null ? {} : { search: () => search }),
    }
  },
  variables: (rows: readonly Row[], names, around) => readPropertyColumns(rows, names, around),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ manager }) => manager),
    )
    return rows.map((row) => {
      const held = new Set(row.roles.map(readRole))
      return {
        id: row.id,
        name: row.name,
        username: row.username,
        firstName: row.first_name,
        lastName: row.last_name,
        email: row.email,
        isEnabled: row.status === 'enabled',
        state: stateOf(row, new Date()),
        roles: roles.filter((role) => held.has(role)),
        ownRoles: [...row.own_roles],
        groups: [...row.groups],
        lastSignInAt: row.last_login_at?.toISOString() ?? null,
        manager: people.find(row.manager),
      }
    })
  },
})

/** A lock that is over stays in the row until the next sign-in. As `stateOf` says it. */
const states = {
  active: sql`(u.status = 'enabled' or (u.status = 'locked' and u.locked_until <= now()))`,
  disabled: sql`u.status = 'disabled'`,
  locked: sql`(u.status = 'locked' and (u.locked_until is null or u.locked_until > now()))`,
} as const

/** A role can be stored by any of its names, and one comes with a group. */
function holds(role: Role): Sql {
  const given = sql`exists (select from user_role r where r.workplace_id = u.workplace_id and r.user_id = u.id
    and r.role = any(${listNamesOf(role)}::text[]))`
  if (role !== 'RoleFullAPI') return given
  return sql`(${given} or exists (select from group_member m join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
    where m.workplace_id = u.workplace_id and m.user_id = u.id and g.key = ${engineGroup}))`
}
