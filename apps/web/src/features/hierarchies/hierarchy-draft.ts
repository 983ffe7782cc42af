import type { Hierarchy } from '@millrace/contract'

/** The entries of the form of a hierarchy. */
export interface HierarchyDraft {
  readonly name: string
  readonly description: string
}

export const emptyDraft: HierarchyDraft = { name: '', description: '' }

export function pickDraft({ name, description }: Hierarchy): HierarchyDraft {
  return { name, description }
}

/** Returns whether the required fields of a hierarchy are filled in. */
export function isComplete({ name }: HierarchyDraft): boolean {
  return name.trim() !== ''
}
