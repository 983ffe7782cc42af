import { type Role, readRole, type Scope } from '@millrace/contract'
import type { ResultRows } from '../db/batch.ts'
import type { Database } from '../db/database.ts'
import { type Authorization, resources } from './authorizations.ts'
import { type Grant, grantsAsJson } from './grants.ts'

/** A user with everything that permissions depend on. */
export interface Person {
  readonly id: string
  readonly workplaceId: string
  /** The user name, which is the id of the user for the engine. */
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly roles: readonly Role[]
  /** Keys of the groups. */
  readonly groups: readonly string[]
  /** The authorizations that grant or revoke rights on process data, in addition to the roles. */
  readonly authorizations: readonly Authorization[]
  /** The permissions of own roles; missing: none. */
  readonly grants?: readonly Grant[]
  /** Ids of Camunda's tenants that the user is a member of, also by a group. Missing: none. */
  readonly tenants?: readonly string[]
  /**
   * The tenants to which this call is limited, in addition to what belongs to no tenant (decision 126). Missing or null:
   * it is not limited.
   */
  readonly seesTenants?: readonly string[] | null
  /** Names of variables that need a right of their own in the workplace. Without it none do. */
  readonly restricted?: readonly string[]
  /** The limits of the API token of the call; null for a session or a password. */
  readonly token: TokenRights | null
  /** Absences in which the user is the substitute, with their times. Their effect depends on the time: `atTime`. */
  readonly absences?: readonly Absence[]
  /** The absent users whose substitute the user is now. Missing for clients of Camunda's API: none. */
  readonly standsInFor?: readonly StandIn[]
  /**
   * The revision of the workplace at the time of this call. Data that was cached at this revision is still valid
   * (decision 48).
   */
  readonly revision?: string
}

/** An absent user, for their substitute. */
export interface StandIn {
  readonly username: string
  /** Keys of the processes whose tasks it is about; null: all tasks. */
  readonly processKeys: readonly string[] | null
}

export interface Absence extends StandIn {
  /** Points in time; at `until` it is over. */
  readonly from: string
  readonly until: string
}

export interface TokenRights {
  readonly scopes: readonly Scope[]
  /** Keys of the processes that it is valid for; null for all. */
  readonly processKeys: readonly string[] | null
  /** Topics of the external tasks that it is valid for, and for no other work then; null for all. */
  readonly topics: readonly string[] | null
}

/** The parts that sign-in and the check of sessions need: database, clock, secrets. */
export interface AuthContext {
  readonly db: Database
  readonly clock: () => Date
}

/** The right to do anything with the engine, and the group by which Camunda gives it. */
const engineRole: Role = 'RoleFullAPI'
export const engineGroup = 'camunda-admin'

const rolesAsJson = `coalesce((select json_agg(distinct r.role order by r.role) from held_role r where r.workplace_id = u.workplace_id and r.user_id = u.id), '[]')`

const authorizationsAsJson = `coalesce((select json_agg(json_build_object('level', case when a.type = 0 then 'everybody' when a.group_id is null then 'user' else 'group' end,
      'isRevoked', a.type = 2, 'resource', a.resource_type, 'resourceId', a.resource_id, 'permissions', a.permissions)) from user_authorization a
    where a.workplace_id = u.workplace_id and a.resource_type in (${Object.values(resources).join(', ')}) and a.resource_id is not null
      and (a.type = 0 or a.user_id = u.username or a.group_id in (select g.key from group_membership m join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
        where m.workplace_id = u.workplace_id and m.user_id = u.id))), '[]')`

const tenantsAsJson = `coalesce((select json_agg(distinct n.tenant_id order by n.tenant_id) from tenant_member n where n.workplace_id = u.workplace_id
    and (n.user_id = u.username or n.group_id in (select g.key from group_membership m join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
      where m.workplace_id = u.workplace_id and m.user_id = u.id))), '[]')`

/** The SQL expression that writes a `Person` as JSON from the row `u` of `app_user`. */
export const userAsJson = `json_build_object('id', u.id, 'workplaceId', u.workplace_id, 'username', u.username,
  'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email,
  'roles', ${rolesAsJson},
  'groups', coalesce((select json_agg(distinct g.key order by g.key) from group_membership m join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
    where m.workplace_id = u.workplace_id and m.user_id = u.id), '[]'),
  'authorizations', ${authorizationsAsJson}, 'grants', ${grantsAsJson}, 'tenants', ${tenantsAsJson}, 'restricted', millrace_restricted_names(u.workplace_id),
  'absences', coalesce((select json_agg(json_build_object('username', au.username, 'from', a.from_at, 'until', a.until_at, 'processKeys', a.process_keys) order by a.id)
    from absence a join app_user au on au.workplace_id = a.workplace_id and au.id = a.user_id
    where a.workplace_id = u.workplace_id and a.substitute_id = u.id), '[]'))`

/**
 * The SQL expression that writes the permissions of the row `u` of `app_user` as JSON, without the identity, so that
 * users with equal permissions can share one entry.
 */
export const rightsAsJson = `json_build_object('roles', ${rolesAsJson},
  'groups', coalesce((select json_agg(distinct g.key) from group_membership m join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
    where m.workplace_id = u.workplace_id and m.user_id = u.id and g.key = '${engineGroup}'), '[]'),
  'authorizations', ${authorizationsAsJson}, 'grants', ${grantsAsJson})`

/** A condition on the row `u` of `app_user`: neither the user is disabled nor their workplace suspended. */
export const isUserOpen = `u.status <> 'disabled' and exists (select from workplace w where w.workplace_id = u.workplace_id and w.suspended_at is null)`

/** Reads a user from the first column of the first row; null when there is no row. */
export function readUser(rows: ResultRows | undefined): Person | null {
  const text = rows?.[0]?.[0]
  return text == null ? null : parseUser(text)
}

/**
 * Parses a user that `userAsJson` wrote. Roles may be stored under any of their names, and membership in one group
 * gives another.
 */
export function parseUser(text: string): Person {
  const user = JSON.parse(text) as Omit<Person, 'roles' | 'token'> & { roles: readonly string[] }
  return { ...user, token: null, roles: readRoles(user) }
}

/** Reads the permissions that `rightsAsJson` wrote, as `parseUser` does. */
export function parseRights(text: string): Pick<Person, 'roles' | 'authorizations' | 'grants'> {
  const rights = JSON.parse(text) as Pick<Person, 'groups' | 'authorizations' | 'grants'> & { roles: readonly string[] }
  return { roles: readRoles(rights), authorizations: rights.authorizations, grants: rights.grants ?? [] }
}

function readRoles({ roles, groups }: { roles: readonly string[]; groups: readonly string[] }): Role[] {
  const held = roles.map(readRole).filter((role) => role !== null)
  return [...new Set([...held, ...(groups.includes(engineGroup) ? [engineRole] : [])])]
}

/** Returns a person at a time: with the absent users whose substitute they are then. */
export function atTime<P extends Person>(person: P, now: Date): P {
  const inForce = (person.absences ?? []).filter(({ from, until }) => new Date(from) <= now && now < new Date(until))
  return { ...person, standsInFor: inForce.map(({ username, processKeys }) => ({ username, processKeys })) }
}

/** Returns the names by which something can be limited to a user: their roles and the keys of their groups. */
export function membershipsOf({ roles, groups }: Person): string[] {
  return [...roles, ...groups]
}

export function hasRole(user: Person, roles: readonly Role[]): boolean {
  return roles.some((role) => user.roles.includes(role))
}
