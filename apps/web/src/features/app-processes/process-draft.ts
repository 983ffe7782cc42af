import type { AppProcess } from '@millrace/contract'

/** What somebody is writing. What is not said is empty. */
export interface ProcessDraft {
  readonly name: string
  readonly key: string
  readonly category: string
  readonly icon: string
  readonly documentation: string
  readonly starterUsers: string
  readonly starterGroups: string
}

export const emptyDraft: ProcessDraft = {
  name: '',
  key: '',
  category: '',
  icon: '',
  documentation: '',
  starterUsers: '',
  starterGroups: '',
}

export function pickDraft(process: AppProcess): ProcessDraft {
  const { name, key, category, icon, documentation, starterUsers, starterGroups } = process
  return {
    name,
    key,
    category: category ?? '',
    icon: icon ?? '',
    documentation: documentation ?? '',
    starterUsers: starterUsers ?? '',
    starterGroups: starterGroups ?? '',
  }
}

/** As calls take it. */
export function presentDraft({ name, key, ...optional }: ProcessDraft) {
  const { category, icon, documentation, starterUsers, starterGroups } = optional
  return {
    name,
    key,
    category: category || null,
    icon: icon || null,
    documentation: documentation || null,
    starterUsers: starterUsers || null,
    starterGroups: starterGroups || null,
  }
}

/** Whether all that it needs is there. */
export function isComplete({ name, key }: Pick<ProcessDraft, 'name' | 'key'>): boolean {
  return name.trim() !== '' && key.trim() !== ''
}
