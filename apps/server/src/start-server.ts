import { join } from 'node:path'
import { createApp } from './app.ts'
import { type AppOptions, createRuntime } from './app-context.ts'
import { endServing, type Serving } from './end-serving.ts'
import { openDatabases } from './open-databases.ts'
import { type Administrator, generatePassword } from './operations/administrators/create-administrator.ts'
import { prepareAdministrator, type StartPassword } from './operations/administrators/prepare-administrator.ts'
import { installSamples } from './operations/samples/install-samples.ts'
import { findWorkplaceId } from './platform/auth/find-workplace.ts'
import { readBuildInfo } from './platform/build-info.ts'
import type { Config } from './platform/config.ts'
import { prepareDataFolder, readOrCreateSecret, readOrKeepTimeZone } from './platform/data-folder.ts'
import { movesTopic } from './platform/db/cells/workplace-moving.ts'
import { openDatabaseClock } from './platform/db/database-clock.ts'
import { openSignals } from './platform/db/signals.ts'
import { createDirectoryClient } from './platform/directory/directory-client.ts'
import { createFileStores } from './platform/files/file-stores.ts'
import { listenAt } from './platform/http/listen-at.ts'
import { trimWhenIdle } from './platform/idle-memory.ts'
import { migrate } from './platform/migrations/migrate.ts'
import { createBrokers } from './platform/outgoing/brokers.ts'
import { createDatabaseClient } from './platform/outgoing/database-client.ts'
import { createFolderClient } from './platform/outgoing/folder-client.ts'
import { createOutgoingClient } from './platform/outgoing/http-client.ts'
import { createMailboxes } from './platform/outgoing/mailboxes.ts'
import { createRemoteFolders } from './platform/outgoing/remote-folders.ts'
import { createCurrentScanner } from './platform/scanner/current-scanner.ts'
import { withLoggedVerdicts } from './platform/scanner/logged.ts'
import { createCallMeter } from './platform/servers/call-meter.ts'
import { startHeartbeat } from './platform/servers/heartbeat.ts'
import { openInstallationSettings } from './platform/settings/installation-settings.ts'
import { prepareDatabase, readBudgetsOf, watchEveryMs } from './prepare-database.ts'
import { makeHistoryPartitions } from './runtime/history/history-partitions.ts'
import type { Runtime } from './runtime/runtime.ts'
import { createRuntimeThreads } from './runtime/threads/create-runtime-threads.ts'
import { startAgain } from './start-again.ts'
import { startWork } from './start-work.ts'

export interface RunningServer {
  /** Null for a process that only processes jobs. */
  readonly url: string | null
  /** Settles when the server cannot go on: its database has ended by itself. */
  readonly failed: Promise<string>
  /**
   * Ends everything in the order opposite to the start: finishes what is being done, and waits for PostgreSQL's end.
   */
  stop(): Promise<void>
}

export interface ServerOptions {
  readonly config: Config
  /** Called as soon as the administrator is there: a generated password is shown only once. */
  readonly onAdministrator: (administrator: Administrator) => void
  /** Called with the users of the sample application who were made at this start. */
  readonly onSampleUsers?: (usernames: readonly string[]) => void
}

const projectFolder = join(import.meta.dirname, '../../..')

/**
 * Starts everything that the process is for: PostgreSQL if no database is configured, the web server, the worker. If the
 * configured database is lost meanwhile, such as by a fail-over, the start begins again for as long as calls wait.
 *
 * @throws StartFailure with the reason in one sentence. Nothing is left running then.
 */
export async function startServer({ onAdministrator, ...options }: ServerOptions): Promise<RunningServer> {
  const { config } = options
  const generated = generatePassword()
  let isReported = false
  const report = (administrator: Administrator) => {
    if (!isReported) onAdministrator(administrator)
    isReported = true
  }
  return startAgain(
    (isRepeated) =>
      startOnce({ ...options, onAdministrator: report }, { generated, isRepeated: isRepeated && !isReported }),
    { waitMs: config.databaseUrl === null ? 0 : config.databaseWait * 1000, report: (line) => console.log(line) },
  )
}

async function startOnce(
  { config, onAdministrator, onSampleUsers }: ServerOptions,
  password: StartPassword,
): Promise<RunningServer> {
  await using started = new AsyncDisposableStack()
  const build = readBuildInfo(projectFolder)
  if (config.traces !== null) {
    const { startTracing } = await import('./platform/tracing/start-tracing.ts')
    const tracing = startTracing(config.traces, build.version)
    started.defer(() => tracing.stop())
  }
  const dataFolder = prepareDataFolder(config, projectFolder)
  const secret = readOrCreateSecret(config, dataFolder)
  const timeZone = readOrKeepTimeZone(config, dataFolder)
  const { database, failed } = await prepareDatabase(config, dataFolder, started)
  await migrate(database, undefined, { report: (line) => console.log(`Migration ${line}`) })

  const budgets = { ...(await readBudgetsOf(database, { secret, config })) }
  const { cells, db, forgetHomes } = await openDatabases(database, { config, budgets, watchEveryMs }, started)
  const clock = await openDatabaseClock(db)
  started.defer(() => clock.stop())
  onAdministrator(await prepareAdministrator({ db }, config.adminPassword, password))
  await makeHistoryPartitions(db, clock.now())
  const signals = await openSignals({ database })
  started.defer(() => signals.close())
  signals.follow(movesTopic, forgetHomes)
  const installation = await openInstallationSettings({ db, signals, secret, fixed: config.fixed })
  started.defer(() => installation.close())
  const threads = createRuntimeThreads(budgets)
  let isReady = true
  const serving: Serving = { threads, app: null, listening: null, worker: null, flush: null }
  started.defer(() => {
    isReady = false
    return endServing(serving)
  })

  const warn = (facts: object, message: string) => app.log.warn(facts, message)
  const files = createFileStores({ db, clock: clock.now, s3: config.s3, warn })

  const folders = createFolderClient({
    roots: config.fileRoots,
    writable: config.fileWriteRoots,
    closed: [dataFolder],
  })

  let url: string | null = null
  const meter = createCallMeter()
  const options: AppOptions = {
    config: { ...config, budgets },
    settings: installation,
    db,
    cells,
    signals,
    threads,
    clock: clock.now,
    timeZone,
    secret,
    build,
    outgoing: createOutgoingClient({ allowed: config.allowedAddresses }),
    databases: createDatabaseClient({ allowed: config.allowedAddresses, folders }),
    folders,
    remoteFolders: createRemoteFolders({ allowed: config.allowedAddresses }),
    mailboxes: createMailboxes({ allowed: config.allowedAddresses }),
    brokers: createBrokers({ allowed: config.allowedAddresses }),
    directories: createDirectoryClient({ allowed: config.allowedAddresses }),
    scanner: withLoggedVerdicts(
      createCurrentScanner(() => installation.current()['uploads.clamd']),
      warn,
    ),
    files,
    isReady: () => isReady,
    meter,
  }
  const runtime = createRuntime(options)
  serving.flush = runtime.lookUps.flushLog
  if (config.samples) onSampleUsers?.(await installInDefaultWorkplace(runtime))
  const app = await createApp(options, runtime)
  serving.app = app
  await files.check()
  if (config.roles.worker)
    serving.worker = await startWork({
      ...{ config, options, installation, runtime, warn },
      onFault: (error, job) => app.log.error({ err: error, jobId: job?.id }, 'job failed'),
      url: () => url,
    })
  const { version } = build
  const heartbeat = await startHeartbeat({
    db,
    roles: config.roles,
    version,
    refusesMoved: config.cells.length > 0,
    measure: meter.figures,
  })
  started.defer(() => heartbeat.stop())
  started.defer(trimWhenIdle())
  const listening = config.roles.web ? await listenAt(app, config) : null
  serving.listening = listening
  url = listening?.url ?? null
  threads.warm()
  void db.warm()
  const running = started.move()
  return { url, failed, stop: () => running.disposeAsync() }
}

async function installInDefaultWorkplace(runtime: Runtime): Promise<string[]> {
  const workplaceId = await findWorkplaceId(runtime.db, null)
  return workplaceId === null ? [] : installSamples({ db: runtime.db, runtime, clock: runtime.clock }, workplaceId)
}
