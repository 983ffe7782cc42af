import { createHash, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** Where somebody shows a password. */
export interface Origin {
  /** As the proxies that are trusted tell it. */
  readonly address: string
  /** What the browser keeps since somebody has signed in there. */
  readonly device?: string | undefined
}

/** What a browser keeps to be known again. It proves nothing but that somebody has signed in there before. */
export function createDevice(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of it. */
export function hashDevice(device: string): Buffer {
  return createHash('sha256').update(`device ${device}`).digest()
}

/** What is kept of the network that an address belongs to. */
export function hashNetwork(address: string): Buffer {
  return createHash('sha256')
    .update(`network ${networkOf(address)}`)
    .digest()
}

/** An IPv4 address, or the 64 bits of an IPv6 address that its owner has got: the others are their to choose. */
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
