import { type RawBuilder, sql } from 'kysely'
import { everywhere, type Reach } from '../../platform/auth/reach.ts'
import { operators, reachOf } from '../../platform/auth/rights.ts'
import { hasRole, type Person } from '../../platform/auth/user.ts'

/** The columns of `process_definition` on which the permission to start a process depends. */
export interface StartRights {
  readonly starter_users: readonly string[]
  readonly starter_groups: readonly string[]
}

/**
 * Returns whether a user may start a process: everyone, unless the model names candidate starters. `mayStartInSql` is
 * the same as a condition.
 */
export function mayStart({ username, groups }: Person, { starter_users, starter_groups }: StartRights): boolean {
  if (starter_users.length === 0 && starter_groups.length === 0) return true
  return starter_users.includes(username) || starter_groups.some((group) => groups.includes(group))
}

/**
 * Returns the SQL condition that a user may start a process.
 *
 * @param table the name of `process_definition` in the query.
 */
export function mayStartInSql({ username, groups }: Person, table: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<boolean>`(cardinality(${column('starter_users')}) + cardinality(${column('starter_groups')}) = 0
    or ${username} = any(${column('starter_users')}) or ${column('starter_groups')} && ${[...groups]}::text[])`
}

/** Returns whether the user runs the engine, and so sees every process and instance. */
export function isOperator(user: Person): boolean {
  return hasRole(user, operators)
}

/**
 * Returns the processes whose versions the user may see in the process engine: all of them, or those that an
 * authorization names.
 */
export function seenDefinitions(user: Person): Reach {
  return isOperator(user) ? everywhere : reachOf(user, 'definitions.read')
}
