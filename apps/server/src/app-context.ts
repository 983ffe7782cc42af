import type { AuthenticateHeader } from './platform/auth/authenticate-header.ts'
import type { BuildInfo } from './platform/build-info.ts'
import type { Config } from './platform/config.ts'
import type { Cell } from './platform/db/cells/open-cell.ts'
import type { Database } from './platform/db/database.ts'
import type { Signals } from './platform/db/signals.ts'
import type { DirectoryClient } from './platform/directory/directory-client.ts'
import type { FileStores } from './platform/files/file-store.ts'
import type { Csrf } from './platform/http/csrf.ts'
import type { LogStream } from './platform/http/logging.ts'
import type { ConnectionLimits } from './platform/http/server-limits.ts'
import type { LiveHub } from './platform/live/hub.ts'
import { topicsOf } from './platform/live/topics.ts'
import type { Brokers } from './platform/outgoing/brokers.ts'
import type { DatabaseClient } from './platform/outgoing/database-client.ts'
import type { FolderClient } from './platform/outgoing/folder-client.ts'
import type { OutgoingClient } from './platform/outgoing/http-client.ts'
import type { Mailboxes } from './platform/outgoing/mailboxes.ts'
import type { RemoteFolders } from './platform/outgoing/remote-folders.ts'
import type { Scanner } from './platform/scanner/scanner.ts'
import type { CallMeter } from './platform/servers/call-meter.ts'
import type { InstallationSettings } from './platform/settings/installation-settings.ts'
import type { SsoProvider } from './platform/sso/sso-provider.ts'
import type { Threads } from './platform/threads/create-threads.ts'
import { createDefinitionCache } from './runtime/definitions/definition-cache.ts'
import { createHeavyRuns } from './runtime/execute/heavy-runs.ts'
import { createStateCache } from './runtime/execute/state-cache.ts'
import { createHistoryLevels } from './runtime/history/levels.ts'
import { createBookReader } from './runtime/look-ups/book-reader.ts'
import { createLookUps } from './runtime/look-ups/look-ups.ts'
import { createIdSource } from './runtime/new-id.ts'
import type { Runtime } from './runtime/runtime.ts'

/** The parts from which the server is built, and which tests can replace. */
export interface AppOptions {
  readonly config: Pick<
    Config,
    | 'apiBase'
    | 'logLevel'
    | 'trustedProxies'
    | 'corsOrigins'
    | 'checksRestRights'
    | 'publicUrl'
    | 'sso'
    | 'captcha'
    | 'licenceKeys'
    | 'budgets'
    | 'metricsToken'
    | 'traces'
  >
  /** Settings of the installation. They change while it runs. */
  readonly settings: InstallationSettings
  readonly db: Database
  /** Databases beside the first one; none when left out. */
  readonly cells?: readonly Cell[]
  readonly signals: Signals
  readonly threads: Threads
  readonly clock: () => Date
  /** For signatures and for secrets at rest. */
  readonly secret: string
  readonly build: BuildInfo
  /** The way to services of others. */
  readonly outgoing: OutgoingClient
  /** The way to databases of others. */
  readonly databases: DatabaseClient
  /** The way to directories of others. */
  readonly directories: DirectoryClient
  /** The way to files of others on this machine. */
  readonly folders: FolderClient
  /** The way to files on machines of others. */
  readonly remoteFolders: RemoteFolders
  /** The way to mailboxes of others. */
  readonly mailboxes: Mailboxes
  /** The way to message brokers of others. */
  readonly brokers: Brokers
  /** Looks for viruses in files; null: nobody does. */
  readonly scanner: Scanner | null
  /** Where the contents of files are. */
  readonly files: FileStores
  /** Whether requests should come here. */
  readonly isReady: () => boolean
  /** IANA name of the time zone of the installation; that of the machine when left out. */
  readonly timeZone?: string
  /** Other limits than those of the product, for tests that do not want to wait. */
  readonly connectionLimits?: Partial<ConnectionLimits>
  /** Takes the log instead of standard output, for tests. */
  readonly logStream?: LogStream
  /** Measures the calls that are answered; nobody does without it. */
  readonly meter?: CallMeter
  /** The built browser application; by default where its build puts it. */
  readonly webFolder?: string
}

/** The context of features and of the engine's REST API: created once, the same for every request. */
export interface AppContext extends AppOptions {
  readonly runtime: Runtime
  readonly csrf: Csrf
  readonly authenticateHeader: AuthenticateHeader
  /** Streams to browsers. */
  readonly live: LiveHub
  /** Advanced single sign-on; null without a provider. It changes while the server runs. */
  readonly sso: SsoProvider | null
}

interface RuntimeOptions extends UsedOptions {
  /**
   * The database for the log of calls of external systems; else `db`. All databases of the installation for a worker of one
   * of them: a workplace may move away while its call runs.
   */
  readonly logDb?: Database
}

type UsedOptions = Pick<
  AppOptions,
  | 'db'
  | 'signals'
  | 'clock'
  | 'timeZone'
  | 'threads'
  | 'files'
  | 'outgoing'
  | 'databases'
  | 'directories'
  | 'folders'
  | 'remoteFolders'
  | 'mailboxes'
  | 'brokers'
  | 'scanner'
  | 'secret'
  | 'config'
>

/**
 * Creates the context in which commands are executed. Web and worker of one process share it, with its cache of
 * definitions.
 */
export function createRuntime({
  db,
  logDb = db,
  signals,
  clock,
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
  threads,
  files,
  outgoing,
  databases,
  directories,
  folders,
  remoteFolders,
  mailboxes,
  brokers,
  scanner,
  secret,
  config: { budgets },
}: RuntimeOptions): Runtime {
  const states = createStateCache()
  db.onLoss(states.forgetAll)
  return {
    db,
    threads,
    files,
    lookUps: createLookUps({
      ...{ db, logDb, outgoing, databases, folders, remoteFolders, mailboxes, brokers, secret, clock, budgets },
      readBook: createBookReader({ threads, budgets, isForJobs: false }),
    }),
    budgets,
    outgoing,
    databases,
    folders,
    scanner,
    directories,
    secret,
    isForJobs: false,
    localWorker: { current: null },
    definitions: createDefinitionCache(),
    heavyRuns: createHeavyRuns(),
    states,
    historyLevels: createHistoryLevels({ db, signals }),
    clock,
    zone: timeZone,
    newId: createIdSource(() => clock().getTime()),
    announceJobs: () => signals.send('jobs'),
    announceChanges: (changes) => {
      for (const topic of topicsOf(changes)) signals.send(topic)
    },
  }
}
