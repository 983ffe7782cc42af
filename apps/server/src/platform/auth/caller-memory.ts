import type { ResultRows, Statement } from '../db/batch.ts'
import type { AuthContext } from './user.ts'

/**
 * A cache for callers that call repeatedly. Each call checks the entry by the revision of its workplace only (decision
 * 48).
 */
export interface CallerMemory<T> {
  /** Returns the value of a key; null when there is none, or the workplace has changed since it was stored. */
  find(key: string): Promise<T | null>
  /** Returns the value of a key unchecked, with the question that checks it. Null when there is none. */
  assume(key: string): Assumption<T> | null
  /** @param known as it was at a revision that was read by the same statement. */
  keep(key: string, known: Known<T>): void
  forget(key: string): void
}

/** A cached value, and the statement that verifies it in the first round trip of a call (decision 134). */
export interface Assumption<T> {
  readonly value: T
  readonly question: Statement
  /** Whether the answer confirms the value. Otherwise the memory forgets it. */
  isConfirmedBy(answer: ResultRows | undefined): boolean
}

export interface Known<T> {
  readonly value: T
  readonly workplaceId: string
  /** The revision from `revisionOf` at the time of reading. With null, nothing is stored. */
  readonly revision: string | null
  /** The time at which it is read again in any case, in milliseconds. */
  readonly until: number
}

export interface CallerMemoryOptions<T> {
  /**
   * Asks for the revision, `revisionOf`, in the first column of the only row. No row: it is no longer true, whatever the
   * revision.
   *
   * @param now of the product's clock.
   */
  readonly ask: (known: Known<T>, now: string) => Statement
}

/** Most that is kept, of all workplaces. */
const most = 1000

export function createCallerMemory<T>({ db, clock }: AuthContext, { ask }: CallerMemoryOptions<T>): CallerMemory<T> {
  const entries = new Map<string, Known<T>>()

  const assume = (key: string): (Assumption<T> & Pick<Known<T>, 'workplaceId'>) | null => {
    const known = entries.get(key)
    if (known === undefined) return null
    const now = clock()
    if (known.until <= now.getTime()) {
      entries.delete(key)
      return null
    }
    const { value, workplaceId, revision } = known
    return {
      value,
      workplaceId,
      question: ask(known, now.toISOString()),
      isConfirmedBy: (answer) => {
        if (answer?.[0]?.[0] === revision) return true
        // Unless another call has read it anew meanwhile.
        if (entries.get(key) === known) entries.delete(key)
        return false
      },
    }
  }

  return {
    find: async (key) => {
      const assumption = assume(key)
      if (assumption === null) return null
      const { value, workplaceId, question } = assumption
      const [answer] = await db.lookUp(workplaceId, [question], `${question.name} ${workplaceId} ${key}`)
      return assumption.isConfirmedBy(answer) ? value : null
    },
    assume,
    keep: (key, known) => {
      if (known.revision === null) return
      const [oldest] = entries.keys()
      if (entries.size >= most && oldest !== undefined && !entries.has(key)) entries.delete(oldest)
      entries.set(key, known)
    },
    forget: (key) => {
      entries.delete(key)
    },
  }
}

/**
 * The SQL expression of the revision of a workplace, over its row `c` of `audit_counter`. It changes with each
 * transaction that changed an account, role, group, authorization, API token or the workplace, because each of these is
 * audited in the same transaction. It includes the time, because numbers repeat after a restore from a backup.
 */
export const revisionOf = `c.number || ' ' || c.at`

/** Returns the SQL expression of the revision of the workplace of a row, such as `u`. */
export function revisionFor(row: string): string {
  return `(select ${revisionOf} from audit_counter c where c.workplace_id = ${row}.workplace_id)`
}
