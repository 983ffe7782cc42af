import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { inflateRawSync } from 'node:zlib'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { readAll } from '../uploads/read-all.ts'

/** The limits of a ZIP archive: the number of its files, and the number of bytes of all files that are read. */
export interface ZipLimits {
  readonly entries: number
  readonly bytes: number
}

export interface Zip {
  /** Files with their folders, as the archive has them; no folders themselves. */
  readonly names: readonly string[]
  /** Null when there is no such file. */
  readonly read: (name: string) => Promise<Buffer | null>
}

/**
 * The error of an archive: `unreadable` when it is no ZIP file, is damaged or has a password; `unsafe` when a name
 * leads out of its folder.
 */
export class BadZip extends Error {
  readonly kind: 'unreadable' | 'unsafe' | 'too-large'

  constructor(kind: BadZip['kind'], cause?: unknown) {
    super(`Expected an archive that can be read, but it is ${kind}.`, { cause })
    this.kind = kind
  }
}

/** Opens an archive for the time of some work. */
export async function withZip<T>(bytes: Uint8Array, limits: ZipLimits, work: (zip: Zip) => Promise<T>): Promise<T> {
  const zip = await open(bytes)
  try {
    const entries = await listEntries(zip, limits.entries)
    let left = limits.bytes
    const read = async (name: string): Promise<Buffer | null> => {
      const entry = entries.get(name)
      if (entry === undefined) return null
      const part = await readEntry(zip, entry, left)
      left -= part.length
      return part
    }
    return await work({ names: [...entries.keys()].filter((name) => !name.endsWith('/')), read })
  } finally {
    zip.close()
  }
}

async function open(bytes: Uint8Array): Promise<ZipFile> {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return await promisify<Buffer, { lazyEntries: true }, ZipFile>(fromBuffer)(buffer, { lazyEntries: true })
  } catch (error) {
    throw new BadZip('unreadable', error)
  }
}

function listEntries(zip: ZipFile, most: number): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    // The reader refuses names that are absolute or lead upwards.
    zip.on('error', (error: Error) =>
      reject(new BadZip(/path|characters/.test(error.message) ? 'unsafe' : 'unreadable', error)),
    )
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      if (entries.size > most) reject(new BadZip('too-large'))
      else zip.readEntry()
    })
    zip.readEntry()
  })
}

/**
 * Reads an entry of an archive. Its size has to be the declared one. It is decompressed in one piece, because streams
 * of thousands of small entries would keep memory.
 */
async function readEntry(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const { uncompressedSize: size } = entry
  if (size > most) throw new BadZip('too-large')
  try {
    const isPacked = entry.compressionMethod === 8
    const packed = await readAll(await openStream(zip, entry, isPacked))
    const content = isPacked ? inflateRawSync(packed, { maxOutputLength: size + 1, chunkSize: size + 64 }) : packed
    if (content.length !== size) throw new BadZip('unreadable')
    return content
  } catch (error) {
    throw error instanceof BadZip ? error : new BadZip('unreadable', error)
  }
}

function openStream(zip: ZipFile, entry: Entry, isPacked: boolean): Promise<Readable> {
  return new Promise((resolve, reject) =>
    zip.openReadStream(entry, isPacked ? { decompress: false } : {}, (error, stream) =>
      error === null ? resolve(stream as Readable) : reject(error),
    ),
  )
}
