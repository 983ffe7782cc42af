import type { JsonValues } from '@millrace/forms'

/** Form input that is stored in this browser and not yet on the server. */
export interface LocalDraft {
  /** The entries that differ from the initial ones. */
  readonly values: JsonValues
  /** The hash of the document that was filled. */
  readonly hash: string
  /** The revision of the draft on the server that this draft continues; 0 for none. */
  readonly revision: number
  /** Identifies the initial values of the form: see `isOlder`. */
  readonly basis?: string
  readonly savedAt: string
  /**
   * Entries that were sent without an answer: the server may have one of these. Missing in drafts of earlier versions.
   */
  readonly unanswered?: readonly JsonValues[]
}

/** The user and form of a draft. */
export interface DraftOwner {
  readonly workplace: string
  /** Id of the account: a later user can have the same user name. */
  readonly user: string
  readonly kind: 'task' | 'start'
  /** Id of the task; key of the process. */
  readonly subject: string
}

/** Finds the draft in this browser; null when there is none, or the browser stores nothing. */
export function findLocalDraft(owner: DraftOwner): LocalDraft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(nameOf(owner)) ?? 'null')
    return isDraft(draft) ? draft : null
  } catch {
    return null
  }
}

/** Stores a draft in this browser. Returns false when the browser stores nothing, because it is full or forbids it. */
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

/** Finds a draft that is older than the values of its form, until the user has chosen; null when there is none. */
export function findOlderDraft(owner: DraftOwner): LocalDraft | null {
  return findLocalDraft(olderDraftOwner(owner))
}

/** Keeps an older draft separately, so that new input does not overwrite it. */
export function keepOlderDraft(owner: DraftOwner, draft: LocalDraft): void {
  if (keepLocalDraft(olderDraftOwner(owner), draft)) forgetLocalDraft(owner)
}

export function forgetOlderDraft(owner: DraftOwner): void {
  forgetLocalDraft(olderDraftOwner(owner))
}

function olderDraftOwner(owner: DraftOwner): DraftOwner {
  return { ...owner, subject: `${owner.subject} older` }
}

function nameOf({ workplace, user, kind, subject }: DraftOwner): string {
  return `millrace.draft.${[workplace, user, kind, subject].map(encodeURIComponent).join('.')}`
}

function isDraft(draft: unknown): draft is LocalDraft {
  if (typeof draft !== 'object' || draft === null) return false
  const { values, hash, revision, savedAt, unanswered = [] } = draft as Partial<LocalDraft>
  return (
    typeof values === 'object' &&
    values !== null &&
    typeof hash === 'string' &&
    typeof revision === 'number' &&
    typeof savedAt === 'string' &&
    Array.isArray(unanswered)
  )
}
