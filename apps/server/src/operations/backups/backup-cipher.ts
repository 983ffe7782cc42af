import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { Transform } from 'node:stream'

/** Encrypts the parts and the manifest of a backup under a passphrase. */
export interface BackupCipher {
  /** For the manifest, base64. */
  readonly salt: string
  /** Encrypts a stream; the first 16 bytes are its initial counter. */
  encrypt(): Duplex
  decrypt(): Duplex
  /** Encrypts a short text, so that a change is noticed. */
  seal(text: string): string
  /** @throws when the passphrase is another one, or the text was changed. */
  open(sealed: string): string
}

const counterBytes = 16
const nonceBytes = 12
const tagBytes = 16
/** OWASP's recommendation for scrypt. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/**
 * Creates the cipher of a backup. Parts may be larger than the 64 GiB that AES-GCM can encrypt, so they are in counter
 * mode, and the manifest, which is in GCM, has the digest of each.
 */
export function createBackupCipher(passphrase: string, salt = randomBytes(16).toString('base64')): BackupCipher {
  const keys = scryptSync(passphrase, Buffer.from(salt, 'base64'), 64, cost)
  const [ofParts, ofManifest] = [keys.subarray(0, 32), keys.subarray(32)]
  return {
    salt,
    encrypt: () => {
      const counter = randomBytes(counterBytes)
      const cipher = createCipheriv('aes-256-ctr', ofParts, counter)
      let hasStarted = false
      return new Transform({
        transform: (chunk, _, done) => {
          const bytes = cipher.update(chunk)
          done(null, hasStarted ? bytes : Buffer.concat([counter, bytes]))
          hasStarted = true
        },
        flush: (done) => done(null, hasStarted ? cipher.final() : Buffer.concat([counter, cipher.final()])),
      })
    },
    decrypt: () => {
      let head = Buffer.alloc(0)
      let decipher: ReturnType<typeof createDecipheriv> | null = null
      return new Transform({
        transform: (chunk, _, done) => {
          if (decipher !== null) return done(null, decipher.update(chunk))
          head = Buffer.concat([head, chunk])
          if (head.length < counterBytes) return done()
          decipher = createDecipheriv('aes-256-ctr', ofParts, head.subarray(0, counterBytes))
          done(null, decipher.update(head.subarray(counterBytes)))
        },
      })
    },
    seal: (text) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', ofManifest, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', ofManifest, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes))
      const text = decipher.update(bytes.subarray(nonceBytes, bytes.length - tagBytes))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
  }
}
