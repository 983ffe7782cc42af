import { roles as allRoles, type Role, type UserImportField, type UserImportResult } from '@millrace/contract'
import type { RowValues } from './read-row.ts'
import { propertyOf } from './user-import.ts'

export interface FieldChange {
  readonly field: UserImportField
  readonly old: string
  readonly new: string
}

export interface RowOutcome {
  readonly result: Exclude<UserImportResult, 'refused'>
  readonly changes: readonly FieldChange[]
}

export interface Named {
  readonly id: string
  readonly name: string
}

/** The values of a user that a row can change. */
export interface UserState {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly manager: string
  readonly roles: readonly Role[]
  readonly groups: readonly Named[]
  readonly properties: Readonly<Record<string, string>>
}

/** A user who does not exist yet. */
export const nobody: UserState = {
  ...{ firstName: '', lastName: '', email: '', manager: '' },
  ...{ roles: ['RoleUser'], groups: [], properties: {} },
}

/**
 * Returns the values of a row without the field by which the user was found, because its case may differ from the
 * stored one.
 */
export function withoutKey(values: RowValues, key: UserImportField): RowValues {
  const { [propertyOf(key) ?? '']: _, ...properties } = values.properties
  return { ...values, properties }
}

/** Lists the fields of a user that a row changes. */
export function listChanges(now: UserState, values: RowValues, groups: readonly Named[]): FieldChange[] {
  const changes: FieldChange[] = []
  const compare = (field: UserImportField, old: string, next: string | undefined) => {
    if (next !== undefined && next !== old) changes.push({ field, old, new: next })
  }
  compare('firstName', now.firstName, values.firstName)
  compare('lastName', now.lastName, values.lastName)
  compare('email', now.email, values.email)
  compare('manager', now.manager, values.manager)
  const roles = values.roles?.filter((role) => !now.roles.includes(role)) ?? []
  if (roles.length > 0) {
    const all = allRoles.filter((role) => now.roles.includes(role) || roles.includes(role))
    compare('roles', now.roles.join(', '), all.join(', '))
  }
  const joined = groups.filter(({ id }) => !now.groups.some((group) => group.id === id))
  if (joined.length > 0) compare('groups', namesOf(now.groups), namesOf([...now.groups, ...joined]))
  for (const [key, value] of Object.entries(values.properties))
    if (!isSameValue(now.properties[key] ?? '', value)) compare(`property:${key}`, now.properties[key] ?? '', value)
  return changes
}

const namesOf = (groups: readonly Named[]) => groups.map(({ name }) => name).join(', ')

/** Values are kept in a canonical form: `1.50` is the number `1.5`. */
function isSameValue(held: string, given: string): boolean {
  return held === given || (held !== '' && /^-?\d+(?:\.\d+)?$/.test(given) && held === String(Number(given)))
}
