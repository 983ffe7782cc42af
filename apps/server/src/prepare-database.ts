import { join } from 'node:path'
import type { BudgetValues } from '@millrace/contract'
import type { Config } from './platform/config.ts'
import { type CheckedDatabase, checkDatabase } from './platform/db/connect.ts'
import { openDatabase } from './platform/db/database.ts'
import { startPostgres } from './platform/postgres/start-postgres.ts'
import { readInstallationValues } from './platform/settings/installation-settings.ts'
import { budgetsOf } from './platform/settings/live-budgets.ts'

/** Milliseconds until a server that no longer takes changes is noticed where nothing is written. */
export const watchEveryMs = 2000

/** The database of this process. */
export interface PreparedDatabase {
  readonly database: CheckedDatabase
  /** Settles with a sentence when a PostgreSQL that this process started has ended by itself. */
  readonly failed: Promise<string>
}

/**
 * Connects to the database of the configuration, or starts PostgreSQL for this process.
 *
 * @param started ends all of it when the server stops.
 */
export async function prepareDatabase(
  config: Config,
  dataFolder: string,
  started: AsyncDisposableStack,
): Promise<PreparedDatabase> {
  if (config.databaseUrl !== null) {
    const database = await checkDatabase(config.databaseUrl, {
      waitMs: config.databaseWait * 1000,
      pooler: config.pooler,
    })
    for (const hosts of [database.hosts, database.direct?.hosts]) {
      hosts?.watch(watchEveryMs)
      started.defer(() => hosts?.close())
    }
    return { database, failed: new Promise(() => {}) }
  }
  const postgres = await startPostgres({ dataFolder })
  started.defer(() => postgres.stop())
  const failed = postgres.ended.then(
    () =>
      `Expected PostgreSQL to run as long as the server does, but it has ended. See ${join(dataFolder, 'postgres', 'log')}.`,
  )
  return { database: { connectionString: postgres.nearUrl }, failed }
}

/** Reads the budgets before the database is opened for good: how many connections it has is a budget too. */
export async function readBudgetsOf(
  database: CheckedDatabase,
  { secret, config }: { readonly secret: string; readonly config: Config },
): Promise<BudgetValues> {
  const db = openDatabase({ ...database, budgets: config.budgets })
  try {
    return budgetsOf(await readInstallationValues({ db, secret, fixed: config.fixed }))
  } finally {
    await db.close()
  }
}
