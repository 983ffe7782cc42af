import { join } from 'node:path'
import { createInstallationKey, type InstallationKey } from './platform/auth/installation-key.ts'
import { readBuildInfo } from './platform/build-info.ts'
import { readConfig } from './platform/config.ts'
import { findSecret, prepareDataFolder } from './platform/data-folder.ts'
import { identify } from './platform/db/cells/identify.ts'
import { openCells } from './platform/db/cells/open-cells.ts'
import { routeByWorkplace } from './platform/db/cells/route-by-workplace.ts'
import { checkDatabase } from './platform/db/connect.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { createFileStores } from './platform/files/file-stores.ts'
import { migrate } from './platform/migrations/migrate.ts'
import { borrowPostgres } from './platform/postgres/borrow-postgres.ts'
import { StartFailure } from './platform/start-failure.ts'
import { runWorkplaceCommand } from './workplace-command.ts'

const projectFolder = join(import.meta.dirname, '../../..')

/**
 * The platform's command for workplaces: on `DATABASE_URL`, else on the database of the data folder, whether or not a
 * server runs there.
 *
 * @returns the code to exit with.
 */
export async function runWorkplaceMain(args: readonly string[]): Promise<number> {
  try {
    const config = readConfig(process.env)
    await using opened = new AsyncDisposableStack()
    const database =
      config.databaseUrl === null
        ? await borrow()
        : await checkDatabase(config.databaseUrl, { waitMs: config.databaseWait * 1000, pooler: config.pooler })
    await migrate(database)
    const db = openDatabase(database)
    opened.defer(() => db.close())
    const cells = await openCells({
      cells: config.cells,
      installation: await identify(db, { installation: null, name: null }),
      ...{ budgets: config.budgets, waitMs: config.databaseWait * 1000, report: (line) => console.error(line) },
    })
    opened.defer(() => Promise.all(cells.map((cell) => cell.close())).then(() => {}))
    const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
    const clock = () => new Date()
    const warn = (facts: object, message: string) => console.error(message, facts)
    const storesOf = (of: Database) => createFileStores({ db: of, clock, s3: config.s3, warn })
    const files = storesOf(cells.length === 0 ? db : routeByWorkplace({ first: db, cells }))
    await runWorkplaceCommand(
      {
        ...{ db, cells, clock, files, storesOf, publicUrl, installationKey },
        version: readBuildInfo(projectFolder).version,
        print: (line) => console.log(line),
      },
      args,
    )
    return 0

    function installationKey(): InstallationKey {
      const secret = findSecret(config, prepareDataFolder(config, projectFolder))
      if (secret === null)
        throw new StartFailure(
          'Expected the key of the installation, but it is missing. Run the command with the environment of the server.',
        )
      return createInstallationKey(secret)
    }

    async function borrow() {
      const postgres = await borrowPostgres(prepareDataFolder(config, projectFolder))
      opened.defer(() => postgres.stop())
      return { connectionString: postgres.url }
    }
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    console.error(error.message)
    return 1
  }
}
