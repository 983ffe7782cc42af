import { ownHeaders } from '../../platform/outgoing/http-client.ts'

/** Returns whether the HTTP client sets a header itself. Adapters and connections cannot set such headers. */
export function isOwnHeader(name: string): boolean {
  const plain = name.toLowerCase()
  return ownHeaders.has(plain) || plain === 'accept-encoding'
}
