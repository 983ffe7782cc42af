import type { BudgetValues } from '@millrace/contract'
import type { Config } from './platform/config.ts'
import { identify } from './platform/db/cells/identify.ts'
import type { Cell } from './platform/db/cells/open-cell.ts'
import { openCells } from './platform/db/cells/open-cells.ts'
import { routeByWorkplace } from './platform/db/cells/route-by-workplace.ts'
import type { CheckedDatabase } from './platform/db/connect.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { openReplica } from './platform/db/replica/open-replica.ts'
import { withReplica } from './platform/db/replica/with-replica.ts'
import { makeHistoryPartitions } from './runtime/history/history-partitions.ts'

interface Options {
  readonly config: Config
  readonly budgets: BudgetValues
  /** Milliseconds between two looks whether the databases beside the first one answer. */
  readonly watchEveryMs: number
}

interface OpenDatabases {
  /** The databases beside the first one, each with workplaces of its own. */
  readonly cells: readonly Cell[]
  /** All of them: each statement goes to the database of its workplace. */
  readonly db: Database
  /** Looks up again where workplaces live, after a signal that one is being moved. */
  readonly forgetHomes: () => void
}

/**
 * Opens the first database, its standby for reads, and the other configured databases.
 *
 * @param started closes them when the server stops.
 */
export async function openDatabases(
  database: CheckedDatabase,
  { config, budgets, watchEveryMs }: Options,
  started: AsyncDisposableStack,
): Promise<OpenDatabases> {
  const primary = openDatabase({ ...database, budgets, keepsConnections: true, refusesMoved: config.cells.length > 0 })
  started.defer(() => primary.close())
  const first = withStandby(primary, { config, budgets, role: database.role }, started)
  const installation = await identify(first, { installation: null, name: null })
  if (config.cells.length === 0) return { cells: [], db: first, forgetHomes: () => {} }
  const cells = await openCells({
    ...{ cells: config.cells, installation, budgets, watchEveryMs, waitMs: config.databaseWait * 1000 },
    refusesMoved: true,
    prepare: (db) => makeHistoryPartitions(db, new Date()),
    report: (line) => console.log(line),
  })
  started.defer(() => Promise.all(cells.map((cell) => cell.close())).then(() => {}))
  const db = routeByWorkplace({ first, cells })
  return { cells, db, forgetHomes: db.forgetHomes }
}

function withStandby(
  primary: Database,
  { config: { replicaUrl: url }, budgets, role }: Omit<Options, 'watchEveryMs'> & Pick<CheckedDatabase, 'role'>,
  started: AsyncDisposableStack,
): Database {
  if (url === null) return primary
  const replica = openReplica({ url, primary, budgets, role })
  started.defer(() => replica.close())
  return withReplica(primary, replica)
}
