import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type AppOptions, createRuntime } from './app-context.ts'
import { runCurrentWorker } from './jobs/current-worker.ts'
import { openMaintenance } from './jobs/kinds/maintenance.ts'
import { releaseAll } from './jobs/leases.ts'
import { createServices } from './jobs/work/services.ts'
import { workInCells } from './jobs/work-in-cells.ts'
import { startWorker, type Worker, type WorkerOptions } from './jobs/worker.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/db/database.ts'
import { openDatabaseClock } from './platform/db/database-clock.ts'
import { createFileStores } from './platform/files/file-stores.ts'
import { createMailSender } from './platform/outgoing/mail-sender.ts'
import type { InstallationSettings } from './platform/settings/installation-settings.ts'
import { findMailServer } from './platform/settings/mail-server.ts'
import type { Runtime } from './runtime/runtime.ts'

/** What the workers of a process need of its other parts. */
export interface WorkOptions {
  readonly config: Pick<Config, 'databaseUrl' | 'mailServer' | 'port' | 'publicUrl' | 's3'>
  /** The options of the web part, with all databases of the installation as one. */
  readonly options: AppOptions
  readonly installation: InstallationSettings
  readonly runtime: Runtime
  readonly warn: (facts: object, message: string) => void
  readonly onFault: WorkerOptions['onFault']
  /** The address of the server; null before it listens, and without a web part. */
  readonly url: () => string | null
}

/** Starts the workers of a process: one for the first database, and one for each other. */
export async function startWork({
  config,
  options,
  installation,
  runtime,
  warn,
  onFault,
  url,
}: WorkOptions): Promise<Worker> {
  const { db, clock, secret, signals, cells = [] } = options
  await openMaintenance(db, clock())
  const services = createServices({
    outgoing: options.outgoing,
    mail: createMailSender(() => findMailServer(installation.current(), config.mailServer)),
    secret,
    publicUrl: () => config.publicUrl ?? url() ?? `http://localhost:${config.port}`,
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
  return workInCells(cells, {
    first: work(runtime),
    work: createCellWork({ options, s3: config.s3, warn, work }),
    onFault: (error) => onFault(error, null),
  })
}

interface CellWorkOptions extends Pick<WorkOptions, 'options' | 'warn'> {
  readonly s3: Config['s3']
  /** Starts a worker with the runtime of one database. */
  readonly work: (own: Runtime) => Worker
}

/**
 * Returns the function that starts the worker of a database beside the first one, with its own clock and files. It writes
 * the log of calls where their workplace lives by then, because a workplace may move away while a call runs.
 */
export function createCellWork({ options, s3, warn, work }: CellWorkOptions): (cell: Database) => Promise<Worker> {
  return async (cell) => {
    const time = await openDatabaseClock(cell)
    await openMaintenance(cell, time.now()).catch((error: unknown) => {
      time.stop()
      throw error
    })
    const files = createFileStores({ db: cell, clock: time.now, s3, warn })
    const own = createRuntime({ ...options, db: cell, logDb: options.db, clock: time.now, files })
    const worker = work(own)
    const flush = () => own.lookUps.flushLog().catch((error: unknown) => warn({ err: error }, 'call log: not written'))
    return { stop: () => worker.stop().finally(flush).finally(time.stop) }
  }
}
