import { resolve } from 'node:path'
import { StartFailure } from './start-failure.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** What the environment decides. Read once, at the start. */
export interface Config {
  /** 0 takes a free one. */
  readonly port: number
  readonly host: string
  /** Another PostgreSQL than the embedded one. */
  readonly databaseUrl: string | null
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
}

/**
 * Reads the configuration from environment variables. A variable that is set to nothing counts as not set.
 *
 * @throws StartFailure naming the first variable with a bad value, and why.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const value = (name: string) => (env[name] === undefined || env[name] === '' ? null : env[name])
  return {
    port: readPort(value('PORT') ?? '8080'),
    host: value('HOST') ?? '127.0.0.1',
    databaseUrl: readDatabaseUrl(value('DATABASE_URL')),
    dataFolder: readFolder(value('MILLRACE_DATA')),
    roles: readRoles(value('MILLRACE_ROLES') ?? 'web,worker'),
    adminPassword: readAdminPassword(value('MILLRACE_ADMIN_PASSWORD')),
    samples: readSwitch('MILLRACE_SAMPLES', value('MILLRACE_SAMPLES') ?? 'off'),
    apiBase: readApiBase(value('MILLRACE_API_BASE') ?? '/api'),
    secret: readSecret(value('MILLRACE_SECRET')),
    logLevel: readLogLevel(value('LOG_LEVEL') ?? 'info'),
    trustedProxies: readList(value('MILLRACE_TRUSTED_PROXIES') ?? 'loopback'),
  }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65535)) throw bad('PORT', 'a whole number from 0 to 65535', text)
  return port
}

function readDatabaseUrl(text: string | null): string | null {
  if (text === null) return null
  const url = URL.parse(text)
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    // Not quoted: it may hold a password.
    throw new StartFailure(
      'Expected DATABASE_URL to be like postgres://user:password@host:5432/database, but it is something else.',
    )
  }
  return text
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

function readLogLevel(text: string): LogLevel {
  const level = logLevels.find((known) => known === text)
  if (level === undefined) throw bad('LOG_LEVEL', `one of ${logLevels.join(', ')}`, text)
  return level
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
