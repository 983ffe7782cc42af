import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets for the database, and cookies that the browser can neither read nor change: AES-256-GCM with one key
 * for each purpose.
 */
export interface Seal {
  close(text: string): Buffer
  /** Decrypts bytes; null when they were not encrypted with this key, or were changed. */
  open(sealed: Buffer): string | null
}

const nonceLength = 12
const tagLength = 16

export function createSeal(secret: string, purpose: string): Seal {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    close: (text) => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), content])
    },
    open: (sealed) => {
      if (sealed.length < nonceLength + tagLength) return null
      const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
      cipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
      try {
        return cipher.update(sealed.subarray(nonceLength + tagLength), undefined, 'utf8') + cipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
