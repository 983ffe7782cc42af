import type { CategoryDesign, Role } from '@millrace/contract'

/** The entries of the form of a category. */
export interface CategoryDraft {
  readonly name: string
  readonly description: string
  /** `icon:set`, or empty for none. */
  readonly icon: string
  readonly roles: readonly Role[]
  readonly groups: readonly string[]
}

export const emptyDraft: CategoryDraft = { name: '', description: '', icon: '', roles: [], groups: [] }

export function pickDraft({ name, description, icon, roles, groups }: CategoryDesign): CategoryDraft {
  return { name, description, icon: icon ?? '', roles, groups }
}

export function toBody({ icon, roles, groups, ...texts }: CategoryDraft) {
  return { ...texts, icon: icon === '' ? null : icon, roles: [...roles], groups: [...groups] }
}
