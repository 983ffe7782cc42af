import { createHash, createHmac, randomBytes } from 'node:crypto'

/** A secret that proves something to the server, and the hash that the server stores. */
export interface Token {
  readonly text: string
  readonly hash: Buffer
}

/**
 * Creates a random token that contains the id of its workplace, by which it is looked up: there is no index over all
 * workplaces.
 */
export function createToken(workplaceId: string): Token {
  return tokenOf(workplaceId, randomBytes(32))
}

/**
 * Derives the successor of a token of 256 random bits. It is the same each time, so that it can be sent again, and
 * cannot be computed without the server's secret.
 *
 * @param use its purpose; each purpose has another successor.
 */
export function succeedToken(
  workplaceId: string,
  text: string,
  { secret, use }: { secret: string; use: string },
): Token {
  return tokenOf(workplaceId, createHmac('sha256', secret).update(`${use} after ${text}`).digest())
}

function tokenOf(workplaceId: string, bits: Buffer): Token {
  const place = Buffer.from(workplaceId.replaceAll('-', ''), 'hex').toString('base64url')
  const text = `${place}.${bits.toString('base64url')}`
  return { text, hash: hashToken(text) }
}

/** Reads the workplace and hash of a token; null for a text that cannot be one of this product. */
export function readToken(text: string): { workplaceId: string; hash: Buffer } | null {
  const match = /^([\w-]{22})\.[\w-]{43}$/.exec(text)
  if (match?.[1] === undefined) return null
  const hex = Buffer.from(match[1], 'base64url').toString('hex')
  const workplaceId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { workplaceId, hash: hashToken(text) }
}

/** Plain SHA-256 is enough for 256 random bits. */
function hashToken(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
