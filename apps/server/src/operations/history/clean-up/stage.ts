import type { Actor } from '../../../platform/db/actor.ts'
import type { Statement } from '../../../platform/db/batch.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Position, Removed } from './clean-up-run.ts'

const dayMs = 86_400_000

/** The dependencies of a stage of the clean-up. */
export interface StageContext {
  readonly db: Database
  readonly actor: Actor
  readonly now: string
  readonly settings: Settings
  readonly newId: () => string
  /** Waits as long as the last portion took, so that other work has the database for at least half of the time. */
  readonly rest: () => Promise<void>
  /**
   * Returns the statement that counts the removed rows and stores the next position, for the transaction that removes
   * them.
   */
  readonly count: (removed: Removed, position: Position) => Statement
}

/**
 * A stage of the clean-up. It removes one portion and returns the position at which the run continues; null when the
 * stage has nothing left.
 */
export type Stage = (context: StageContext, position: Position) => Promise<Position | null>

export function daysBefore(now: string, days: number): string {
  return new Date(Date.parse(now) - days * dayMs).toISOString()
}
