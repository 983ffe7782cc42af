import { createHash, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** The address and device from which a password is sent. */
export interface Origin {
  /** The address of the client, from trusted proxies where there are any. */
  readonly address: string
  /** The token that the browser stores since a user signed in there. */
  readonly device?: string | undefined
}

/**
 * Creates the random value of the cookie by which a browser is recognized. It proves only that somebody has signed in
 * there before.
 */
export function createDevice(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash under which a device is stored. */
export function hashDevice(device: string): Buffer {
  return createHash('sha256').update(`device ${device}`).digest()
}

/** Returns the hash of the network to which an address belongs. */
export function hashNetwork(address: string): Buffer {
  return createHash('sha256')
    .update(`network ${networkOf(address)}`)
    .digest()
}

/**
 * Returns an IPv4 address unchanged, and the first 64 bits of an IPv6 address: the user of a network can choose the
 * other bits.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const [front, back] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const missing = tail === undefined ? 0 : Math.max(0, 8 - (front?.length ?? 0) - (back?.length ?? 0))
  const groups = [...(front ?? []), ...Array<string>(missing).fill('0'), ...(back ?? [])]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
