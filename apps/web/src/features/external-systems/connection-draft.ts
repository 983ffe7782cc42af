import {
  type ConnectionSettings,
  type ExternalConnection,
  type FileConnection,
  limits,
  type OtherSecretName,
} from '@millrace/contract'

/** The entries of the form of a connection. */
export interface ConnectionDraft {
  readonly name: string
  readonly description: string
  readonly settings: ConnectionSettings
  /** For a known one: empty keeps the one that it has. */
  readonly secret: string
  readonly secrets: Readonly<Record<OtherSecretName, string>>
  /** Of a new connection that stands for another one. */
  readonly environment?: string
}

export const noSecrets = {
  refreshToken: '',
  clientKey: '',
  proxyPassword: '',
} as const satisfies ConnectionDraft['secrets']

/** Returns the secrets to send: empty ones keep the stored secret. */
export function givenSecrets(secrets: ConnectionDraft['secrets']): Partial<ConnectionDraft['secrets']> {
  return Object.fromEntries(Object.entries(secrets).filter(([, secret]) => secret !== ''))
}

export const emptyConnections = {
  rest: {
    kind: 'rest',
    baseUrl: '',
    signIn: 'none',
    username: '',
    header: '',
    tokenUrl: '',
    clientId: '',
    scope: '',
    grant: 'client',
    clientAuth: 'header',
    retries: 0,
    callsPerMinute: 0,
    breakAfter: 0,
    breakSeconds: 60,
    proxy: '',
    proxyUsername: '',
    certificate: '',
    authorities: '',
    seconds: 10,
  },
  database: {
    kind: 'database',
    vendor: 'postgresql',
    host: '',
    port: 5432,
    database: '',
    username: '',
    tls: 'verified',
    seconds: 10,
  },
  file: {
    kind: 'file',
    place: 'local',
    folder: '',
    host: '',
    port: 22,
    username: '',
    baseUrl: '',
    bucket: '',
    region: '',
    signIn: 'password',
    ftpsMode: 'explicit',
    trust: 'authority',
    hostKey: '',
    seconds: 10,
  },
  mail: {
    kind: 'mail',
    host: '',
    port: 993,
    tls: 'implicit',
    trust: 'authority',
    hostKey: '',
    username: '',
    signIn: 'password',
    tokenUrl: '',
    clientId: '',
    scope: '',
    grant: 'client',
    clientAuth: 'header',
    seconds: 10,
  },
  amqp: {
    kind: 'amqp',
    host: '',
    port: 5671,
    tls: 'on',
    trust: 'authority',
    hostKey: '',
    virtualHost: '/',
    username: '',
    seconds: 10,
  },
  kafka: {
    kind: 'kafka',
    servers: '',
    tls: 'on',
    trust: 'authority',
    hostKey: '',
    signIn: 'scram-sha-512',
    username: '',
    seconds: 10,
  },
} as const satisfies Record<ConnectionSettings['kind'], ConnectionSettings>

export function pickConnection({ name, description, settings }: ExternalConnection): ConnectionDraft {
  return { name, description, settings, secret: '', secrets: noSecrets }
}

/**
 * Returns whether the required fields of a connection are filled in. A stored secret does not have to be entered again.
 */
export function isCompleteConnection({ name, settings, secret }: ConnectionDraft, hasSecret: boolean): boolean {
  if (name.trim() === '') return false
  if (settings.kind === 'database')
    return (
      settings.vendor === 'sqlite' ? [settings.database] : [settings.host, settings.database, settings.username]
    ).every((text) => text.trim() !== '')
  if (settings.kind === 'file') {
    if (settings.folder.trim() === '') return false
    const needed = needsOf(settings).every((name) => settings[name].trim() !== '')
    return settings.place === 'local' || (needed && (hasSecret || secret !== ''))
  }
  if (settings.kind === 'mail') {
    const { host, username, signIn, tokenUrl, clientId } = settings
    const needed = signIn === 'oauth' ? [host, username, tokenUrl, clientId] : [host, username]
    return needed.every((text) => text.trim() !== '') && (hasSecret || secret !== '')
  }
  if (settings.kind === 'amqp') {
    const { host, virtualHost, username } = settings
    return [host, virtualHost, username].every((text) => text.trim() !== '') && (hasSecret || secret !== '')
  }
  if (settings.kind === 'kafka') {
    const { servers, signIn, username } = settings
    if (servers.trim() === '') return false
    return signIn === 'none' || (username.trim() !== '' && (hasSecret || secret !== ''))
  }
  const { baseUrl, signIn, username, header, tokenUrl, clientId } = settings
  if (signIn === 'oauth' && [tokenUrl, clientId].some((text) => text.trim() === '')) return false
  if (baseUrl.trim() === '' || (signIn === 'basic' && username.trim() === '')) return false
  return signIn === 'none' || ((signIn !== 'header' || header.trim() !== '') && (hasSecret || secret !== ''))
}

/** The fields that a place of files needs beside its folder. */
function needsOf({ place }: FileConnection): readonly ('host' | 'username' | 'baseUrl' | 'bucket')[] {
  switch (place) {
    case 'local':
      return []
    case 'sftp':
    case 'ftps':
      return ['host', 'username']
    case 's3':
      return ['baseUrl', 'bucket', 'username']
    case 'webdav':
      return ['baseUrl', 'username']
    default:
      return place satisfies never
  }
}

/**
 * Returns the default name of a connection in an environment, without characters that are not allowed in names of
 * connections.
 */
export function nameIn(name: string, environment: string): string {
  return `${name} ${environment}`
    .replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, ' ')
    .trim()
    .slice(0, limits.name)
    .trimEnd()
}
