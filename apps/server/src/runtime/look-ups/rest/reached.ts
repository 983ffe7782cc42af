import type { ConnectionSettings, OtherSecretName } from '@millrace/contract'
import type { Seal } from '../../../platform/auth/seal.ts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'

/** The present settings of the connection by which an external system is called. */
export interface Reached {
  readonly workplaceId: string
  readonly connectionId: string
  /** A number that changes with each change of the connection. */
  readonly connectionRevision: number
  readonly connection: ConnectionSettings
  /** The secret of the sign-in, closed. */
  readonly sealed: Buffer | null
  /** The other secrets, closed. */
  readonly otherSealed: Buffer | null
}

/** The decrypted secrets of a connection; a secret is empty when the connection has none. */
export interface Opened extends Readonly<Record<OtherSecretName, string>> {
  readonly secret: string
}

/**
 * Decrypts the secrets of a connection.
 *
 * @throws OutgoingFailure when they were encrypted with another key.
 */
export function openSecrets(seal: Seal, { sealed, otherSealed }: Pick<Reached, 'sealed' | 'otherSealed'>): Opened {
  const secret = sealed === null ? '' : seal.open(sealed)
  const others = readOtherSecrets(seal, otherSealed)
  if (secret !== null && others !== null) return { secret, ...noOtherSecrets, ...others }
  throw new OutgoingFailure(
    'Expected the secret of the connection, but it was encrypted with another secret of the server. Enter it again.',
    { isFinal: true },
  )
}

const noOtherSecrets: Readonly<Record<OtherSecretName, string>> = { refreshToken: '', clientKey: '', proxyPassword: '' }

/** Decrypts the additional secrets of a connection, such as its client key; null when they cannot be decrypted. */
export function readOtherSecrets(
  seal: Seal,
  sealed: Buffer | null,
): Readonly<Partial<Record<OtherSecretName, string>>> | null {
  if (sealed === null) return {}
  const text = seal.open(sealed)
  return text === null ? null : (JSON.parse(text) as Partial<Record<OtherSecretName, string>>)
}

/**
 * Lists the secrets of a connection in all forms in which they are sent, such as user name and password together, so
 * that they can be hidden in logs.
 */
export function listSecrets(connection: ConnectionSettings, opened: Opened): string[] {
  const { secret, refreshToken, clientKey, proxyPassword } = opened
  const own = [secret, refreshToken, clientKey, proxyPassword]
  // As HTTP Basic sends both.
  if (connection.kind === 'file' && connection.place === 'webdav') return [...own, `${connection.username}:${secret}`]
  if (connection.kind === 'mail') return [...own, basicOfClient(connection.clientId, secret)]
  if (connection.kind !== 'rest') return own
  return [
    ...own,
    `${connection.username}:${secret}`,
    basicOfClient(connection.clientId, secret),
    `${connection.proxyUsername}:${proxyPassword}`,
  ].filter((text, at) => at < own.length || !text.endsWith(':'))
}

/**
 * Returns the credentials of an OAuth 2 client for HTTP Basic: id and secret, form-encoded (RFC 6749, section 2.3.1).
 */
export function basicOfClient(clientId: string, secret: string): string {
  return `${encodeForm(clientId)}:${encodeForm(secret)}`
}

function encodeForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}
