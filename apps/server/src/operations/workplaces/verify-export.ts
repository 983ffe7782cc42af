import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import type { InstallationKey } from '../../platform/auth/installation-key.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { checkSeal, createExportDigest, sealName } from './export-seal.ts'
import { exportVersion } from './export-workplace.ts'
import { BadTar, readTar, type TarEntry } from './read-tar.ts'

/** What an import needs to know of an export before it reads the rows. */
export interface VerifiedExport {
  readonly manifest: ReadManifest
  /** The digest of all files before the seal. */
  readonly digest: string
}

/**
 * Reads an export to its end, and checks that nobody has changed it since an installation wrote it.
 *
 * @param trusted the fingerprint of another installation whose exports are accepted; null: none.
 * @returns a refusal when the file is none, was changed, comes from another installation or from a newer version.
 */
export async function verifyExport(
  file: string,
  { key, trusted }: { readonly key: InstallationKey; readonly trusted: string | null },
): Promise<VerifiedExport | Refusal> {
  return readingExport(file, async (entries) => {
    const manifestText = await readText(await takeEntry(entries, 'manifest.json'))
    const manifest = readManifest(manifestText)
    if (manifest instanceof Refusal) return manifest
    const digest = createExportDigest()
    digest.begin('manifest.json', Buffer.byteLength(manifestText))
    digest.add(Buffer.from(manifestText))
    // Not “for await”, which would end the entries at the return.
    for (let next = await entries.next(); next.done !== true; next = await entries.next()) {
      const entry = next.value
      if (entry.name === sealName) return checkEnd(entry, { entries, manifest, digest: digest.end(), key, trusted })
      digest.begin(entry.name, entry.size)
      for await (const chunk of entry.chunks) digest.add(chunk)
    }
    return changed()
  })
}

interface Read extends VerifiedExport {
  readonly entries: AsyncGenerator<TarEntry>
  readonly key: InstallationKey
  readonly trusted: string | null
}

async function checkEnd(
  seal: TarEntry,
  { entries, manifest, digest, key, trusted }: Read,
): Promise<VerifiedExport | Refusal> {
  const signer = checkSeal(await readText(seal), digest)
  if (signer === null || (await entries.next()).done !== true) return changed()
  const isTrusted = [key.fingerprint, trusted].some((known) => known !== null && plain(known) === plain(signer))
  return isTrusted
    ? { manifest, digest }
    : refuse(
        'request.invalid',
        `Expected an export of this installation, but the installation “${signer}” wrote it. If you trust it, add --key "${signer}".`,
      )
}

function plain(fingerprint: string): string {
  return fingerprint.replaceAll(/[^0-9a-f]/g, '')
}

function changed(): Refusal {
  return refuse(
    'request.invalid',
    'Expected an export as “workplace export” wrote it, but it was changed since. Nothing was imported.',
  )
}

/**
 * Opens an export and reads its files in their order.
 *
 * @returns a refusal when the file is missing, no export, or damaged.
 */
export async function readingExport<T>(
  file: string,
  work: (entries: AsyncGenerator<TarEntry>) => Promise<T>,
): Promise<T | Refusal> {
  const source = createReadStream(file)
  const unpacked = source.pipe(createGunzip())
  source.on('error', (error) => unpacked.destroy(error))
  try {
    return await work(readTar(unpacked))
  } catch (error) {
    const code = (error as { readonly code?: unknown } | null)?.code
    if (error instanceof BadTar || (typeof code === 'string' && /^Z_|^ENOENT$|^EISDIR$/.test(code)))
      return refuse(
        'request.invalid',
        `Expected a file of “workplace export” in ${file}, but it cannot be read to its end.`,
      )
    throw error
  } finally {
    source.destroy()
    unpacked.destroy()
  }
}

const manifestShape = z.object({
  format: z.literal('millrace-workplace'),
  version: z.literal(exportVersion),
  schema: z.string().regex(/^\d{1,18}$/),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.int().min(0) })),
  files: z.int().min(0),
})

/** The parts of `ExportManifest` that an import uses. */
export type ReadManifest = z.infer<typeof manifestShape>

const versionShape = z.object({ format: z.literal('millrace-workplace'), version: z.int() })

function readManifest(text: string): ReadManifest | Refusal {
  const given = readDescription(versionShape, text)
  if (given instanceof Refusal || given.version === exportVersion) return readDescription(manifestShape, text)
  return refuse(
    'request.invalid',
    `Expected an export in version ${exportVersion} of the format, but it has version ${given.version}. Import it with the version of Millrace that wrote it.`,
  )
}

/** Reads the JSON of an export, or returns a refusal. */
export function readDescription<T>(shape: z.ZodType<T>, text: string): T | Refusal {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    return refuse('request.invalid', 'Expected a file of “workplace export”, but its description cannot be read.')
  }
}

/** Bytes of a description, a seal or the row of a workplace. */
const maxText = 4_000_000

/** Reads a short file of an export. @throws BadTar when it is not short. */
export async function readText({ size, chunks }: TarEntry): Promise<string> {
  if (size > maxText) throw new BadTar('Expected a short description, but it is too long.')
  return (await buffer(chunks)).toString()
}

/** Takes the next file of an export. @throws BadTar when it has another name. */
export async function takeEntry(entries: AsyncGenerator<TarEntry>, name: string): Promise<TarEntry> {
  const { value } = await entries.next()
  if (value?.name !== name) throw new BadTar(`Expected ${name} next, but found ${value?.name ?? 'the end'}.`)
  return value
}
