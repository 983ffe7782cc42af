import type { JsonValues } from '@millrace/forms'

/** What was typed into a form and the server has not yet. */
export interface LocalDraft {
  /** Entries that differ from what the form opened with. */
  readonly values: JsonValues
  /** Of the document that was filled. */
  readonly hash: string
  /** Of the draft on the server that it goes on from; 0 for none. */
  readonly revision: number
  readonly savedAt: string
}

/** Whose draft, and of what. */
export interface DraftOwner {
  readonly workplace: string
  readonly user: string
  readonly kind: 'task' | 'start'
  /** Id of the task; key of the process. */
  readonly subject: string
}

/** What this browser kept; null when there is nothing, or the browser keeps nothing. */
export function findLocalDraft(owner: DraftOwner): LocalDraft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(nameOf(owner)) ?? 'null')
    return isDraft(draft) ? draft : null
  } catch {
    return null
  }
}

/** False when the browser keeps nothing: it is full, or forbidden. */
export function keepLocalDraft(owner: DraftOwner, draft: LocalDraft): boolean {
  try {
    localStorage.setItem(nameOf(owner), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function forgetLocalDraft(owner: DraftOwner): void {
  try {
    localStorage.removeItem(nameOf(owner))
  } catch {
    // Nothing was kept then.
  }
}

function nameOf({ workplace, user, kind, subject }: DraftOwner): string {
  return `millrace.draft.${[workplace, user, kind, subject].map(encodeURIComponent).join('.')}`
}

function isDraft(draft: unknown): draft is LocalDraft {
  if (typeof draft !== 'object' || draft === null) return false
  const { values, hash, revision, savedAt } = draft as Partial<LocalDraft>
  return (
    typeof values === 'object' &&
    values !== null &&
    typeof hash === 'string' &&
    typeof revision === 'number' &&
    typeof savedAt === 'string'
  )
}
