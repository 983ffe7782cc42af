import type { BudgetValues } from '@millrace/contract'
import { migrate } from '../../migrations/migrate.ts'
import { checkDatabase } from '../connect.ts'
import { type Database, openDatabase } from '../database.ts'
import { identify, refuseOther } from './identify.ts'
import { type Cell, openCell } from './open-cell.ts'
import type { CellConfig } from './read-cells.ts'

export interface CellsOptions {
  readonly cells: readonly CellConfig[]
  /** The id of the installation, from its first database. */
  readonly installation: string
  /** How long connecting looks for a server that takes changes, in milliseconds. */
  readonly waitMs: number
  readonly budgets: BudgetValues
  /** How soon a server that no longer takes changes is noticed where nothing is written. Left out: not at all. */
  readonly watchEveryMs?: number
  /** Prepares the database before it is used, as at the start of a server. */
  readonly prepare?: (db: Database) => Promise<void>
  /** Whether transactions on workplaces that are being moved fail. Left out: no. */
  readonly refusesMoved?: boolean
  /** Takes a line of the log. */
  readonly report: (line: string) => void
}

/**
 * Opens the further databases: each is checked, identified, and migrated under its own lock. A database that does not
 * answer is tried again until it does, and its workplaces are unavailable until then.
 */
export function openCells({ cells, ...options }: CellsOptions): Promise<Cell[]> {
  return Promise.all(
    cells.map((cell) =>
      openCell({
        name: cell.name,
        open: () => open(cell, options),
        report: (error) => options.report(`Database ${cell.name}: ${error instanceof Error ? error.message : error}`),
      }),
    ),
  )
}

async function open(
  { name, url }: CellConfig,
  { installation, waitMs, budgets, watchEveryMs, prepare, refusesMoved = false, report }: Omit<CellsOptions, 'cells'>,
): Promise<Database> {
  const database = await checkDatabase(url, { waitMs, variable: 'MILLRACE_DATABASES' })
  const close = async (db: Database | null) => {
    database.hosts?.close()
    await db?.close()
  }
  let db: Database | null = null
  try {
    await refuseOther(database, { installation, name })
    await migrate(database, undefined, { report: (line) => report(`Migration of ${name} ${line}`) })
    db = openDatabase({ ...database, budgets, keepsConnections: true, refusesMoved })
    await identify(db, { installation, name })
    await prepare?.(db)
  } catch (error) {
    await close(db)
    throw error
  }
  if (watchEveryMs !== undefined) database.hosts?.watch(watchEveryMs)
  const opened = db
  return { ...opened, close: () => close(opened) }
}
