import { type Person, type Role, roles, type UserAccount } from '@millrace/contract'

/** The entries of the form of a user. */
export interface UserDraft {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly manager: Person | null
  /** Names with commas between them, in the order of the roles: the same choice is the same text. */
  readonly roles: string
  /** Keys of own roles with commas between them, sorted. */
  readonly ownRoles: string
  /** Ids with commas between them, sorted. */
  readonly groups: string
}

/** The entries of the form of a new user. */
export interface NewUserDraft extends UserDraft {
  readonly username: string
  readonly password: string
  /** How the user gets to their first sign-in: by a mailed link, or by a password that the administrator hands over. */
  readonly start: 'invitation' | 'password'
}

export function pickDraft({
  firstName,
  lastName,
  email,
  manager,
  roles: given,
  ownRoles,
  groups,
}: UserAccount): UserDraft {
  return {
    ...{ firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '', manager },
    roles: writeRoles(new Set(given)),
    ownRoles: writeList(ownRoles.map(({ key }) => key)),
    groups: writeList(groups.map(({ id }) => id)),
  }
}

export function writeRoles(given: ReadonlySet<Role>): string {
  return roles.filter((role) => given.has(role)).join(',')
}

export function readRoles(text: string): ReadonlySet<Role> {
  const names = new Set(text.split(','))
  return new Set(roles.filter((role) => names.has(role)))
}

export function writeList(ids: readonly string[]): string {
  return ids.toSorted().join(',')
}

export function readList(text: string): string[] {
  return text === '' ? [] : text.split(',')
}

/** The body of the calls that create and change a user. */
export function writeBody({ firstName, lastName, email, manager, roles: given, ownRoles, groups }: UserDraft) {
  return {
    ...{ firstName, lastName, email: email.trim() },
    manager: manager?.username ?? null,
    roles: [...readRoles(given)],
    ownRoles: readList(ownRoles),
    groups: readList(groups),
  }
}
