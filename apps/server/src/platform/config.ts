import { isIP } from 'node:net'
import { isAbsolute, parse, resolve } from 'node:path'
import { type BudgetValues, defaultBudgets, timeZoneName } from '@millrace/contract'
import { readPublicKey } from './auth/installation-key.ts'
import { type CaptchaConfig, readCaptchaConfig } from './captcha-config.ts'
import { type CellConfig, readCells } from './db/cells/read-cells.ts'
import type { PoolerConfig } from './db/connect.ts'
import { readHosts } from './db/hosts/read-hosts.ts'
import { readPoolerConfig } from './db/pooler-config.ts'
import { readS3Config, type S3Config } from './files/s3-config.ts'
import { type AllowedAddresses, readAllowedAddresses } from './outgoing/addresses.ts'
import { readBudgets } from './read-budgets.ts'
import { readClamdAddress } from './scanner/clamd-address.ts'
import type { FixedSettings } from './settings/installation-settings.ts'
import { settingsOfMailServer } from './settings/mail-server.ts'
import { settingsOfSso } from './sso/current-sso.ts'
import { readSsoConfig, type SsoConfig } from './sso/sso-config.ts'
import { StartFailure } from './start-failure.ts'
import { readTracesConfig, type TracesConfig } from './tracing/traces-config.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The configuration from environment variables, read once at the start. */
export interface Config {
  /** The port; 0 takes a free one. */
  readonly port: number
  readonly host: string
  /** The address of the PostgreSQL; null for the embedded one. */
  readonly databaseUrl: string | null
  /** The time to look for a database server that accepts changes, in seconds. */
  readonly databaseWait: number
  /** The databases of other workplaces, in addition to the first one. */
  readonly cells: readonly CellConfig[]
  /** A standby of the first database, for calls that accept data of some seconds ago. */
  readonly replicaUrl: string | null
  /** Null: the database is reached without a pooler. */
  readonly pooler: PoolerConfig | null
  /** Null: the default, see `findDataFolder`. */
  readonly dataFolder: string | null
  readonly roles: { readonly web: boolean; readonly worker: boolean }
  readonly adminPassword: string | null
  readonly samples: boolean
  /** Begins with a slash and does not end with one. */
  readonly apiBase: string
  /** Null: generated into the data folder. */
  readonly secret: string | null
  readonly logLevel: LogLevel
  /** Addresses or ranges of proxies whose X-Forwarded headers are believed. */
  readonly trustedProxies: readonly string[]
  /** Where browsers reach the server, without a slash at the end. Null: where each request says it came to. */
  readonly publicUrl: string | null
  /** Web pages of other origins that may call the engine's API from a browser: `https://tasks.example.org`. */
  readonly corsOrigins: readonly string[]
  /** Whether `/engine-rest` checks who may do what; without it every user has the rights of RoleFullAPI there. */
  readonly checksRestRights: boolean
  /** Null: users sign in by name and password only. */
  readonly sso: SsoConfig | null
  /** Addresses of private networks that processes may call. */
  readonly allowedAddresses: AllowedAddresses
  /** `smtp://user:password@host:port`, or `smtps://`. Null: the mail server of the settings. */
  readonly mailServer: string | null
  /** Folders of this machine that file connections may read, as whole paths. */
  readonly fileRoots: readonly string[]
  /** Folders whose files file connections may change, too. */
  readonly fileWriteRoots: readonly string[]
  /** Where new files of forms are kept. Null: in PostgreSQL. */
  readonly s3: S3Config | null
  /** The captcha service of public forms. Null: the built-in captcha. */
  readonly captcha: CaptchaConfig | null
  /** Public Ed25519 keys of vendors whose licences are accepted, base64. */
  readonly licenceKeys: readonly string[]
  /**
   * IANA name of the time zone of the installation. Null: as the data folder keeps it, at first that of the machine.
   */
  readonly timeZone: string | null
  /** The budgets: from `MILLRACE_BUDGETS`, or the defaults, which settings can change. */
  readonly budgets: BudgetValues
  /** The bearer token of `/metrics`; null when metrics are off. */
  readonly metricsToken: string | null
  /** Null: nothing is traced. */
  readonly traces: TracesConfig | null
  /** Settings that the environment fixes. */
  readonly fixed: FixedSettings
}

/**
 * Reads the configuration from environment variables. A variable that is set to nothing counts as not set.
 *
 * @throws StartFailure naming the first variable with a bad value, and why.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const value = (name: string) => (env[name] === undefined || env[name] === '' ? null : env[name])
  const mailServer = readMailServer(value('MILLRACE_SMTP_URL'))
  const mailFrom = value('MILLRACE_MAIL_FROM')
  const clamd = readClamd(value('MILLRACE_CLAMD'))
  const budgets = readBudgets(value('MILLRACE_BUDGETS'))
  const sso = readSsoConfig(value)
  const databaseUrl = readDatabaseUrl(value('DATABASE_URL'))
  return {
    port: readPort(value('PORT') ?? '8080'),
    host: value('HOST') ?? '127.0.0.1',
    databaseUrl,
    databaseWait: readWait(value('MILLRACE_DATABASE_WAIT') ?? (hasSeveralHosts(databaseUrl) ? '10' : '0')),
    cells: readCells(value('MILLRACE_DATABASES'), databaseUrl),
    replicaUrl: readReplicaUrl(value('MILLRACE_DATABASE_REPLICA'), databaseUrl),
    pooler: readPoolerConfig(value, databaseUrl),
    dataFolder: readFolder(value('MILLRACE_DATA')),
    roles: readRoles(value('MILLRACE_ROLES') ?? 'web,worker'),
    adminPassword: readAdminPassword(value('MILLRACE_ADMIN_PASSWORD')),
    samples: readSwitch('MILLRACE_SAMPLES', value('MILLRACE_SAMPLES') ?? 'off'),
    apiBase: readApiBase(value('MILLRACE_API_BASE') ?? '/api'),
    secret: readSecret(value('MILLRACE_SECRET')),
    logLevel: readLogLevel(value('LOG_LEVEL') ?? 'info'),
    trustedProxies: readProxies(value('MILLRACE_TRUSTED_PROXIES') ?? 'loopback'),
    publicUrl: readPublicUrl(value('MILLRACE_PUBLIC_URL')),
    sso,
    allowedAddresses: readPrivateAddresses(value('MILLRACE_ALLOW_PRIVATE_ADDRESSES') ?? 'off'),
    mailServer,
    corsOrigins: readOrigins(value('MILLRACE_CORS_ORIGINS')),
    checksRestRights: readSwitch(
      'MILLRACE_ENGINE_REST_AUTHORIZATION',
      value('MILLRACE_ENGINE_REST_AUTHORIZATION') ?? 'on',
    ),
    fileRoots: readFileRoots('MILLRACE_FILE_ROOTS', value('MILLRACE_FILE_ROOTS')),
    fileWriteRoots: readFileRoots('MILLRACE_FILE_WRITE_ROOTS', value('MILLRACE_FILE_WRITE_ROOTS')),
    s3: readS3Config(value),
    captcha: readCaptchaConfig(value),
    licenceKeys: readLicenceKeys(value('MILLRACE_LICENCE_KEY')),
    timeZone: readTimeZone(value('MILLRACE_TIME_ZONE')),
    budgets: { ...defaultBudgets, ...budgets },
    metricsToken: readMetricsToken(value('MILLRACE_METRICS_TOKEN')),
    traces: readTracesConfig(value),
    fixed: {
      ...settingsOfSso(sso),
      ...(mailServer === null ? {} : settingsOfMailServer(mailServer)),
      ...(mailFrom === null ? {} : { 'mail.from': mailFrom }),
      ...(clamd === null ? {} : { 'uploads.clamd': clamd }),
      ...Object.fromEntries(Object.entries(budgets).map(([name, most]) => [`budget.${name}`, most])),
    },
  }
}

/** Several keys with commas between them: one after the other, when a vendor changes theirs. */
function readLicenceKeys(text: string | null): readonly string[] {
  const keys = text === null ? [] : text.split(',').map((key) => key.trim())
  const wrong = keys.find((key) => readPublicKey(key) === null)
  if (wrong === undefined) return keys
  throw new StartFailure(
    `Expected MILLRACE_LICENCE_KEY to be public Ed25519 keys as \`npm run licence -- keys\` prints them, but “${wrong.slice(0, 30)}” is none.`,
  )
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65535)) throw bad('PORT', 'a whole number from 0 to 65535', text)
  return port
}

function readDatabaseUrl(text: string | null): string | null {
  if (text === null) return null
  if (readHosts(text) !== null) return text
  // Not quoted: it may hold a password.
  throw new StartFailure(
    'Expected DATABASE_URL to be like postgres://user:password@host:5432/database, with commas between several hosts and target_session_attrs any, primary or read-write, but it is something else.',
  )
}

function readReplicaUrl(text: string | null, databaseUrl: string | null): string | null {
  if (text === null || (databaseUrl !== null && readHosts(text) !== null)) return text
  // Not quoted: it may hold a password.
  throw new StartFailure(
    'Expected MILLRACE_DATABASE_REPLICA to be the address of a standby of DATABASE_URL, like postgres://user:password@host:5432/database, but one of them is missing or something else.',
  )
}

function hasSeveralHosts(databaseUrl: string | null): boolean {
  return databaseUrl !== null && (readHosts(databaseUrl)?.hosts.length ?? 0) > 1
}

function readWait(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw bad('MILLRACE_DATABASE_WAIT', 'a number of seconds from 0 to 999', text)
  return Number(text)
}

function readFolder(text: string | null): string | null {
  return text === null ? null : resolve(text)
}

function readRoles(text: string): Config['roles'] {
  const roles = readList(text)
  if (roles.length === 0 || roles.some((role) => role !== 'web' && role !== 'worker'))
    throw bad('MILLRACE_ROLES', 'web, worker or web,worker', text)
  return { web: roles.includes('web'), worker: roles.includes('worker') }
}

function readAdminPassword(text: string | null): string | null {
  if (text !== null && text.length > 255)
    throw new StartFailure('Expected MILLRACE_ADMIN_PASSWORD to have at most 255 characters, but it is longer.')
  return text
}

function readSwitch(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw bad(name, 'on or off', text)
  return text === 'on'
}

function readApiBase(text: string): string {
  if (!/^(\/[A-Za-z0-9_-]+)+$/.test(text)) throw bad('MILLRACE_API_BASE', 'a path like /api', text)
  if (/^\/(engine-rest|help)(\/|$)/.test(text))
    throw bad('MILLRACE_API_BASE', 'a path that the product does not use itself', text)
  return text
}

function readSecret(text: string | null): string | null {
  if (text !== null && text.length < 32)
    throw new StartFailure(`Expected MILLRACE_SECRET to have at least 32 characters, but it has ${text.length}.`)
  return text
}

function readMetricsToken(text: string | null): string | null {
  // Not quoted: it is a secret.
  if (text !== null && !/^\S{16,255}$/.test(text))
    throw new StartFailure(
      'Expected MILLRACE_METRICS_TOKEN to have 16 to 255 characters without blanks, but it is something else.',
    )
  return text
}

function readTimeZone(text: string | null): string | null {
  if (text !== null && !timeZoneName.safeParse(text).success)
    throw bad('MILLRACE_TIME_ZONE', 'the name of a time zone such as Europe/Berlin', text)
  return text
}

function readPublicUrl(text: string | null): string | null {
  if (text === null) return null
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw bad('MILLRACE_PUBLIC_URL', 'an address like https://bpm.example.org', text)
  return url.origin
}

function readPrivateAddresses(text: string): AllowedAddresses {
  const allowed = readAllowedAddresses(text)
  if (allowed === null)
    throw bad('MILLRACE_ALLOW_PRIVATE_ADDRESSES', 'on, off, or addresses and ranges such as 10.1.0.0/16', text)
  return allowed
}

/** No `*`: who may call is named. */
function readOrigins(text: string | null): readonly string[] {
  const origins = text === null ? [] : readList(text)
  const wrong = origins.find((origin) => !/^https?:\/\//.test(origin) || URL.parse(origin)?.origin !== origin)
  if (wrong === undefined) return origins
  throw bad('MILLRACE_CORS_ORIGINS', 'origins such as https://tasks.example.org, with commas between them', wrong)
}

/** Not the whole machine: what the server keeps secret is on it. */
function readFileRoots(name: string, text: string | null): readonly string[] {
  const roots = text === null ? [] : text.split(',').map((root) => root.trim())
  const wrong = roots.find((root) => !isAbsolute(root) || resolve(root) === parse(root).root)
  if (wrong === undefined) return roots.map((root) => resolve(root))
  throw bad(name, 'whole paths of folders such as /srv/exchange, with commas between them', wrong)
}

function readMailServer(url: string | null): string | null {
  // Not quoted: it may hold a password.
  if (url !== null && !/^smtps?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new StartFailure(
      'Expected MILLRACE_SMTP_URL to be like smtp://user:password@mail.example.org:587, but it is something else.',
    )
  return url
}

function readClamd(text: string | null): string | null {
  if (text !== null && readClamdAddress(text) === null)
    throw bad('MILLRACE_CLAMD', 'like tcp://clamd.example.org:3310 or unix:///run/clamav/clamd.ctl', text)
  return text
}

function readLogLevel(text: string): LogLevel {
  const level = logLevels.find((known) => known === text)
  if (level === undefined) throw bad('LOG_LEVEL', `one of ${logLevels.join(', ')}`, text)
  return level
}

const proxyNames: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

function readProxies(text: string): string[] {
  const proxies = readList(text)
  if (!proxies.every((proxy) => proxyNames.has(proxy) || isAddressOrRange(proxy)))
    throw bad(
      'MILLRACE_TRUSTED_PROXIES',
      `a list of addresses, ranges like 10.0.0.0/8 and the names ${[...proxyNames].join(', ')}`,
      text,
    )
  return proxies
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest
}

function readList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function bad(name: string, expected: string, text: string): StartFailure {
  return new StartFailure(`Expected ${name} to be ${expected}, but it is “${text}”.`)
}
