import { join } from 'node:path'
import { createRuntime } from './app-context.ts'
import { runMoveInCommand } from './move-in-command.ts'
import { readConfig } from './platform/config.ts'
import { prepareDataFolder, readOrCreateSecret, readOrKeepTimeZone } from './platform/data-folder.ts'
import { checkDatabase } from './platform/db/connect.ts'
import { openDatabase } from './platform/db/database.ts'
import { openSignals } from './platform/db/signals.ts'
import { createDirectoryClient } from './platform/directory/directory-client.ts'
import { createFileStores } from './platform/files/file-stores.ts'
import { migrate } from './platform/migrations/migrate.ts'
import { createBrokers } from './platform/outgoing/brokers.ts'
import { createDatabaseClient } from './platform/outgoing/database-client.ts'
import { createFolderClient } from './platform/outgoing/folder-client.ts'
import { createOutgoingClient } from './platform/outgoing/http-client.ts'
import { createMailboxes } from './platform/outgoing/mailboxes.ts'
import { createRemoteFolders } from './platform/outgoing/remote-folders.ts'
import { borrowPostgres } from './platform/postgres/borrow-postgres.ts'
import { StartFailure } from './platform/start-failure.ts'
import { makeHistoryPartitions } from './runtime/history/history-partitions.ts'
import { createRuntimeThreads } from './runtime/threads/create-runtime-threads.ts'

const projectFolder = join(import.meta.dirname, '../../..')

/**
 * Moves the database of another engine into a workplace: on `DATABASE_URL`, else on the database of the data folder,
 * whether or not a server runs there.
 *
 * @returns the code to exit with.
 */
export async function runMoveInMain(args: readonly string[]): Promise<number> {
  try {
    const config = readConfig(process.env)
    await using opened = new AsyncDisposableStack()
    const dataFolder = prepareDataFolder(config, projectFolder)
    const database =
      config.databaseUrl === null
        ? await borrow()
        : await checkDatabase(config.databaseUrl, { waitMs: config.databaseWait * 1000, pooler: config.pooler })
    await migrate(database)
    const db = openDatabase({ ...database, budgets: config.budgets })
    opened.defer(() => db.close())
    const clock = () => new Date()
    await makeHistoryPartitions(db, clock())
    const signals = await openSignals({ database })
    opened.defer(() => signals.close())
    const threads = createRuntimeThreads(config.budgets)
    opened.defer(() => threads.close())
    const warn = (facts: object, message: string) => console.error(message, facts)
    const secret = readOrCreateSecret(config, dataFolder)
    const folders = createFolderClient({
      roots: config.fileRoots,
      writable: config.fileWriteRoots,
      closed: [dataFolder],
    })
    const runtime = createRuntime({
      config,
      db,
      signals,
      threads,
      clock,
      timeZone: readOrKeepTimeZone(config, dataFolder),
      secret,
      outgoing: createOutgoingClient({ allowed: config.allowedAddresses }),
      databases: createDatabaseClient({ allowed: config.allowedAddresses, folders }),
      folders,
      remoteFolders: createRemoteFolders({ allowed: config.allowedAddresses }),
      mailboxes: createMailboxes({ allowed: config.allowedAddresses }),
      brokers: createBrokers({ allowed: config.allowedAddresses }),
      directories: createDirectoryClient({ allowed: config.allowedAddresses }),
      scanner: null,
      files: createFileStores({ db, clock, s3: config.s3, warn }),
    })
    return await runMoveInCommand(
      { runtime, print: (line) => console.log(line), onStop: (stop) => process.once('SIGINT', stop) },
      args,
    )

    async function borrow() {
      const postgres = await borrowPostgres(dataFolder)
      opened.defer(() => postgres.stop())
      return { connectionString: postgres.url }
    }
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    console.error(error.message)
    return 1
  }
}
