import type { Readable } from 'node:stream'
import { packageLimits } from '@millrace/contract'
import { ZipFile } from 'yazl'
import { createHide, hideInFailure } from '../../platform/outgoing/hide-secrets.ts'
import type { OpenFolder } from '../../platform/outgoing/open-folder.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { readAll } from '../../platform/uploads/read-all.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { manifestPath, manifest as manifestSchema, signaturePath } from '../packages/manifest.ts'
import type { PackageSourceRow } from './package-source.ts'
import { keysOf } from './source-columns.ts'
import { openSourceToken } from './source-token.ts'

type Ways = Pick<Runtime, 'outgoing' | 'folders' | 'secret'>

/** Milliseconds until the other installation has exported the package, and until the files of a folder are read. */
const timeoutMs = 120_000

/**
 * Fetches the package of a source: from another installation, or from the files of a folder.
 *
 * @throws OutgoingFailure when there is no package. The failure is final if a later check would fail, too.
 */
export function fetchPackage(ways: Ways, source: PackageSourceRow): Promise<Buffer> {
  return source.kind === 'folder' ? packFolder(ways, source.folder) : exportThere(ways, source)
}

/** @throws OutgoingFailure whose message has no token. */
async function exportThere({ outgoing, secret }: Ways, source: PackageSourceRow): Promise<Buffer> {
  const token = openSourceToken(secret, source.token)
  if (token === '')
    throw new OutgoingFailure(
      'Expected an API token of the other installation, but none can be read here. Enter it again.',
      { isFinal: true },
    )
  try {
    const answer = await outgoing.send({
      method: 'POST',
      url: `${source.url.replace(/(?<!\/)\/+$/, '')}/api/admin/packages/export`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/zip' },
      body: JSON.stringify({
        items: keysOf(source).map((key) => ({ kind: 'application', key })),
        withRows: source.with_rows,
      }),
      timeoutMs,
      isFile: true,
      maxBytes: packageLimits.fileSize,
    })
    const { statusCode, bytes = Buffer.alloc(0) } = answer
    if (statusCode >= 200 && statusCode < 300) return bytes
    throw refusalOf(statusCode, bytes)
  } catch (error) {
    throw error instanceof OutgoingFailure ? hideInFailure(error, createHide([token])) : error
  }
}

/** Returns the answer of the other installation in a sentence that says what to do. */
function refusalOf(statusCode: number, bytes: Buffer): OutgoingFailure {
  const said = sentenceOf(bytes)
  const isFinal = { isFinal: statusCode < 500 && statusCode !== 408 && statusCode !== 429 }
  const answered = `it answered ${statusCode}${said === null ? '' : `: ${said}`}`
  if (statusCode === 401)
    return new OutgoingFailure(
      `Expected the other installation to accept the API token, but ${answered} Enter a token that is valid.`,
      isFinal,
    )
  if (statusCode === 403)
    return new OutgoingFailure(
      `Expected a token that may export packages, but ${answered} It needs the scope administer, and a user with RoleAdmin.`,
      isFinal,
    )
  if (statusCode >= 300 && statusCode < 400)
    return new OutgoingFailure(
      `Expected a package from the address, but ${answered} It leads to another address. Enter that one.`,
      isFinal,
    )
  return new OutgoingFailure(`Expected a package from the other installation, but ${answered}`, isFinal)
}

/** The message of a refusal, with a full stop; null: the answer is none of Millrace. */
function sentenceOf(bytes: Buffer): string | null {
  try {
    const { message } = JSON.parse(bytes.subarray(0, 100_000).toString('utf8')) as { message?: unknown }
    return typeof message === 'string' && message !== '' ? message.slice(0, 400) : null
  } catch {
    return null
  }
}

/** Packs the files that a manifest names. Other files of the folder, such as those of git, are no part of the package. */
function packFolder({ folders }: Ways, folder: string): Promise<Buffer> {
  return folders.open({ folder, timeoutMs }, async (opened) => {
    const read = createReader(opened)
    const manifest = await read(manifestPath)
    const files = new Map([
      [manifestPath, manifest],
      [signaturePath, await read(signaturePath)],
    ])
    for (const path of listPaths(manifest)) if (!files.has(path)) files.set(path, await read(path))
    const zip = new ZipFile()
    for (const [path, bytes] of files) zip.addBuffer(bytes, path)
    zip.end()
    const packed = await readAll(zip.outputStream as Readable)
    if (packed.length > packageLimits.fileSize) throw tooLarge(packageLimits.fileSize)
    return packed
  })
}

/** Creates a function that reads whole files, all of them together up to the size of an unpacked package. */
function createReader(opened: OpenFolder): (path: string) => Promise<Buffer> {
  let left: number = packageLimits.unpackedSize
  return (path) =>
    opened.read(path, async (parts) => {
      const read: Uint8Array[] = []
      for await (const part of parts) {
        left -= part.length
        if (left < 0) throw tooLarge(packageLimits.unpackedSize)
        read.push(part)
      }
      return Buffer.concat(read)
    })
}

/** Lists the files that a manifest names; none for an invalid manifest, which is reported when the package is opened. */
function listPaths(bytes: Buffer): string[] {
  try {
    const read = manifestSchema.safeParse(JSON.parse(bytes.toString('utf8')))
    return read.success ? read.data.items.flatMap(({ files }) => files.map(({ path }) => path)) : []
  } catch {
    return []
  }
}

function tooLarge(most: number): OutgoingFailure {
  return new OutgoingFailure(
    `Expected a package of at most ${Math.floor(most / 1_000_000)} MB, but the folder has more. Export fewer items, or data lists without their rows.`,
    { isFinal: true },
  )
}
