import { type BudgetValues, defaultBudgets } from '@millrace/contract'
import { afterAll } from 'vitest'
import { createApp } from '../app.ts'
import { type AppOptions, createRuntime } from '../app-context.ts'
import { startSession } from '../platform/auth/session.ts'
import type { BuildInfo } from '../platform/build-info.ts'
import type { CaptchaConfig } from '../platform/captcha-config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { openSignals } from '../platform/db/signals.ts'
import type { DirectoryClient } from '../platform/directory/directory-client.ts'
import { noDirectories } from '../platform/directory/testing/no-directories.ts'
import { createFileStores } from '../platform/files/file-stores.ts'
import type { S3Config } from '../platform/files/s3-config.ts'
import { sessionCookieNames } from '../platform/http/session-cookies.ts'
import type { Brokers } from '../platform/outgoing/brokers.ts'
import type { DatabaseClient } from '../platform/outgoing/database-client.ts'
import { createFolderClient } from '../platform/outgoing/folder-client.ts'
import type { OutgoingClient } from '../platform/outgoing/http-client.ts'
import type { Mailboxes } from '../platform/outgoing/mailboxes.ts'
import type { RemoteFolders } from '../platform/outgoing/remote-folders.ts'
import {
  type FixedSettings,
  type InstallationSettings,
  openInstallationSettings,
} from '../platform/settings/installation-settings.ts'
import type { SsoConfig } from '../platform/sso/sso-config.ts'
import type { TracesConfig } from '../platform/tracing/traces-config.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { testThreads } from '../runtime/testing/test-runtime.ts'
import { createUser, type TestUser, type UserOptions } from './factories.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { createTestClient, type TestClient } from './test-client.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { testVendor } from './test-licence.ts'

export interface TestApp extends TestDatabase {
  readonly app: Awaited<ReturnType<typeof createApp>>
  readonly runtime: Runtime
  readonly settings: InstallationSettings
  /** Of which another server of the same installation can be made. */
  readonly options: AppOptions
  readonly clock: FakeClock
  /** Nobody, with a browser's cookie jar. */
  anonymous(): TestClient
  /** A new user of the default workplace, unless another is named, in a session of their own. */
  signIn(options?: Partial<UserOptions>): Promise<TestClient & { readonly user: TestUser }>
  /** Another session of a user. */
  signInAs(user: TestUser): Promise<TestClient & { readonly user: TestUser }>
}

export interface TestAppOptions {
  /** The time that the clock stands at. */
  readonly now?: string
  readonly webFolder?: string
  readonly isReady?: () => boolean
  readonly publicUrl?: string | null
  /** Whose word on the caller's address counts; requests of tests come from this machine. */
  readonly trustedProxies?: readonly string[]
  /** Another way to the same database, which a test can cut. */
  readonly connectBy?: (connectionString: string) => Promise<string>
  readonly connectionLimits?: AppOptions['connectionLimits']
  /** A provider of single sign-on. */
  readonly sso?: SsoConfig | null
  /** What answers calls to services of others; nothing does without it. */
  readonly outgoing?: OutgoingClient
  /** What answers questions to databases of others; nothing does without it. */
  readonly databases?: DatabaseClient
  /** What answers questions to directories; nothing does without it. */
  readonly directories?: DirectoryClient
  /** What looks for viruses; nobody does without it. */
  readonly scanner?: AppOptions['scanner']
  /** Where files are kept, in PostgreSQL without it. */
  readonly s3?: S3Config | null
  /** A captcha service for public forms; the riddle of the house without it. */
  readonly captcha?: CaptchaConfig | null
  /** In which days begin; UTC without it. */
  readonly timeZone?: string
  /** Those that are other than usual. */
  readonly budgets?: Partial<BudgetValues>
  /** Settings that the environment fixes. */
  readonly fixed?: FixedSettings
  /** For `/metrics`, which is not there without it. */
  readonly metricsToken?: string | null
  /** Where traces would be sent; requests are traced with it. */
  readonly traces?: TracesConfig | null
  /** Pages of other origins that may call `/engine-rest`. */
  readonly corsOrigins?: readonly string[]
  readonly checksRestRights?: boolean
  readonly remoteFolders?: RemoteFolders
  readonly mailboxes?: Mailboxes
  readonly brokers?: Brokers
  /** Folders that file connections may read. */
  readonly fileRoots?: readonly string[]
  /** Folders whose files file connections may change, too. */
  readonly fileWriteRoots?: readonly string[]
  /** Takes all lines of the log; none is written without it. */
  readonly log?: (line: string) => void
}

const noQuestion = () => Promise.reject(new Error('Expected no question to the outside in this test.'))
const noDatabases: DatabaseClient = { ask: noQuestion, read: noQuestion }

/** Creates the real server without a port, with its own database. Call it at the top of a test file, not in a hook. */
export async function createTestApp({
  now,
  webFolder = '/nowhere',
  isReady = () => true,
  publicUrl = null,
  trustedProxies = ['loopback'],
  connectBy,
  connectionLimits = {},
  sso = null,
  budgets = {},
  fixed = {},
  metricsToken = null,
  traces = null,
  corsOrigins = [],
  checksRestRights = true,
  scanner = null,
  s3 = null,
  captcha = null,
  timeZone = 'UTC',
  directories = noDirectories,
  fileRoots = [],
  fileWriteRoots = [],
  remoteFolders = noOtherMachines,
  mailboxes = noMailboxes,
  brokers = noBrokers,
  log,
  outgoing = { send: () => Promise.reject(new Error('Expected no call to the outside in this test.')) },
  databases = noDatabases,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const { connectionString, nearConnectionString, workplaceId } = database
  const allBudgets = { ...defaultBudgets, ...budgets }
  const isUsual = connectBy === undefined && Object.keys(budgets).length === 0
  const way = (await connectBy?.(connectionString)) ?? nearConnectionString
  const db = isUsual ? database.db : openDatabase({ connectionString: way, budgets: allBudgets })
  const clock = createFakeClock(now)
  const signals = await openSignals({ database: { connectionString: nearConnectionString } })
  const secret = 'the secret of a test, long enough for one'
  const fixedBudgets = Object.fromEntries(Object.entries(budgets).map(([name, most]) => [`budget.${name}`, most]))
  const settings = await openInstallationSettings({ db, signals, secret, fixed: { ...fixedBudgets, ...fixed } })
  const config = {
    apiBase: '/api',
    logLevel: log === undefined ? 'silent' : 'trace',
    trustedProxies,
    publicUrl,
    sso,
    captcha,
    licenceKeys: [testVendor.publicKey],
    budgets: allBudgets,
    metricsToken,
    traces,
    corsOrigins,
    checksRestRights,
  } as const
  const options = {
    config,
    settings,
    db,
    signals,
    threads: testThreads(),
    clock,
    timeZone,
    secret,
    build,
    outgoing,
    databases,
    folders: createFolderClient({ roots: fileRoots, writable: fileWriteRoots }),
    remoteFolders,
    mailboxes,
    brokers,
    directories,
    connectionLimits,
    webFolder,
    isReady,
    scanner,
    files: createFileStores({ db, clock, s3, warn: () => {} }),
    ...(log !== undefined && { logStream: { write: log } }),
  }
  const runtime = createRuntime(options)
  const app = await createApp(options, runtime)
  afterAll(async () => {
    await app.close()
    settings.close()
    await signals.close()
    if (db !== database.db) await db.close()
  })

  const signInAs = async (user: TestUser) => {
    const { access, refresh } = await startSession({ db, clock }, { user })
    return Object.assign(
      createTestClient(app, { [sessionCookieNames.access]: access, [sessionCookieNames.refresh]: refresh }),
      { user },
    )
  }
  return {
    ...database,
    app,
    runtime,
    settings,
    options,
    clock,
    anonymous: () => createTestClient(app),
    signInAs,
    signIn: async (user = {}) => signInAs(await createUser(db, { workplaceId, ...user })),
  }
}

const noOtherMachines: RemoteFolders = {
  check: () => Promise.reject(new Error('Expected no other machine in this test.')),
  open: () => Promise.reject(new Error('Expected no other machine in this test.')),
}

const noBrokers: Brokers = {
  ...{ check: noQuestion, send: noQuestion, open: noQuestion },
  topics: { check: noQuestion, send: noQuestion, open: noQuestion },
}

const noMailboxes: Mailboxes = {
  check: () => Promise.reject(new Error('Expected no mailbox in this test.')),
  open: () => Promise.reject(new Error('Expected no mailbox in this test.')),
}

const build: BuildInfo = {
  name: 'Millrace',
  version: '1.2.3',
  commit: '0123456789abcdef0123456789abcdef01234567',
  modellerVersion: 'bpmn-js 18',
}
