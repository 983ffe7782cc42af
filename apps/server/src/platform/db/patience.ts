import type { BudgetValues } from '@millrace/contract'

/**
 * The purpose of a round trip. It decides how long a statement may take, and how many connections such work may hold.
 *
 * - `vital`: health, sessions and sign-in, claiming and extending jobs
 * - `operating`: actions of administrators and operators
 * - `doing`: changes for users and API clients
 * - `reading`: pages, lists and counts
 * - `history`: large reads, such as history and exports of whole lists
 * - `job`: work of the program itself
 */
export type WorkKind = 'vital' | 'operating' | 'doing' | 'reading' | 'history' | 'job'

/** How long a caller waits, and the signal that ends the wait. */
export interface Patience {
  readonly kind: WorkKind
  /** Aborted when the caller hangs up, so that nobody waits for the result. Null for callers that cannot hang up. */
  readonly signal: AbortSignal | null
}

export const vital: Patience = { kind: 'vital', signal: null }

/** The patience of callers that specify none. */
export const unhurried: Patience = { kind: 'doing', signal: null }

/** Milliseconds that one statement may take, waiting for locks included. Then PostgreSQL cancels it. */
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
