import type { BudgetValues } from '@millrace/contract'

/**
 * What a round trip to the database is for. It decides how long one statement may take, and how many connections such
 * work may hold.
 *
 * - `vital`: health, sessions and signing in, claiming jobs and holding them
 * - `operating`: what administrators and operators do
 * - `doing`: whatever changes something for a user or program
 * - `reading`: pages, lists and counts
 * - `history`: what reads much by its nature: history, files of whole lists
 * - `job`: what the program does by itself
 */
export type WorkKind = 'vital' | 'operating' | 'doing' | 'reading' | 'history' | 'job'

/** How long a caller waits. */
export interface Patience {
  readonly kind: WorkKind
  /** Ends when the caller hangs up: nobody waits for what is being read then. Null where nobody can. */
  readonly signal: AbortSignal | null
}

export const vital: Patience = { kind: 'vital', signal: null }

/** Where nobody says otherwise. */
export const unhurried: Patience = { kind: 'doing', signal: null }

/** Milliseconds that one statement may take, waiting for locks included. Then PostgreSQL breaks it off. */
export type StatementTimes = Readonly<Record<WorkKind, number>>

export function readStatementTimes(budgets: BudgetValues): StatementTimes {
  return {
    vital: 10_000,
    operating: budgets.operatingTime,
    doing: budgets.doingTime,
    reading: budgets.readingTime,
    history: budgets.historyTime,
    job: budgets.jobStatementTime,
  }
}
