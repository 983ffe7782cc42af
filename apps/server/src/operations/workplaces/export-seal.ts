import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type InstallationKey, isSignedBy, readPublicKey } from '../../platform/auth/installation-key.ts'

/** The name of the last file in an export, which proves that no other file of it was changed. */
export const sealName = 'seal.json'

/** The digest of the files of an export, calculated while they are written or read. */
export interface ExportDigest {
  begin(name: string, size: number): void
  add(bytes: Uint8Array): void
  /** @returns hexadecimal SHA-256. */
  end(): string
}

/** Returns a digest over names, sizes and contents of files in their order. */
export function createExportDigest(): ExportDigest {
  const hash = createHash('sha256')
  return {
    begin: (name, size) => hash.update(JSON.stringify([name, size])),
    add: (bytes) => hash.update(bytes),
    end: () => hash.digest('hex'),
  }
}

/** Returns the content of the last file of an export: its digest, signed with the key of the installation. */
export function writeSeal(key: InstallationKey, digest: string): string {
  return JSON.stringify({ sha256: digest, publicKey: key.publicKey, signature: key.sign(sealedBytes(digest)) })
}

const sealShape = z.object({ sha256: z.string(), publicKey: z.string(), signature: z.string() })

/**
 * Checks the seal of an export.
 *
 * @returns the fingerprint of the installation that wrote the export; null when the seal is not one of this digest.
 */
export function checkSeal(text: string, digest: string): string | null {
  const seal = readSeal(text)
  const publicKey = readPublicKey(seal?.publicKey ?? '')
  if (seal === null || publicKey === null || seal.sha256 !== digest) return null
  return isSignedBy(publicKey.key, sealedBytes(digest), seal.signature) ? publicKey.fingerprint : null
}

function readSeal(text: string): z.infer<typeof sealShape> | null {
  try {
    return sealShape.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function sealedBytes(digest: string): Buffer {
  return Buffer.from(JSON.stringify(['workplace export', digest]))
}
