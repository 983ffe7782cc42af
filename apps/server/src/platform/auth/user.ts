import { type Role, readRole } from '@millrace/contract'
import type { ResultRows } from '../db/batch.ts'
import type { Database } from '../db/database.ts'
import type { Patience } from '../db/patience.ts'

/** Whoever makes a call. */
export interface User extends Person {
  /** The call, as `Actor` has it. */
  readonly cause: string
  readonly patience?: Patience
}

/** Somebody who has an account, as far as rights depend on it. */
export interface Person {
  readonly id: string
  readonly workplaceId: string
  /** Who the user is to the engine. */
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly roles: readonly Role[]
  /** Keys of the groups. */
  readonly groups: readonly string[]
}

/** What signing in and checking sessions work with. */
export interface AuthContext {
  readonly db: Database
  readonly clock: () => Date
}

/** Writes a `Person` as JSON from the row `u` of `app_user`. */
export const userAsJson = `json_build_object('id', u.id, 'workplaceId', u.workplace_id, 'username', u.username,
  'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email,
  'roles', coalesce((select json_agg(r.role order by r.role) from user_role r where r.workplace_id = u.workplace_id and r.user_id = u.id), '[]'),
  'groups', coalesce((select json_agg(g.key order by g.key) from group_member m join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
    where m.workplace_id = u.workplace_id and m.user_id = u.id), '[]'))`

/** A condition on the row `u` of `app_user`: neither the user is disabled nor his workplace suspended. */
export const isUserOpen = `u.status <> 'disabled' and exists (select from workplace w where w.workplace_id = u.workplace_id and w.suspended_at is null)`

/** Reads the user from the first column of the first row; null when there is none. */
export function readUser(rows: ResultRows | undefined): Person | null {
  const text = rows?.[0]?.[0]
  return text == null ? null : parseUser(text)
}

/**
 * Reads a user that was written by `userAsJson`. Roles may be stored by any of their names, and one of them comes with
 * membership in a group.
 */
export function parseUser(text: string): Person {
  const user = JSON.parse(text) as Omit<Person, 'roles'> & { roles: readonly string[] }
  const held = user.roles.map(readRole).filter((role) => role !== null)
  const { groups } = user
  return { ...user, roles: [...new Set([...held, ...(groups.includes(engineGroup) ? [engineRole] : [])])] }
}

/** The right to do anything with the engine, and the group by which Camunda gives it. */
const engineRole: Role = 'RoleFullAPI'
export const engineGroup = 'camunda-admin'

export function hasRole(user: Person, roles: readonly Role[]): boolean {
  return roles.some((role) => user.roles.includes(role))
}

/** The right to start, work, deploy and operate whatever there is, on every surface. */
export function mayUseFullApi(user: Person): boolean {
  return hasRole(user, [engineRole])
}
