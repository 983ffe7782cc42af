import { type HeldOwnRole, roles, type UserAccount } from '@millrace/contract'
import { sql } from 'kysely'
import { noSuchUser } from '../../operations/users/accounts.ts'
import { findSubstitute } from '../../operations/users/hand-over-tasks.ts'
import { readGivenRoles } from '../../operations/users/load-account.ts'
import { refuseUser } from '../../operations/users/policy.ts'
import { isSessionAlive } from '../../platform/auth/is-session-alive.ts'
import type { Request } from '../../platform/auth/request.ts'
import { type AuthContext, parseRights, rightsAsJson } from '../../platform/auth/user.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { displayNameOf, readPeople } from '../../runtime/rights/people.ts'
import { stateOf } from './user-state.ts'

interface Row {
  readonly name: string
  readonly username: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly status: string
  readonly locked_until: Date | null
  readonly must_change_password: boolean
  readonly has_password: boolean
  readonly directory: { readonly id: string; readonly name: string } | null
  readonly last_login_at: Date | null
  readonly manager: string | null
  readonly revision: number
  readonly created_at: Date
  readonly created_by: string | null
  readonly updated_at: Date
  readonly updated_by: string | null
  readonly disabled_at: Date | null
  readonly disabled_by: string | null
  readonly disabled_reason: string | null
  readonly rights: string
  readonly groups: readonly { readonly id: string; readonly key: string; readonly name: string }[]
  readonly own_roles: readonly (HeldOwnRole & { readonly isGiven: boolean })[]
  readonly tasks: number
  readonly sessions: number
  readonly tokens: number
  readonly factors: number
}

/** Tasks are counted so far, and no further. */
const maxTasks = 10_000

/** Returns the account of a user for user administrators. Refuses with `right.missing` or `thing.not-found`. */
export async function getUser(context: AuthContext, request: Request, id: string): Promise<UserAccount | Refusal> {
  const refusal = refuseUser(request.user, 'read')
  return refusal ?? readUserAccount(context, request, id)
}

/** Returns an account after a change of it, which has checked the right. */
export function readUserAccount(
  { db, clock }: AuthContext,
  request: Request,
  id: string,
): Promise<UserAccount | Refusal> {
  const { workplaceId } = request
  const now = clock()
  return db.read(request, async (tx) => {
    if (!isUuid(id)) return noSuchUser()
    const [row] = await runSql<Row>(
      tx,
      sql`select ${displayNameOf('u')} as name, u.username, u.first_name, u.last_name, u.email, u.status, u.locked_until, u.must_change_password, u.password_hash is not null as has_password,
        (select json_build_object('id', d.id, 'name', d.name) from directory d where d.workplace_id = u.workplace_id and d.id = u.directory_id) as directory,
        u.last_login_at, u.revision, u.created_at, u.created_by, u.updated_at, u.updated_by, u.disabled_at, u.disabled_by, u.disabled_reason,
        (select m.username from app_user m where m.workplace_id = u.workplace_id and m.id = u.manager_id) as manager,
        ${sql.raw(rightsAsJson)}::text as rights,
        coalesce((select json_agg(json_build_object('id', g.id, 'key', g.key, 'name', g.name) order by g.name, g.id) from group_member m
          join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id where m.workplace_id = u.workplace_id and m.user_id = u.id), '[]') as groups,
        coalesce((select json_agg(json_build_object('key', o.key, 'name', o.name, 'isDisabled', o.is_disabled,
            'isGiven', exists (select from user_role r where r.workplace_id = u.workplace_id and r.user_id = u.id and r.role = o.key)) order by o.name_key, o.id)
          from own_role o where o.workplace_id = u.workplace_id and o.key in (select h.role from held_role h where h.workplace_id = u.workplace_id and h.user_id = u.id)), '[]') as own_roles,
        (select count(*)::int from (select from task t where t.workplace_id = u.workplace_id and t.assignee = u.username limit ${maxTasks}) x) as tasks,
        (select count(*)::int from session s where s.workplace_id = u.workplace_id and s.user_id = u.id and ${sql.raw(isSessionAlive(`'${now.toISOString()}'`))}) as sessions,
        (select count(*)::int from api_token a where a.workplace_id = u.workplace_id and a.user_id = u.id and a.expires_at > ${now.toISOString()}) as tokens,
        (select count(*)::int from second_factor f where f.workplace_id = u.workplace_id and f.user_id = u.id) as factors
        from app_user u where u.workplace_id = ${workplaceId} and u.id = ${id}`,
    )
    if (row === undefined) return noSuchUser()
    const substitute = await findSubstitute(tx, { workplaceId, accountId: id, now })
    const named = [row.manager, row.created_by, row.updated_by, row.disabled_by, substitute]
    const people = await readPeople(tx, workplaceId, named)
    const given = await readGivenRoles(tx, { workplaceId, id })
    const held = parseRights(row.rights).roles
    const state = stateOf(row, now)
    return {
      id,
      revision: row.revision,
      createdAt: row.created_at.toISOString(),
      createdBy: people.find(row.created_by),
      updatedAt: row.updated_at.toISOString(),
      updatedBy: people.find(row.updated_by),
      disabled:
        state === 'disabled'
          ? {
              at: (row.disabled_at ?? row.updated_at).toISOString(),
              by: people.find(row.disabled_by),
              reason: row.disabled_reason ?? '',
            }
          : null,
      name: row.name,
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      state,
      lockedUntil: state === 'locked' ? (row.locked_until?.toISOString() ?? null) : null,
      mustChangePassword: row.must_change_password,
      hasPassword: row.has_password,
      directory: row.directory,
      lastSignInAt: row.last_login_at?.toISOString() ?? null,
      manager: people.find(row.manager),
      roles: given,
      rolesByGroups: roles.filter((role) => held.includes(role) && !given.includes(role)),
      ownRoles: row.own_roles.filter(({ isGiven }) => isGiven),
      ownRolesByGroups: row.own_roles.filter(({ isGiven }) => !isGiven),
      groups: [...row.groups],
      openTasks: row.tasks,
      substitute: people.find(substitute),
      sessions: row.sessions,
      tokens: row.tokens,
      secondFactors: row.factors,
    }
  })
}
