import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { BudgetValues } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { type AppOptions, createRuntime } from './app-context.ts'
import { endServing, type Serving } from './end-serving.ts'
import { runCurrentWorker } from './jobs/current-worker.ts'
import { openMaintenance } from './jobs/kinds/maintenance.ts'
import { releaseAll } from './jobs/leases.ts'
import { createServices } from './jobs/work/services.ts'
import { workInCells } from './jobs/work-in-cells.ts'
import { startWorker, type Worker } from './jobs/worker.ts'
import { openDatabases } from './open-databases.ts'
import { type Administrator, generatePassword } from './operations/administrators/create-administrator.ts'
import { prepareAdministrator, type StartPassword } from './operations/administrators/prepare-administrator.ts'
import { installSamples } from './operations/samples/install-samples.ts'
import { findWorkplaceId } from './platform/auth/find-workplace.ts'
import { readBuildInfo } from './platform/build-info.ts'
import type { Config } from './platform/config.ts'
import { prepareDataFolder, readOrCreateSecret, readOrKeepTimeZone } from './platform/data-folder.ts'
import { movesTopic } from './platform/db/cells/workplace-moving.ts'
import { type CheckedDatabase, checkDatabase } from './platform/db/connect.ts'
import { openDatabase } from './platform/db/database.ts'
import { openDatabaseClock } from './platform/db/database-clock.ts'
import { openSignals } from './platform/db/signals.ts'
import { createDirectoryClient } from './platform/directory/directory-client.ts'
import { createFileStores } from './platform/files/file-stores.ts'
import { type Listening, listen } from './platform/http/listen.ts'
import { trimWhenIdle } from './platform/idle-memory.ts'
import { migrate } from './platform/migrations/migrate.ts'
import { createBrokers } from './platform/outgoing/brokers.ts'
import { createDatabaseClient } from './platform/outgoing/database-client.ts'
import { createFolderClient } from './platform/outgoing/folder-client.ts'
import { createOutgoingClient } from './platform/outgoing/http-client.ts'
import { createMailSender } from './platform/outgoing/mail-sender.ts'
import { createMailboxes } from './platform/outgoing/mailboxes.ts'
import { createRemoteFolders } from './platform/outgoing/remote-folders.ts'
import { startPostgres } from './platform/postgres/start-postgres.ts'
import { createCurrentScanner } from './platform/scanner/current-scanner.ts'
import { withLoggedVerdicts } from './platform/scanner/logged.ts'
import { createCallMeter } from './platform/servers/call-meter.ts'
import { startHeartbeat } from './platform/servers/heartbeat.ts'
import { openInstallationSettings, readInstallationValues } from './platform/settings/installation-settings.ts'
import { budgetsOf } from './platform/settings/live-budgets.ts'
import { findMailServer } from './platform/settings/mail-server.ts'
import { reasonOf, StartFailure } from './platform/start-failure.ts'
import { makeHistoryPartitions } from './runtime/history/history-partitions.ts'
import type { Runtime } from './runtime/runtime.ts'
import { createRuntimeThreads } from './runtime/threads/create-runtime-threads.ts'
import { startAgain } from './start-again.ts'

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
  if (config.roles.worker) {
    await openMaintenance(db, clock.now())
    const onFault = (error: unknown, job: { readonly id: string } | null) =>
      app.log.error({ err: error, jobId: job?.id }, 'job failed')
    const services = createServices({
      outgoing: options.outgoing,
      mail: createMailSender(() => findMailServer(installation.current(), config.mailServer)),
      secret,
      publicUrl: () => config.publicUrl ?? url ?? `http://localhost:${config.port}`,
      warn,
    })
    if (config.databaseUrl === null) await releaseAll(db)
    const work = (own: Runtime): Worker =>
      runCurrentWorker(installation, (values) =>
        startWorker({
          runtime: { ...own, isForJobs: true },
          services,
          signals,
          workerId: `${hostname()}:${process.pid}:${randomUUID()}`,
          onFault,
          leaseMs: values['jobs.leaseSeconds'] * 1000,
          lookEveryMs: values['jobs.lookSeconds'] * 1000,
          stepLanes: { all: values['jobs.lanes'], ofWorkplace: values['jobs.lanesOfWorkplace'] },
        }),
      )
    serving.worker = workInCells(cells, {
      first: work(runtime),
      work: async (cell) => {
        const time = await openDatabaseClock(cell)
        await openMaintenance(cell, time.now()).catch((error: unknown) => {
          time.stop()
          throw error
        })
        const stores = createFileStores({ db: cell, clock: time.now, s3: config.s3, warn })
        const own = createRuntime({ ...options, db: cell, logDb: db, clock: time.now, files: stores })
        const worker = work(own)
        const flush = () =>
          own.lookUps.flushLog().catch((error: unknown) => warn({ err: error }, 'call log: not written'))
        return { stop: () => worker.stop().finally(flush).finally(time.stop) }
      },
      onFault: (error) => onFault(error, null),
    })
  }
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

/** Before the database is opened for good: how many connections it has is a budget too. */
async function readBudgetsOf(
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

async function installInDefaultWorkplace(runtime: Runtime): Promise<string[]> {
  const workplaceId = await findWorkplaceId(runtime.db, null)
  return workplaceId === null ? [] : installSamples({ db: runtime.db, runtime, clock: runtime.clock }, workplaceId)
}

/** How soon a server that no longer takes changes is noticed where nothing is written. */
const watchEveryMs = 2000

/** The database of the configuration, or our own, which then ends with us. */
async function prepareDatabase(
  config: Config,
  dataFolder: string,
  started: AsyncDisposableStack,
): Promise<{ database: CheckedDatabase; failed: Promise<string> }> {
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

async function listenAt(app: FastifyInstance, { host, port }: Config): Promise<Listening> {
  try {
    const listening = await listen(app, { host, port })
    const address = new URL(listening.url)
    if (['127.0.0.1', '0.0.0.0', '[::1]', '[::]'].includes(address.hostname)) address.hostname = 'localhost'
    return { ...listening, url: address.origin }
  } catch (error) {
    throw describeListenFailure(error, host, port)
  }
}

function describeListenFailure(error: unknown, host: string, port: number): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartFailure(
        `Expected port ${port} of ${host} to be free, but another program uses it. Set PORT to another one.`,
      )
    case 'EACCES':
      return new StartFailure(
        `Expected to be allowed to listen on port ${port}, but this user is not. Set PORT to 1024 or more.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartFailure(
        `Expected HOST to be an address of this machine, but “${host}” is not: ${reasonOf(error)}.`,
      )
    default:
      return error
  }
}
