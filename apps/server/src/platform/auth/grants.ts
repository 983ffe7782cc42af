import type { PermissionAction, PermissionKind } from '@millrace/contract'
import { everywhere, nowhere, onlyTo, type Reach, unite } from './reach.ts'

/** A permission of an own role, with the processes that it covers now. */
export interface Grant {
  /** Key of the role. */
  readonly role: string
  readonly kind: PermissionKind
  /** Id of the application, category or data list, key of the process; null: all of the kind. */
  readonly thing: string | null
  readonly actions: readonly PermissionAction[]
  /** Keys of the processes of an application or category; null where there are none. */
  readonly processes: readonly string[] | null
}

/** The permissions of own roles that give a right, and the kind of key by which its objects are found. */
export interface GrantedBy {
  readonly by: Exclude<PermissionKind, 'category'>
  /** Any of them gives it. */
  readonly actions: readonly PermissionAction[]
}

/** Returns the objects for which own roles give a right. */
export function reachByGrants(grants: readonly Grant[], rule: GrantedBy | null): Reach {
  if (rule === null || grants.length === 0) return nowhere
  return grants.map((grant) => reachOfGrant(grant, rule)).reduce(unite)
}

/** The kinds whose permissions cover processes. */
const holdsProcesses: ReadonlySet<PermissionKind> = new Set(['application', 'category'])

/** Returns the objects for which one permission of an own role gives a right. */
export function reachOfGrant({ kind, thing, actions, processes }: Grant, rule: GrantedBy): Reach {
  if (!rule.actions.some((action) => actions.includes(action))) return nowhere
  if (kind === rule.by) return thing === null ? everywhere : onlyTo([thing])
  return rule.by === 'process' && holdsProcesses.has(kind) ? onlyTo(processes ?? []) : nowhere
}

/** The SQL expression that writes the permissions of the own roles in use of the row `u` of `app_user` as JSON. */
export const grantsAsJson = `coalesce((select json_agg(${grantOf('o', 'p')})
  from (select distinct h.role from held_role h where h.workplace_id = u.workplace_id and h.user_id = u.id) held
    join own_role o on o.workplace_id = u.workplace_id and o.key = held.role and not o.is_disabled,
    jsonb_array_elements(o.permissions) p), '[]')`

/** Returns the SQL expression of a permission of an own role as a `Grant`. */
export function grantOf(role: string, permission: string): string {
  return `json_build_object('role', ${role}.key, 'kind', ${permission}->>'kind', 'thing', ${permission}->>'thing', 'actions', ${permission}->'actions',
    'processes', millrace_processes_of(${role}.workplace_id, ${permission}->>'kind', ${permission}->>'thing'))`
}
