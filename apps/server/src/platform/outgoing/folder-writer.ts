import { randomUUID } from 'node:crypto'
import { constants, type FileHandle, link, lstat, open, realpath, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Followed } from './folder-client.ts'
import { existingFile, type FileParts, missingFile, type OpenFolder, temporaryName } from './open-folder.ts'
import { OutgoingFailure } from './outgoing-failure.ts'

/** Whether a change was sent, so that repeating it could carry it out twice. */
export interface Change {
  isStarted: boolean
}

interface WriterOptions {
  /** The path of the folder, as it was entered. */
  readonly folder: string
  readonly signal: AbortSignal
  readonly change: Change
  /** Where the folder really is. @throws OutgoingFailure when its files may not be changed. */
  readonly openFolder: () => Promise<string>
  readonly follow: (within: string, followed: Followed) => Promise<string>
}

interface Written {
  readonly path: string
  readonly replaces: boolean
}

/**
 * Creates the functions that change files in a folder of this machine. A new file is written under a temporary name,
 * and renamed when it is complete.
 */
export function createFolderWriter({
  folder,
  signal,
  change,
  openFolder,
  follow,
}: WriterOptions): Pick<OpenFolder, 'write' | 'move' | 'remove'> {
  /** Where a file is or will be: in a folder that no link leads out to, and no link itself. */
  const locate = async (path: string): Promise<string> => {
    const above = dirname(path)
    const within = await openFolder()
    const parent = await follow(within, { folder, path: above === '.' ? '' : above, isFolder: true })
    const name = basename(path)
    if (name === '' || name === '.' || name === '..' || name.includes('\0')) throw leaves(path)
    const file = join(parent, name)
    const found = await lstatOrNull(file)
    if (found !== null && !found.isFile())
      throw new OutgoingFailure(`Expected a file “${path}”, but it is something else.`, { isFinal: true })
    return file
  }
  const leaves = (path: string) =>
    new OutgoingFailure(`Expected a file inside ${folder}, but “${path}” leads out of it.`, { isFinal: true })

  const writeWhole = async (file: string, parts: FileParts, { path, replaces }: Written): Promise<number> => {
    const temporary = join(dirname(file), temporaryName(randomUUID()))
    const handle = await open(temporary, 'wx', 0o640)
    try {
      // A folder above may have become a link since it was checked.
      if ((await realpath(temporary)) !== temporary) throw leaves(path)
      const bytes = await writeParts(handle, parts, signal)
      await handle.sync()
      await handle.close()
      signal.throwIfAborted()
      change.isStarted = true
      await putInPlace(temporary, file, replaces)
      return bytes
    } finally {
      await handle.close().catch(() => {})
      await unlink(temporary).catch(() => {})
    }
  }

  const append = async (file: string, parts: FileParts, path: string): Promise<number> => {
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
    // Read before anything is written: a part that cannot be made leaves the file as it is.
    const whole = await collect(parts)
    const handle = await open(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o640)
    try {
      if (!(await handle.stat()).isFile() || (await realpath(file)) !== file) throw leaves(path)
      signal.throwIfAborted()
      change.isStarted = true
      try {
        await handle.writeFile(whole)
        await handle.sync()
      } catch (error) {
        throw new OutgoingFailure(
          `Expected to append to “${path}”, but it failed (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
          { mayHaveArrived: true },
        )
      }
      return whole.length
    } finally {
      await handle.close()
    }
  }

  const naming = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw describe(error, path, folder)
    }
  }

  return {
    write: (path, parts, mode) =>
      naming(path, async () => {
        const file = await locate(path)
        return mode === 'append'
          ? append(file, parts, path)
          : writeWhole(file, parts, { path, replaces: mode === 'replace' })
      }),
    move: async (path, target, { replaces }) => {
      const from = await naming(path, async () => {
        const file = await locate(path)
        await lstat(file)
        return file
      })
      await naming(target, async () => {
        const to = await locate(target)
        signal.throwIfAborted()
        change.isStarted = true
        await putInPlace(from, to, replaces)
      })
    },
    remove: (path) =>
      naming(path, async () => {
        const file = await locate(path)
        signal.throwIfAborted()
        change.isStarted = true
        await unlink(file)
      }),
  }
}

/** Gives a file its name. A hard link is the only way that never takes the place of another file. */
async function putInPlace(from: string, to: string, replaces: boolean): Promise<void> {
  if (replaces) return rename(from, to)
  try {
    await link(from, to)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!withoutLinks.has(code)) throw error
    // A disk without hard links: the name is taken by an empty file first.
    await (await open(to, 'wx', 0o640)).close()
    return rename(from, to)
  }
  await unlink(from)
}

const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

async function writeParts(handle: FileHandle, parts: FileParts, signal: AbortSignal): Promise<number> {
  let bytes = 0
  for await (const part of parts) {
    signal.throwIfAborted()
    await handle.writeFile(part)
    bytes += part.length
  }
  return bytes
}

async function collect(parts: FileParts): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

async function lstatOrNull(path: string) {
  try {
    return await lstat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function describe(error: unknown, path: string, folder: string): unknown {
  switch ((error as NodeJS.ErrnoException | null)?.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return missingFile(path, folder)
    case 'EEXIST':
      return existingFile(path, folder)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new OutgoingFailure(`Expected permission to change “${path}” in ${folder}, but the server has none.`, {
        isFinal: true,
      })
    case 'ENOSPC':
    case 'EDQUOT':
      return new OutgoingFailure(`Expected room for “${path}” in ${folder}, but the disk is full.`)
    case 'EXDEV':
      return new OutgoingFailure(
        `Expected “${path}” in ${folder} to be on the same disk as the file, but it is on another one. Nothing was changed. Choose a folder on the same disk.`,
        { isFinal: true },
      )
    default:
      return isSystemError(error)
        ? new OutgoingFailure(`Expected to change “${path}” in ${folder}, but it failed (${error.code}).`)
        : error
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'errno' in error && 'syscall' in error
}
