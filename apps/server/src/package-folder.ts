import { lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { withZip } from './platform/archives/with-zip.ts'
import { readAll } from './platform/uploads/read-all.ts'

/** The functions that change files. Tests let them end at any call. */
export interface FileChanges {
  readonly mkdir: typeof mkdir
  readonly rm: typeof rm
  readonly rename: typeof rename
  readonly writeFile: (path: string, bytes: Buffer | string) => Promise<void>
}

const changesOfFiles: FileChanges = { mkdir, rm, rename, writeFile: writeDurably }

/** Writes a file, and waits until it survives a failure of the machine. */
async function writeDurably(path: string, bytes: Buffer | string): Promise<void> {
  const file = await open(path, 'w')
  try {
    await writeFile(file, bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Writes a package as a file: whole, or not at all. An earlier file with this name stays until then. Throws if the path
 * leads to something else, such as a symbolic link or a device, because the file would replace it.
 */
export async function writePackage(path: string, bytes: Buffer, files: FileChanges = changesOfFiles): Promise<void> {
  const part = join(dirname(path), `.${basename(path)}.part`)
  for (const one of [path, part]) {
    const found = await kindOf(one)
    if (found === 'folder')
      throw new Error(
        `Expected the path of a file, but “${one}” is a folder. End its path with /. Nothing was written.`,
      )
    if (found !== null && found !== 'file') throw replacedOther(one)
  }
  await files.writeFile(part, bytes)
  await files.rename(part, path)
}

/** Returns the kind of object at a path, without following symbolic links; null: none. */
async function kindOf(path: string): Promise<'file' | 'folder' | 'other' | null> {
  const found = await lstat(path).catch(nullIfAbsent)
  return found === null ? null : found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
}

function replacedOther(path: string): Error {
  return new Error(
    `Expected a file or a folder, or nothing yet, but “${path}” is a symbolic link, a device or a socket. Nothing was written.`,
  )
}

/** Returns null for the error of a path that does not exist, and throws others, such as a missing permission. */
function nullIfAbsent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

/** The folder in which a new package is written before it replaces the earlier one. */
const staging = '.package'
/** The file that makes the written package valid: the names that it replaces, as JSON. */
const ready = join(staging, 'ready.json')
const written = join(staging, 'new')

const packageLimits = { entries: 10_000, bytes: 200 * 1024 * 1024 }

/**
 * Writes the files of a package into a folder, and removes those of the earlier package: whole, or not at all. A command
 * that ended while it replaced them is completed by the next one that uses the folder.
 */
export async function unpackInto(folder: string, bytes: Buffer, files: FileChanges = changesOfFiles): Promise<void> {
  await withZip(bytes, packageLimits, async ({ names, read: readFileOf }) => {
    // Nothing that a server sends becomes part of the repository itself, such as its hooks.
    const strange = names.find((name) => !name.split('/').every(isPlain))
    if (strange !== undefined)
      throw new Error(
        `Expected files of a package, but the server sent “${strange.slice(0, 100)}”. Nothing was written.`,
      )
    const tops = [...new Set(names.map((name) => name.split('/')[0] ?? ''))]
    for (const top of tops) if ((await kindOf(join(folder, top))) === 'other') throw replacedOther(join(folder, top))
    await completeFolder(folder, files)
    await files.rm(join(folder, staging), { recursive: true, force: true })
    for (const name of names) {
      const path = join(folder, written, name)
      await files.mkdir(dirname(path), { recursive: true })
      await files.writeFile(path, (await readFileOf(name)) ?? '')
    }
    const draft = join(folder, `${ready}.part`)
    await files.writeFile(draft, JSON.stringify(tops))
    await files.rename(draft, join(folder, ready))
  })
  await completeFolder(folder, files)
}

function isPlain(part: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part)
}

/** Moves a package that was written whole to its place. Does nothing where there is none. */
async function completeFolder(folder: string, files: FileChanges): Promise<void> {
  // Only own folders and files: a link could lead to those of somebody else, which would be moved into this folder.
  for (const own of [staging, written, ready])
    if ((await kindOf(join(folder, own))) === 'other') throw replacedOther(join(folder, own))
  const text = await readFile(join(folder, ready), 'utf8').catch(nullIfAbsent)
  if (text === null) return
  const rest = (await readdir(join(folder, written)).catch(nullIfAbsent)) ?? []
  const tops = (JSON.parse(text) as string[]).filter((name) => isPlain(name) && rest.includes(name))
  for (const top of tops) if ((await kindOf(join(folder, top))) === 'other') throw replacedOther(join(folder, top))
  for (const top of tops) {
    await files.rm(join(folder, top), { recursive: true, force: true })
    await files.rename(join(folder, written, top), join(folder, top))
  }
  await files.rm(join(folder, ready), { force: true })
  await files.rm(join(folder, staging), { recursive: true, force: true })
}

/** Reads the files of a folder as a package. */
export async function packFolder(folder: string): Promise<Buffer> {
  await completeFolder(folder, changesOfFiles)
  const zip = new ZipFile()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const paths = files.map((file) => ({ file, path: relative(folder, file).split(sep).join('/') }))
  // What else is in a repository, such as its own folder, is no part of the package.
  const own = paths.filter(({ path }) => !path.split('/').some((part) => part.startsWith('.')))
  for (const { file, path } of own.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
    zip.addBuffer(await readFile(file), path)
  zip.end()
  return readAll(zip.outputStream as Readable)
}
