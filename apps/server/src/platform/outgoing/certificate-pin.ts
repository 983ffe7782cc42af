import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { type ConnectionOptions, checkServerIdentity, type TLSSocket } from 'node:tls'
import { OutgoingFailure } from './outgoing-failure.ts'

/** The certificates that are accepted of a host. */
export interface Trust {
  /** `authority`: certificates of public authorities. `pinned`: the certificate of the first successful test. */
  readonly trust: 'authority' | 'pinned'
  /** The digest of the pinned certificate, `SHA256:…`. Empty: it is not known yet. */
  readonly hostKey: string
}

/** The digest of the certificate of a host; empty until the host has shown one. */
export interface SeenKey {
  hostKey: string
}

/**
 * Returns the TLS options for a host. The connection is to an IP address, for which no certificate is valid, so the
 * options name the host.
 */
export function tlsOptionsFor(host: string, { trust }: Trust): ConnectionOptions {
  return {
    host,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: trust === 'authority',
    checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
  }
}

/**
 * Stores the digest of the certificate of a pinned host. Call it before anything is sent.
 *
 * @throws OutgoingFailure when the certificate differs from the known one.
 */
export function checkPin(socket: TLSSocket, host: string, { trust, hostKey }: Trust, seen: SeenKey): void {
  if (trust !== 'pinned') return
  const certificate = socket.getPeerCertificate()
  if (certificate.raw === undefined)
    throw new OutgoingFailure(`Expected ${host} to show a certificate, but it shows none. Nothing was sent.`, {
      isFinal: true,
    })
  const digest = createHash('sha256').update(certificate.raw).digest('base64').replaceAll('=', '')
  seen.hostKey = `SHA256:${digest}`
  if (hostKey === '' || hostKey === seen.hostKey) return
  throw new OutgoingFailure(
    `Expected ${host} to have the certificate ${hostKey}, but it has ${seen.hostKey}. Nothing was sent. If whoever runs it confirms that certificate, empty the fingerprint, save and test again.`,
    { isFinal: true },
  )
}

/**
 * Checks that the certificate of a host is stored if the connection pins it.
 * @throws OutgoingFailure when the certificate is pinned and not stored yet.
 */
export function requirePin(host: string, { trust, hostKey }: Trust): void {
  if (trust === 'pinned' && hostKey === '')
    throw new OutgoingFailure(
      `Expected the certificate of ${host} to be known, but it is not. Test the connection first.`,
      { isFinal: true },
    )
}
