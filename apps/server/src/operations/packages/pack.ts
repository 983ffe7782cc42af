import type { Readable } from 'node:stream'
import { packageLimits } from '@millrace/contract'
import { ZipFile } from 'yazl'
import type { InstallationKey } from '../../platform/auth/installation-key.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readAll } from '../../platform/uploads/read-all.ts'
import { sha256 } from './canonical.ts'
import { packageKinds } from './kinds/index.ts'
import { manifestPath, type PackageManifest, packageVersion, signaturePath } from './manifest.ts'
import type { PackageItem } from './package-kind.ts'

interface Packing {
  readonly items: readonly PackageItem[]
  readonly about: Pick<PackageManifest, 'product' | 'createdAt' | 'createdBy' | 'workplace'>
  readonly key: InstallationKey
}

interface PackedFile {
  readonly path: string
  readonly text: string
}

/** Creates a signed package: readable files for each item, so that versions of it can be compared in a repository. */
export async function pack({ items, about, key }: Packing): Promise<Buffer | Refusal> {
  const taken = new Set<string>()
  const files: PackedFile[] = []
  const listed: PackageManifest['items'] = items.map((item) => {
    const own = filesOf(item, freePath(item, taken))
    files.push(...own)
    const { kind, key: itemKey, name } = item
    return { kind, key: itemKey, name, files: own.map(({ path, text }) => ({ path, sha256: sha256(text) })) }
  })
  const size = files.reduce((total, { text }) => total + Buffer.byteLength(text), 0)
  if (size > packageLimits.unpackedSize) return tooLarge(size)
  const manifest = print({ format: 'millrace-package', version: packageVersion, ...about, items: listed })
  const signature = { algorithm: 'Ed25519', publicKey: key.publicKey, signature: key.sign(Buffer.from(manifest)) }
  const zip = new ZipFile()
  const all = [{ path: manifestPath, text: manifest }, { path: signaturePath, text: print(signature) }, ...files]
  for (const { path, text } of all) zip.addBuffer(Buffer.from(text), path, { mtime: new Date(about.createdAt) })
  zip.end()
  // It never gives texts.
  return readAll(zip.outputStream as Readable)
}

export function tooLarge(size: number): Refusal {
  return refuse(
    'package.too-large',
    `Expected a package of at most ${packageLimits.unpackedSize / 1024 / 1024} MB, but it would have ${Math.ceil(size / 1024 / 1024)} MB. Export fewer items, or data lists without their rows.`,
  )
}

/** One file with everything of an item, and one for each text in it. */
function filesOf(item: PackageItem, base: string): PackedFile[] {
  const { files } = packageKinds[item.kind] as { readonly files: Readonly<Record<string, string>> }
  const content: Readonly<Record<string, unknown>> = { ...item.content }
  const apart = Object.entries(files).filter(([field]) => content[field] != null)
  const rest = Object.entries(content).filter(([field]) => !apart.some(([name]) => name === field))
  return [
    { path: `${base}.json`, text: print(Object.fromEntries(rest)) },
    ...apart.map(([field, end]) => ({ path: `${base}.${end}`, text: printField(field, content[field]) })),
  ]
}

function printField(field: string, value: unknown): string {
  if (typeof value === 'string') return value
  // A row is a line, so that a repository shows which rows are others.
  if (field === 'rows' && Array.isArray(value)) return `[\n${value.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
  return print(value)
}

function print(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/**
 * Returns a path for an item that every operating system accepts and that differs from the others by more than case.
 */
function freePath({ kind, key }: PackageItem, taken: Set<string>): string {
  const plain = key.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 80) || 'item'
  for (let number = 1; ; number++) {
    const path = `${kind}/${number === 1 ? plain : `${plain}-${number}`}`
    if (taken.has(path.toLowerCase())) continue
    taken.add(path.toLowerCase())
    return path
  }
}
