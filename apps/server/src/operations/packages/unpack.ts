import { packageLimits } from '@millrace/contract'
import type { z } from 'zod'
import { BadZip, withZip, type Zip } from '../../platform/archives/with-zip.ts'
import { isSignedBy, readPublicKey } from '../../platform/auth/installation-key.ts'
import { breathe } from '../../platform/breathe.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { sha256 } from './canonical.ts'
import { packageKinds } from './kinds/index.ts'
import {
  manifestPath,
  manifest as manifestSchema,
  type PackageManifest,
  packageVersion,
  signaturePath,
  signature as signatureSchema,
} from './manifest.ts'
import type { PackageItem, PackageKind } from './package-kind.ts'

export interface Unpacked {
  readonly manifest: PackageManifest
  /** The fingerprint of the key that it is signed with. */
  readonly fingerprint: string
  readonly items: readonly PackageItem[]
}

/**
 * Opens a package. Refuses with `package.invalid` a file that is not a package, was changed after it was signed, has
 * paths out of its folder, exceeds the limits, or has another version.
 */
export async function unpack(bytes: Uint8Array): Promise<Unpacked | Refusal> {
  const limits = { entries: packageLimits.items * 3 + 2, bytes: packageLimits.unpackedSize }
  try {
    return await withZip(bytes, limits, readPackage)
  } catch (error) {
    if (error instanceof Refusal) return error
    if (error instanceof BadZip) return invalid(sentences[error.kind])
    throw error
  }
}

const megabytes = packageLimits.unpackedSize / 1024 / 1024

const sentences: Readonly<Record<BadZip['kind'], string>> = {
  unreadable: 'Expected a package, but the file is not a zip archive that can be read. Export it again.',
  unsafe: 'Expected paths inside the package, but a path leads out of it. Nothing was read.',
  'too-large': `Expected at most ${packageLimits.items} items and ${megabytes} MB in the package, but there is more. Nothing was read.`,
}

async function readPackage(zip: Zip): Promise<Unpacked> {
  const [head, seal] = [await zip.read(manifestPath), await zip.read(signaturePath)]
  if (head === null) throw invalid(`Expected a package with ${manifestPath}, but there is none in the file.`)
  if (seal === null) throw invalid('Expected a signed package, but the signature is missing. Export it again.')
  const signed = signatureSchema.safeParse(parse(seal))
  const key = signed.success ? readPublicKey(signed.data.publicKey) : null
  if (!signed.success || key === null || !isSignedBy(key.key, head, signed.data.signature)) throw tampered(manifestPath)
  refuseNull(head, manifestPath)
  const manifest = readManifest(parse(head))
  const paths = manifest.items.flatMap(({ files }) => files.map(({ path }) => path))
  const known = new Set([manifestPath, signaturePath, ...paths])
  const extra = zip.names.find((name) => !known.has(name))
  if (extra !== undefined) throw tampered(extra)
  if (new Set(paths).size < paths.length) throw tampered(manifestPath)
  const refs = new Set(manifest.items.map((item) => `${item.kind} ${item.key.toLowerCase()}`))
  if (refs.size < manifest.items.length) throw tampered(manifestPath)
  const items: PackageItem[] = []
  const spend = createTurn()
  for (const item of manifest.items) items.push(await readItem(zip, item, spend))
  return { manifest, fingerprint: key.fingerprint, items }
}

function readManifest(json: unknown): PackageManifest {
  const version = (json as { version?: unknown } | null)?.version
  if (typeof version === 'number' && version !== packageVersion)
    throw invalid(
      `Expected a package of version ${packageVersion}, but it is of version ${version}. Import it into a server of the version that wrote it, or a newer one.`,
    )
  const read = manifestSchema.safeParse(json)
  if (read.success) return read.data
  throw invalid(`Expected a manifest that can be read, but ${pathOf(read.error)} is not: ${messageOf(read.error)}`)
}

/** Bytes that are read in one turn of the event loop. */
const turnSize = 256 * 1024

/** Returns a function that lets other requests come in between when enough bytes were read since the last time. */
function createTurn(): (bytes: number) => Promise<void> {
  let ofTurn = 0
  return async (bytes) => {
    ofTurn += bytes
    if (ofTurn < turnSize) return
    ofTurn = 0
    await breathe()
  }
}

async function readItem(
  zip: Zip,
  { kind, key, name, files }: PackageManifest['items'][number],
  spend: (bytes: number) => Promise<void>,
): Promise<PackageItem> {
  const packed = packageKinds[kind] as PackageKind
  const content: Record<string, unknown> = {}
  for (const field of Object.keys(packed.files)) content[field] = null
  for (const { path, sha256: expected } of files) {
    const bytes = await zip.read(path)
    if (bytes === null || sha256(bytes) !== expected) throw tampered(path)
    refuseNull(bytes, path)
    const field = Object.entries(packed.files).find(([, end]) => path.endsWith(`.${end}`))?.[0]
    if (field === undefined) Object.assign(content, parse(bytes))
    else content[field] = path.endsWith('.json') || path.endsWith('.form') ? parse(bytes) : bytes.toString('utf8')
    await spend(bytes.length)
  }
  const read = packed.content.safeParse(content)
  if (read.success) {
    // What is compared and shown is what is written.
    const named = namesOf(kind, read.data)
    if (named.key.trim().toLowerCase() !== key.trim().toLowerCase() || named.name.trim() !== name.trim())
      throw tampered(manifestPath)
    return { kind, key, name, content: read.data }
  }
  throw invalid(
    `Expected ${packed.one} that can be read, but “${name}” is not: ${pathOf(read.error)}: ${messageOf(read.error)} Correct it where the package comes from, and export it again.`,
  )
}

/** Key and name by which the content itself goes. */
function namesOf(kind: PackageItem['kind'], content: object): { readonly key: string; readonly name: string } {
  const { key, code, system, name = '' } = content as Readonly<Partial<Record<string, string>>>
  if (kind === 'connection' || kind === 'externalApi' || kind === 'listener') return { key: `${system}/${name}`, name }
  return { key: key ?? code ?? name, name }
}

/** The database keeps no texts with this character. */
function refuseNull(bytes: Buffer, path: string): void {
  if (bytes.includes(0) || bytes.includes('\\u0000'))
    throw invalid(
      `Expected texts without null characters, but “${path}” has one. Remove it where the package comes from.`,
    )
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

function tampered(path: string): Refusal {
  return invalid(
    `Expected a package as it was signed, but “${path.slice(0, 100)}” was changed, added or removed afterwards. Export it again.`,
  )
}

function invalid(message: string): Refusal {
  return refuse('package.invalid', message)
}

function pathOf({ issues }: z.ZodError): string {
  return issues[0]?.path.join('.') || 'the file'
}

function messageOf({ issues }: z.ZodError): string {
  return issues[0]?.message ?? ''
}
