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

/** Whether it can be saved. */
export function isComplete({ name }: HierarchyDraft): boolean {
  return name.trim() !== ''
}
