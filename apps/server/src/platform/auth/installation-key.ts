import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'

/** The Ed25519 key of an installation: every server with the same secret has it, and nobody stores it. */
export interface InstallationKey {
  /** Names the installation, for people and for licences. */
  readonly fingerprint: string
  /** Base64 of the SubjectPublicKeyInfo. */
  readonly publicKey: string
  readonly sign: (bytes: Uint8Array) => string
}

/** PKCS #8 before the seed of an Ed25519 key, RFC 8410. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export function createInstallationKey(secret: string): InstallationKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'installation key', 32))
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    fingerprint: fingerprintOf(spki),
    publicKey: spki.toString('base64'),
    sign: (bytes) => sign(null, bytes, key).toString('base64'),
  }
}

/** First 32 digits of the SHA-256 of a public key, in groups of four that people can compare. */
function fingerprintOf(spki: Uint8Array): string {
  return (createHash('sha256').update(spki).digest('hex').slice(0, 32).match(/.{4}/g) ?? []).join(' ')
}

/** Reads a public Ed25519 key of base64; null for anything else. */
export function readPublicKey(text: string): { readonly key: KeyObject; readonly fingerprint: string } | null {
  try {
    const spki = Buffer.from(text, 'base64')
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? { key, fingerprint: fingerprintOf(spki) } : null
  } catch {
    return null
  }
}

/** Returns whether the bytes have a valid signature of this key. */
export function isSignedBy(key: KeyObject, bytes: Uint8Array, signature: string): boolean {
  try {
    return verify(null, bytes, key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
