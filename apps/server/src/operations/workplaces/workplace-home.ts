import { type Cell, CellAway } from '../../platform/db/cells/open-cell.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/** The databases in which workplaces can be stored. */
export interface Homes {
  /** The first database, which has the directory of workplaces. */
  readonly db: Database
  readonly cells?: readonly Cell[]
}

/**
 * Finds the database in which a workplace lives.
 *
 * @param name null: the first one.
 * @returns a refusal when no database has the name, or when it does not answer.
 */
export function findHome({ db, cells = [] }: Homes, name: string | null): Database | Refusal {
  if (name === null) return db
  const cell = cells.find((known) => known.name === name)
  if (cell === undefined)
    return refuse(
      'thing.not-found',
      `Expected a database of MILLRACE_DATABASES, but “${name}” is none of ${cells.map((known) => known.name).join(', ') || 'them, because there are none'}.`,
    )
  try {
    return cell.db
  } catch (error) {
    if (!(error instanceof CellAway)) throw error
    return refuse('server.unavailable', `Expected the database “${name}” to answer, but it does not. Try again later.`)
  }
}
