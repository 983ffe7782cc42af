import { constants, type FileHandle, lstat, open, opendir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { type Change, createFolderWriter } from './folder-writer.ts'
import {
  existingFile,
  type FileFacts,
  isTemporaryName,
  missingFile,
  type OpenFolder,
  tooManyFiles,
} from './open-folder.ts'
import { OutgoingFailure } from './outgoing-failure.ts'

export interface FolderPlace {
  /** The whole path. */
  readonly folder: string
  /** Milliseconds until everything has to be read. */
  readonly timeoutMs: number
}

/** The only access to files of this machine for adapters. It never leaves the allowed folders. */
export interface FolderClient {
  /** Checks that the folder exists and is readable. @throws OutgoingFailure otherwise. */
  check(place: FolderPlace): Promise<void>
  /**
   * Lends the folder, within the time of the place.
   *
   * @throws OutgoingFailure where something cannot be done, or takes too long.
   */
  open<T>(place: FolderPlace, work: (folder: OpenFolder) => Promise<T>): Promise<T>
  /**
   * Returns where a file in an allowed folder really is, for what opens it by itself.
   *
   * @throws OutgoingFailure where there is none, or it may not be read or changed.
   */
  locate(path: string, options: { readonly changes: boolean }): Promise<string>
}

export interface FolderClientOptions {
  /** Whole paths of the folders that may be read, with all that is in them. None: nothing may. */
  readonly roots: readonly string[]
  /** The folders in which files may also be changed. */
  readonly writable?: readonly string[]
  /** Folders that are never opened, also inside of allowed ones. */
  readonly closed?: readonly string[]
}

const partSize = 64 * 1024

/** Creates a client that resolves every link before it checks a path, and only reads regular files. */
export function createFolderClient({ roots, writable = [], closed = [] }: FolderClientOptions): FolderClient {
  const readable = [...roots, ...writable]
  /** Where a folder really is. What is not allowed is distinguished from what does not exist only below a root. */
  const findFolder = async (folder: string, roots = readable, word = 'MILLRACE_FILE_ROOTS'): Promise<string> => {
    const wanted = resolve(folder)
    const real = await Promise.all(roots.map(realOrNull))
    const known = [...roots.map((root) => resolve(root)), ...real.filter((root) => root !== null)]
    if (folder.includes('\0') || !known.some((root) => isWithin(root, wanted))) throw notAllowed(folder, roots, word)
    const found = await realpath(wanted)
    if (!real.some((root) => root !== null && isWithin(root, found)) || (await isClosed(found)))
      throw notAllowed(folder, roots, word)
    return found
  }

  const isClosed = async (path: string) => {
    const real = await Promise.all(closed.map(realOrNull))
    return real.some((one) => one !== null && isWithin(one, path))
  }

  /** Where a path within a folder leads. @param isFolder whether it may be the folder itself. */
  const follow = async (within: string, { folder, path, isFolder = false }: Followed): Promise<string> => {
    const wanted = resolve(within, path)
    const isOut = !isWithin(within, wanted) || (wanted === within && !isFolder)
    if (path.includes('\0') || isAbsolute(path) || isOut) throw leavesFolder(folder, path)
    const found = await realpath(wanted)
    if (!isWithin(within, found) || (await isClosed(found))) throw leavesFolder(folder, path)
    return found
  }

  const openFile = async (folder: string, path: string): Promise<FileHandle> => {
    const found = await follow(await findFolder(folder), { folder, path })
    const leaves = () => leavesFolder(folder, path)
    // Whoever swaps it for a link now gets nothing; a pipe is opened without waiting for its other end.
    const file = await open(found, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    try {
      const [opened, there] = [await file.stat(), await stat(await realpath(found))]
      if (!opened.isFile()) throw new OutgoingFailure(`Expected a file “${path}”, but it is something else.`, final)
      if (opened.dev !== there.dev || opened.ino !== there.ino || (await realpath(found)) !== found) throw leaves()
      return file
    } catch (error) {
      await file.close()
      throw error
    }
  }

  return {
    locate: async (path, { changes }) => {
      const [folder, name] = [dirname(path), basename(path)]
      return withFolderErrors(folder, name, async () => {
        const root = changes
          ? await findFolder(folder, [...writable], 'MILLRACE_FILE_WRITE_ROOTS')
          : await findFolder(folder)
        const found = await follow(root, { folder, path: name })
        if (!(await stat(found)).isFile())
          throw new OutgoingFailure(`Expected a file “${name}”, but it is something else.`, final)
        return found
      })
    },
    check: (place) =>
      within(place, async () => {
        const found = await findFolder(place.folder)
        if (!(await stat(found)).isDirectory())
          throw new OutgoingFailure(`Expected a folder ${place.folder}, but it is something else.`, final)
      }),
    open: (place, work) =>
      within(place, async (signal, change) => {
        const { folder } = place
        const writer = createFolderWriter({
          folder,
          signal,
          change,
          openFolder: () => findFolder(folder, [...writable], 'MILLRACE_FILE_WRITE_ROOTS'),
          follow,
        })
        return work({
          ...writer,
          read: (path, use) =>
            withFolderErrors(folder, path, async () => {
              const file = await openFile(folder, path)
              // Nobody waits any more, whatever is done with its parts.
              signal.addEventListener('abort', () => void file.close().catch(() => {}))
              try {
                signal.throwIfAborted()
                return await use(readParts(file, signal))
              } finally {
                await file.close()
              }
            }),
          find: (path) =>
            withFolderErrors(folder, path, async () => {
              const within = await findFolder(folder)
              try {
                const found = await stat(await follow(within, { folder, path }))
                return found.isFile() ? { name: basename(path), size: found.size, modified: found.mtime } : null
              } catch (error) {
                if (isMissing(error)) return null
                throw error
              }
            }),
          list: (path, most) =>
            withFolderErrors(folder, path, async () =>
              listFolder(await follow(await findFolder(folder), { folder, path, isFolder: true }), most, signal),
            ),
        })
      }),
  }
}

export interface Followed {
  readonly folder: string
  readonly path: string
  readonly isFolder?: boolean
}

function leavesFolder(folder: string, path: string): OutgoingFailure {
  return new OutgoingFailure(`Expected a file inside ${folder}, but “${path}” leads out of it.`, final)
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Lists regular files, by name. Links are left out: where they lead is known when they are read. */
async function listFolder(path: string, most: number, signal: AbortSignal): Promise<FileFacts[]> {
  const names: string[] = []
  let seen = 0
  for await (const entry of await opendir(path)) {
    signal.throwIfAborted()
    if (++seen > most) throw tooManyFiles(most)
    if (entry.isFile() && !isTemporaryName(entry.name)) names.push(entry.name)
  }
  const facts: FileFacts[] = []
  for (const name of names.sort()) {
    signal.throwIfAborted()
    try {
      const found = await lstat(join(path, name))
      if (found.isFile()) facts.push({ name, size: found.size, modified: found.mtime })
    } catch (error) {
      // Gone meanwhile.
      if (!isMissing(error)) throw error
    }
  }
  return facts
}

/** With failures in words that name the file. */
async function withFolderErrors<T>(folder: string, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw describe(error, { folder, path })
  }
}

const final = { isFinal: true } as const

async function* readParts(file: FileHandle, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (;;) {
    signal.throwIfAborted()
    const { bytesRead, buffer } = await file.read(Buffer.alloc(partSize), 0, partSize, null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

/**
 * Limits the time of the work, because a network disk may never answer: the caller gets an error, and later data is
 * dropped.
 */
async function within<T>(
  { folder, timeoutMs }: FolderPlace,
  work: (signal: AbortSignal, change: Change) => Promise<T>,
): Promise<T> {
  const time = new AbortController()
  const change: Change = { isStarted: false }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      time.abort()
      reject(
        new OutgoingFailure(`Expected ${folder} to answer within ${timeoutMs} ms, but it did not.`, {
          mayHaveArrived: change.isStarted,
        }),
      )
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(time.signal, change), late])
  } catch (error) {
    throw describe(error, { folder, path: null })
  } finally {
    clearTimeout(timer)
  }
}

function describe(
  error: unknown,
  { folder, path }: { readonly folder: string; readonly path: string | null },
): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  const what = path === null ? `a folder ${folder}` : `a file “${path}” in ${folder}`
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return path === null ? new OutgoingFailure(`Expected ${what}, but there is none.`) : missingFile(path, folder)
    case 'EEXIST':
      return path === null ? error : existingFile(path, folder)
    case 'EACCES':
    case 'EPERM':
      return new OutgoingFailure(`Expected ${what} that the server can read, but it has no permission.`, final)
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'EIO':
    case 'ESTALE':
    case 'ENXIO':
    case 'EMFILE':
      return new OutgoingFailure(`Expected ${what} that can be read, but it cannot (${code}).`)
    default:
      return error
  }
}

function notAllowed(folder: string, roots: readonly string[], word: string): OutgoingFailure {
  if (word === 'MILLRACE_FILE_WRITE_ROOTS')
    return new OutgoingFailure(
      `Expected a folder whose files may be changed, but ${folder} is not one. An administrator can permit it with MILLRACE_FILE_WRITE_ROOTS.`,
      final,
    )
  return new OutgoingFailure(
    roots.length === 0
      ? `Expected a permitted folder, but no folder is permitted. An administrator can permit ${folder} with MILLRACE_FILE_ROOTS.`
      : `Expected a permitted folder, but ${folder} is not permitted. An administrator can permit it with MILLRACE_FILE_ROOTS.`,
    final,
  )
}

export function isWithin(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

async function realOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch {
    return null
  }
}
