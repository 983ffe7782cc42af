import type { ConnectionSettings, FileConnection } from '@millrace/contract'
import { type Hide, hideInFailure } from '../../platform/outgoing/hide-secrets.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'

/**
 * Returns the host of a connection as users read it: without the default port of its scheme. For local files it is the
 * folder.
 */
export function hostOf(connection: ConnectionSettings): string {
  switch (connection.kind) {
    case 'file':
      if (connection.place === 'local') return connection.folder
      return isByUrl(connection) ? (URL.parse(connection.baseUrl)?.host ?? '') : connection.host
    case 'rest':
      return new URL(connection.baseUrl).host
    case 'database':
      return connection.vendor === 'sqlite' ? connection.database : connection.host
    case 'mail':
    case 'amqp':
      return connection.host
    case 'kafka':
      return connection.servers
    default:
      return connection satisfies never
  }
}

function isByUrl({ place }: FileConnection): boolean {
  return place === 's3' || place === 'webdav'
}

const networkCode = /\bE(?:CONN\w+|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|TIMEDOUT|PIPE|PROTO)\b/

/** Texts for the error codes of a network. */
const networkWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server answers at this address',
  ENOTFOUND: 'no host has this name',
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the host does not answer',
}

/**
 * Returns a failure whose message contains neither secrets, even when the other side repeats them, nor addresses of the
 * private network.
 */
export function cleanFailure(error: OutgoingFailure, host: string, hide: Hide): OutgoingFailure {
  const { isFinal, isPrivateAddress, mayHaveArrived } = error
  if (isPrivateAddress)
    return new OutgoingFailure(
      `Expected ${host} to have a public address, but it belongs to a private network. An administrator can permit it with MILLRACE_ALLOW_PRIVATE_ADDRESSES.`,
      { isFinal, isPrivateAddress },
    )
  const { message, detail } = hideInFailure(error, hide)
  return new OutgoingFailure(
    message.replace(networkCode, (code) => `${networkWords[code] ?? 'the connection was interrupted'} (${code})`),
    { isFinal, mayHaveArrived, detail },
  )
}
