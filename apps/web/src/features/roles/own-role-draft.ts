import {
  type OwnRole,
  type PermissionAction,
  type PermissionKind,
  permissionActions,
  wholeKinds,
} from '@millrace/contract'

/** The entries of a permission in the form. */
export interface PermissionDraft {
  readonly kind: PermissionKind
  /** Null: all of the kind. */
  readonly thing: string | null
  /** Null: it has to be chosen, was deleted, or is about everything. */
  readonly name: string | null
  /** Whether it is about all of the kind. */
  readonly isAll: boolean
  readonly actions: readonly PermissionAction[]
}

export interface OwnRoleDraft {
  readonly name: string
  readonly description: string
  readonly needsSecondFactor: boolean
  readonly permissions: readonly PermissionDraft[]
}

export interface NewOwnRoleDraft extends OwnRoleDraft {
  readonly key: string
}

export const emptyRole: NewOwnRoleDraft = {
  name: '',
  key: '',
  description: '',
  needsSecondFactor: false,
  permissions: [],
}

export function pickRole({ name, description, needsSecondFactor, permissions }: OwnRole): OwnRoleDraft {
  return {
    name,
    description,
    needsSecondFactor,
    permissions: permissions.map(({ kind, thing, name, actions }) => ({
      kind,
      thing,
      name,
      isAll: thing === null,
      actions: actions as PermissionAction[],
    })),
  }
}

/** Converts the entries of an own role to the body of a call. */
export function toRoleFields({ name, description, needsSecondFactor, permissions }: OwnRoleDraft) {
  return {
    name,
    description,
    needsSecondFactor,
    permissions: permissions.map(({ kind, thing, actions }) => ({ kind, thing, actions: [...actions] })) as never,
  }
}

/** Returns the missing part of a permission; null when it is complete. */
export function faultOf(
  permissions: readonly PermissionDraft[],
  index: number,
): 'chooseThing' | 'noAction' | 'double' | null {
  const line = permissions[index]
  if (line === undefined) return null
  if (!line.isAll && line.thing === null) return 'chooseThing'
  if (line.actions.length === 0) return 'noAction'
  const isSame = (other: PermissionDraft) => other.kind === line.kind && other.thing === line.thing
  return permissions.findIndex(isSame) < index ? 'double' : null
}

/** Returns whether an own role can be saved: it has a name, and its permissions are valid. */
export function isCompleteRole({ name, permissions }: OwnRoleDraft): boolean {
  return name.trim() !== '' && permissions.every((_, index) => faultOf(permissions, index) === null)
}

/**
 * Returns a permission with another kind of object. Actions that both kinds have are kept. A kind without permissions
 * on single objects covers all objects, and this is not taken over when the kind is changed again.
 */
export function withKind(line: PermissionDraft, kind: PermissionKind): PermissionDraft {
  const possible: readonly PermissionAction[] = permissionActions[kind]
  return {
    kind,
    thing: null,
    name: null,
    isAll: wholeKinds.includes(kind) || (line.isAll && !wholeKinds.includes(line.kind)),
    actions: line.actions.filter((one) => possible.includes(one)),
  }
}
