import type { Statement } from './batch.ts'

/**
 * The check of a caller who was known a moment ago and was not asked about since. It is the first statement of their
 * first transaction, and fails when their account has changed, so that nothing of the transaction stays (decision 147).
 */
export interface CallerCheck {
  /** Whether a transaction, or a read, has found the caller unchanged. */
  readonly isConfirmed: boolean
  readonly guard: Statement
  /** Records that `guard` was carried out. */
  confirm(): void
}

/** The beginning of the names of `guard`, by which its failure is recognised. */
export const callerGuard = 'guard_caller'

/** The error for a caller whose account has changed or could not be verified. The call is carried out again. */
export class NotAsAssumed extends Error {
  constructor() {
    super('Expected the caller to be as they were, but they have changed.')
  }
}

/** For what leaves the process before a commit. @throws NotAsAssumed when nothing has verified the caller yet. */
export function needConfirmed({ check = null }: { readonly check?: CallerCheck | null }): void {
  if (check !== null && !check.isConfirmed) throw new NotAsAssumed()
}
