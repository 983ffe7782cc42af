import { listNamesOf, type Role, roles } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { needRole } from '../rights.ts'

/**
 * Checks that the user may read roles, describe them, and give them to users. Returns null if so, otherwise a refusal.
 */
export function refuseRoleKeeper(user: Person): Refusal | null {
  return needRole(user, ['RoleAdmin'])
}

/** A role of the product, or one that the workplace defines, with every name by which users have it. */
export interface FoundRole {
  readonly names: readonly string[]
  /** The built-in role; null for an own role. */
  readonly role: Role | null
}

/** Finds a role by its name or key. Refuses with `thing.not-found` when there is no such role. */
export async function findRole(tx: Tx, workplaceId: string, name: string): Promise<FoundRole | Refusal> {
  const role = getRole(name)
  if (!(role instanceof Refusal)) return { names: listNamesOf(role), role }
  const found = await runSql(tx, sql`select from own_role where workplace_id = ${workplaceId} and key = ${name}`)
  return found.length > 0 ? { names: [name], role: null } : role
}

/** Returns the role with this name for a user who may change it. Refuses as `refuseRoleKeeper` and `getRole` do. */
export function getKeptRole(user: Person, name: string): Role | Refusal {
  return refuseRoleKeeper(user) ?? getRole(name)
}

/** Returns the role with this name. Refuses with `thing.not-found` when there is no such role. */
export function getRole(name: string): Role | Refusal {
  return (
    roles.find((role) => role === name) ??
    refuse('thing.not-found', 'Expected the name of a role, but there is no role with this name.')
  )
}
