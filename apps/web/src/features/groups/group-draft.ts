import type { Group, Person, Role } from '@millrace/contract'

/** The entries of the form of a group. */
export interface GroupDraft {
  readonly name: string
  readonly description: string
  readonly email: string
  readonly manager: Person | null
  readonly parent: { readonly id: string; readonly name: string } | null
  readonly roles: readonly Role[]
  /** Roles that the workplace defines. */
  readonly ownRoles: readonly { readonly key: string; readonly name: string }[]
}

export interface NewGroupDraft extends GroupDraft {
  readonly key: string
}

export const emptyDraft: NewGroupDraft = {
  name: '',
  key: '',
  description: '',
  email: '',
  manager: null,
  parent: null,
  roles: [],
  ownRoles: [],
}

export function pickDraft({ name, description, email, manager, parent, roles, ownRoles }: Group): GroupDraft {
  return {
    name,
    description,
    email: email ?? '',
    manager,
    parent: parent === null ? null : { id: parent.id, name: parent.name },
    roles,
    ownRoles: ownRoles.map(({ key, name }) => ({ key, name })),
  }
}

/** Converts the entries of a group to the body of a call. */
export function toFields({ name, description, email, manager, parent, roles, ownRoles }: GroupDraft) {
  return {
    name,
    description,
    email: email.trim() === '' ? null : email.trim(),
    manager: manager?.username ?? null,
    parentId: parent?.id ?? null,
    roles: [...roles],
    ownRoles: ownRoles.map(({ key }) => key),
  }
}

/** Returns whether the required fields of a group are filled in. */
export function isComplete({ name }: Pick<GroupDraft, 'name'>): boolean {
  return name.trim() !== ''
}

/** Returns whether the required fields of a new group are filled in. */
export function isCompleteNew({ name, key }: NewGroupDraft): boolean {
  return name.trim() !== '' && key.trim() !== ''
}
