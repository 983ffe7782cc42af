import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartFailure } from '../../platform/start-failure.ts'
import type { BackupCipher } from './backup-cipher.ts'
import type { BackupPart } from './backup-manifest.ts'

/**
 * Writes one file of a backup: compressed, and encrypted when there is a passphrase. The file is on the disk when this
 * returns.
 */
export async function writePart(
  folder: string,
  file: string,
  pieces: AsyncIterable<Uint8Array>,
  cipher: BackupCipher | null,
): Promise<BackupPart> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(
    Readable.from(pieces, { objectMode: false }),
    createGzip({ level: 3 }),
    cipher?.encrypt() ?? new PassThrough(),
    measure,
    createWriteStream(path, { mode: 0o600, flush: true }),
  )
  return { file, size, sha256: hash.digest('hex') }
}

/**
 * Opens a file of a backup, decrypted and decompressed. Check its digest before: only the digest shows that the file is
 * complete.
 */
export function openPart(folder: string, { file }: BackupPart, cipher: BackupCipher | null): Readable {
  const steps = [createReadStream(join(folder, file)), cipher?.decrypt() ?? new PassThrough(), createGunzip()] as const
  pipeline(...steps).catch((error) => steps[2].destroy(error))
  return steps[2]
}

/**
 * Checks that a part of a backup exists and has the bytes that the manifest names.
 *
 * @throws StartFailure otherwise.
 */
export async function checkPart(folder: string, { file, size, sha256 }: BackupPart): Promise<void> {
  const hash = createHash('sha256')
  let found = 0
  try {
    for await (const chunk of createReadStream(join(folder, file))) {
      hash.update(chunk)
      found += (chunk as Buffer).length
    }
  } catch {
    throw new StartFailure(`Expected the backup to be complete, but ${file} cannot be read. Use another backup.`)
  }
  if (found !== size || hash.digest('hex') !== sha256)
    throw new StartFailure(
      `Expected ${file} of the backup to be as it was written, but its content has changed. Use another backup.`,
    )
}
