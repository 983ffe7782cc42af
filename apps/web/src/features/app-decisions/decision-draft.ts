import type { AppDecision } from '@millrace/contract'

/** What somebody is writing. */
export interface DecisionDraft {
  readonly name: string
  readonly key: string
}

export const emptyDraft: DecisionDraft = { name: '', key: '' }

export function pickDraft({ name, key }: AppDecision): DecisionDraft {
  return { name, key }
}

/** Whether all that it needs is there. */
export function isComplete({ name, key }: DecisionDraft): boolean {
  return name.trim() !== '' && key.trim() !== ''
}
