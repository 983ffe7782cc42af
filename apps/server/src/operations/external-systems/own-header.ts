import { ownHeaders } from '../../platform/outgoing/http-client.ts'

/** Whether the client sets a header by itself: what an adapter or a connection says there is refused, or never sent. */
export function isOwnHeader(name: string): boolean {
  const plain = name.toLowerCase()
  return ownHeaders.has(plain) || plain === 'accept-encoding'
}
