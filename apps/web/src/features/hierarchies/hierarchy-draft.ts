import type { Hierarchy } from '@millrace/contract'

/** What users enter. */
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
