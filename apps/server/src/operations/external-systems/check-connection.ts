import { createPrivateKey, X509Certificate } from 'node:crypto'
import type {
  ConnectionSettings,
  DatabaseConnection,
  FileConnection,
  OauthClient,
  OtherSecretName,
  RestConnection,
} from '@millrace/contract'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { isServiceName } from '../../platform/outgoing/databases/oracle/connect-descriptor.ts'
import type { SecretContext } from './external.ts'
import { isOwnHeader } from './own-header.ts'

/** Checks that a connection has everything that its kind of sign-in needs. Returns null if so, otherwise a refusal. */
export function refuseSignIn(
  settings: ConnectionSettings,
  hasSecret: boolean,
  others: readonly OtherSecretName[],
): Refusal | null {
  if (settings.kind === 'rest') {
    const refusal = refuseRest(settings, others)
    if (refusal !== null) return refusal
  }
  if (settings.kind === 'rest' && settings.signIn === 'basic' && settings.username === '')
    return missing('settings.username', 'Expected the user name for the sign-in, but it is empty.')
  if (settings.kind === 'rest' && settings.signIn === 'header' && settings.header === '')
    return missing('settings.header', 'Expected the name of the header for the sign-in, but it is empty.')
  if (settings.kind === 'rest' && settings.signIn === 'header' && isOwnHeader(settings.header)) {
    const message = `Expected a header for the sign-in, but “${settings.header}” is set by the server. Use the header that the service requires.`
    return refuse('external.invalid', message, [{ where: 'settings.header', message }])
  }
  if (settings.kind === 'mail' && settings.signIn === 'oauth') {
    const refusal = refuseOauth(settings, others)
    if (refusal !== null) return refusal
  }
  const isBroker = settings.kind === 'amqp' || settings.kind === 'kafka'
  if (isBroker && settings.tls === 'off' && settings.trust === 'pinned') {
    const message = 'Expected encryption for a pinned certificate, but it is off.'
    return refuse('external.invalid', message, [{ where: 'settings.trust', message }])
  }
  if (settings.kind === 'kafka' && settings.signIn !== 'none' && settings.username === '')
    return missing('settings.username', 'Expected the user name for the sign-in, but it is empty.')
  if (settings.kind === 'file') {
    const refusal = refusePlace(settings)
    if (refusal !== null) return refusal
  }
  if (settings.kind === 'database') {
    const refusal = refuseDatabase(settings)
    if (refusal !== null) return refusal
  }
  // A database may let somebody in without one.
  if (settings.kind === 'database' || !takesSecret(settings) || hasSecret) return null
  return missing('secret', 'Expected the secret for the sign-in, but it is empty.')
}

/** Refuses a database that cannot be reached with what was entered. */
function refuseDatabase({ vendor, host, database, username }: DatabaseConnection): Refusal | null {
  if (vendor === 'sqlite') {
    if (/^(?:\/|[A-Za-z]:[\\/])/.test(database) && !database.split(/[\\/]/).includes('..')) return null
    const message = 'Expected the whole path of a file, such as /srv/data/shop.db.'
    return refuse('external.invalid', message, [{ where: 'settings.database', message }])
  }
  if (host === '') return missing('settings.host', 'Expected the host of the database, but it is empty.')
  if (username === '') return missing('settings.username', 'Expected the user name to sign in with, but it is empty.')
  if (vendor === 'oracle' && !isServiceName(database)) {
    const message = 'Expected the name of a service, such as ORCLPDB1.'
    return refuse('external.invalid', message, [{ where: 'settings.database', message }])
  }
  return null
}

/** Refuses a place on another machine that cannot be reached with what was entered. */
function refusePlace({ place, host, baseUrl, bucket, username, trust }: FileConnection): Refusal | null {
  if (place === 'local') return null
  if (place === 's3' || place === 'webdav') {
    if (baseUrl === '') return missing('settings.baseUrl', 'Expected the base URL, but it is empty.')
    if (place === 's3' && bucket === '') return missing('settings.bucket', 'Expected the bucket, but it is empty.')
    if (trust === 'pinned' && !baseUrl.startsWith('https:')) {
      const message = 'Expected an address with https:// for a pinned certificate, but it has http://.'
      return refuse('external.invalid', message, [{ where: 'settings.baseUrl', message }])
    }
  } else if (host === '') return missing('settings.host', 'Expected the host to sign in at, but it is empty.')
  if (username !== '') return null
  const what = place === 's3' ? 'the access key ID' : 'the user name'
  return missing('settings.username', `Expected ${what} to sign in with, but it is empty.`)
}

function refuseRest(settings: RestConnection, others: readonly OtherSecretName[]): Refusal | null {
  const { signIn, proxy, proxyUsername, certificate, authorities } = settings
  const refusal = signIn === 'oauth' ? refuseOauth(settings, others) : null
  if (refusal !== null) return refusal
  for (const [name, text] of Object.entries({ certificate, authorities }))
    if (text !== '' && !isCertificate(text)) {
      const message = 'Expected a certificate in PEM format, but it cannot be read.'
      return refuse('external.invalid', message, [{ where: `settings.${name}`, message }])
    }
  if (certificate !== '' && !others.includes('clientKey'))
    return missing('secrets.clientKey', 'Expected the private key of the certificate, but it is empty.')
  if (proxy !== '' && proxyUsername !== '' && !others.includes('proxyPassword'))
    return missing('secrets.proxyPassword', 'Expected the password for the proxy, but it is empty.')
  return null
}

function refuseOauth({ tokenUrl, clientId, grant }: OauthClient, others: readonly OtherSecretName[]): Refusal | null {
  if (tokenUrl === '') return missing('settings.tokenUrl', 'Expected the address for tokens, but it is empty.')
  if (clientId === '') return missing('settings.clientId', 'Expected the client id for the sign-in, but it is empty.')
  return grant === 'refresh' && !others.includes('refreshToken')
    ? missing('secrets.refreshToken', 'Expected a refresh token for the sign-in, but it is empty.')
    : null
}

/** Returns a refusal for a private key that cannot be read or belongs to another certificate. */
export function refuseClientKey(settings: ConnectionSettings, key: string): Refusal | null {
  if (settings.kind !== 'rest' || settings.certificate === '' || key === '') return null
  const refused = (message: string) => refuse('external.invalid', message, [{ where: 'secrets.clientKey', message }])
  try {
    const fits = new X509Certificate(settings.certificate).checkPrivateKey(createPrivateKey(key))
    return fits ? null : refused('Expected the private key of the certificate, but it belongs to another one.')
  } catch {
    return refused('Expected a private key in PEM format without a passphrase, but it cannot be read.')
  }
}

function isCertificate(text: string): boolean {
  try {
    new X509Certificate(text)
    return true
  } catch {
    return false
  }
}

/** Returns a refusal when a secret has several lines and is not a private key. */
export function refuseLines(settings: ConnectionSettings, secret: string): Refusal | null {
  if (!/[\r\n]/.test(secret) || (settings.kind === 'file' && settings.place === 'sftp' && settings.signIn === 'key'))
    return null
  const message = 'Expected a secret in one line, but it has several.'
  return refuse('external.invalid', message, [{ where: 'secret', message }])
}

/** Returns whether a change of the settings would send a stored secret to another server. */
export function leadsElsewhere(before: ConnectionSettings, after: ConnectionSettings): boolean {
  return targetOf(before) !== targetOf(after)
}

/** Returns whether a refresh token for the earlier settings cannot be used with the new ones. */
export function needsOtherToken(before: ConnectionSettings, after: ConnectionSettings): boolean {
  if ((before.kind !== 'rest' && before.kind !== 'mail') || (after.kind !== 'rest' && after.kind !== 'mail'))
    return true
  return before.scope !== after.scope || before.grant !== after.grant
}

/** Returns the encrypted secret of a connection; null when the kind of sign-in needs no secret. */
export function closeSecret({ secret }: SecretContext, settings: ConnectionSettings, given: string): Buffer | null {
  return takesSecret(settings) && given !== '' ? createPropertySeal(secret).close(given) : null
}

/** Returns whether a connection with these settings signs in with a secret. */
export function takesSecret(settings: ConnectionSettings): boolean {
  if (settings.kind === 'file') return settings.place !== 'local'
  if (settings.kind === 'database') return settings.vendor !== 'sqlite'
  return settings.kind === 'mail' || settings.kind === 'amqp' || settings.signIn !== 'none'
}

/** Returns the other secrets that a connection with these settings uses. */
export function listOtherSecrets(settings: ConnectionSettings): readonly OtherSecretName[] {
  if (settings.kind === 'mail')
    return settings.signIn === 'oauth' && settings.grant === 'refresh' ? ['refreshToken'] : []
  if (settings.kind !== 'rest') return []
  const { signIn, grant, certificate, proxy, proxyUsername } = settings
  return [
    ...(signIn === 'oauth' && grant === 'refresh' ? (['refreshToken'] as const) : []),
    ...(certificate !== '' ? (['clientKey'] as const) : []),
    ...(proxy !== '' && proxyUsername !== '' ? (['proxyPassword'] as const) : []),
  ]
}

function targetOf(settings: ConnectionSettings): string {
  if (settings.kind === 'file') {
    // Another key may be another machine.
    const { place, host, port, baseUrl, username, signIn, ftpsMode, trust, hostKey } = settings
    if (place === 'local') return place
    const origin = baseUrl === '' ? '' : new URL(baseUrl).origin
    return JSON.stringify([place, host, port, origin, username, signIn, ftpsMode, trust, hostKey])
  }
  if (settings.kind === 'rest') {
    const { baseUrl, signIn, header, tokenUrl, clientId, clientAuth, proxy, proxyUsername, authorities } = settings
    return JSON.stringify([
      new URL(baseUrl).origin,
      ...[signIn, header],
      // Who is asked for a token gets the secret.
      ...(signIn === 'oauth' ? [tokenUrl, clientId, clientAuth] : []),
      // Who is on the way may read it, and who may say who is there.
      ...[proxy, proxyUsername, authorities],
    ])
  }
  if (settings.kind === 'amqp') {
    const { host, port, tls, trust, hostKey, virtualHost, username } = settings
    return JSON.stringify([host, port, tls, trust, hostKey, virtualHost, username])
  }
  if (settings.kind === 'kafka') {
    const { servers, tls, trust, hostKey, signIn, username } = settings
    return JSON.stringify([servers, tls, trust, hostKey, signIn, username])
  }
  if (settings.kind === 'mail') {
    const { host, port, tls, trust, hostKey, username, signIn, tokenUrl, clientId, clientAuth } = settings
    return JSON.stringify([
      ...[host, port, tls, trust, hostKey, username, signIn],
      ...(signIn === 'oauth' ? [tokenUrl, clientId, clientAuth] : []),
    ])
  }
  return `${settings.vendor} ${settings.host}:${settings.port} ${settings.username} ${settings.tls}`
}

function missing(where: string, message: string): Refusal {
  return refuse('external.secret-missing', message, [{ where, message }])
}
