import { createHash, randomBytes } from 'node:crypto'

/** A secret that proves something to the server, and what the server keeps of it. */
export interface Token {
  readonly text: string
  readonly hash: Buffer
}

/** Names its workplace, so that it can be looked up there: there is no index over all workplaces. */
export function createToken(workplaceId: string): Token {
  const text = `${Buffer.from(workplaceId.replaceAll('-', ''), 'hex').toString('base64url')}.${randomBytes(32).toString('base64url')}`
  return { text, hash: hashToken(text) }
}

/** Null for what cannot be one of ours. */
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
