import { createHash } from 'node:crypto'
import type { XmlElement } from '@millrace/xml'
import { type S3Body, S3Failure } from '../files/s3-client.ts'
import { type FileFacts, isFileName, isTemporaryName } from './open-folder.ts'

/**
 * Reads one entry of a list of S3 objects as a file of a folder; null for objects in subfolders or outside the folder.
 */
export function readEntry(entry: XmlElement, within: string, isEncoded: boolean): FileFacts | null {
  const key = decode(textOf(entry, 'Key'), isEncoded)
  if (!key.startsWith(within)) return null
  const name = key.slice(within.length)
  const size = Number(textOf(entry, 'Size'))
  const time = Date.parse(textOf(entry, 'LastModified'))
  if (!isFileName(name) || isTemporaryName(name) || !Number.isFinite(size) || Number.isNaN(time)) return null
  // The time of a single file has no milliseconds, and is compared with this one.
  return { name, size, modified: new Date(Math.floor(time / 1000) * 1000) }
}

function decode(key: string, isEncoded: boolean): string {
  if (!isEncoded) return key
  try {
    return decodeURIComponent(key.replaceAll('+', ' '))
  } catch {
    return key
  }
}

/** Encodes the segments of a key as signatures require. */
export function encodeKey(key: string): string {
  return encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

export function bodyOf(bytes: Buffer): S3Body {
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    open: async function* () {
      yield bytes
    },
  }
}

export function textOf({ children }: XmlElement, name: string): string {
  return children.find((child) => child.name === name)?.text ?? ''
}

/**
 * Checks the body of an answer, which can be an error although the status was a success.
 * @throws S3Failure for an error.
 */
export function refuseError(root: XmlElement): void {
  if (root.name === 'Error') throw new S3Failure(500, textOf(root, 'Code').slice(0, 100))
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
