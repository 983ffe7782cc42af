import { constants, type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { OutgoingFailure } from './outgoing-failure.ts'

export interface FolderPlace {
  /** The whole path. */
  readonly folder: string
  /** Milliseconds until everything has to be read. */
  readonly timeoutMs: number
}

export interface FilePlace extends FolderPlace {
  /** Within the folder. */
  readonly path: string
}

/** Parts of a file, in their order. */
export type FileParts = AsyncIterable<Uint8Array>

/** The only access to files of this machine for adapters. It never leaves the allowed folders. */
export interface FolderClient {
  /** Whether the folder is there and may be read. @throws OutgoingFailure where not. */
  check(place: FolderPlace): Promise<void>
  /**
   * Reads a file as long as `use` takes parts of it.
   *
   * @throws OutgoingFailure where it cannot be read, or takes too long.
   */
  read<T>(place: FilePlace, use: (parts: FileParts) => Promise<T>): Promise<T>
}

export interface FolderClientOptions {
  /** Whole paths of the folders that may be read, with all that is in them. None: nothing may. */
  readonly roots: readonly string[]
  /** Folders that stay closed, wherever they are. */
  readonly closed?: readonly string[]
}

const partSize = 64 * 1024

/** Creates a client that resolves every link before it checks a path, and only reads regular files. */
export function createFolderClient({ roots, closed = [] }: FolderClientOptions): FolderClient {
  /** Where a folder really is. What is not allowed is distinguished from what does not exist only below a root. */
  const findFolder = async (folder: string): Promise<string> => {
    const wanted = resolve(folder)
    const real = await Promise.all(roots.map(realOrNull))
    const known = [...roots.map((root) => resolve(root)), ...real.filter((root) => root !== null)]
    if (folder.includes('\0') || !known.some((root) => isWithin(root, wanted))) throw notAllowed(folder, roots)
    const found = await realpath(wanted)
    if (!real.some((root) => root !== null && isWithin(root, found)) || (await isClosed(found)))
      throw notAllowed(folder, roots)
    return found
  }

  const isClosed = async (path: string) => {
    const real = await Promise.all(closed.map(realOrNull))
    return real.some((one) => one !== null && isWithin(one, path))
  }

  const openFile = async ({ folder, path }: FilePlace): Promise<FileHandle> => {
    const within = await findFolder(folder)
    const wanted = resolve(within, path)
    const leaves = () => new OutgoingFailure(`Expected a file inside ${folder}, but “${path}” leads out of it.`, final)
    if (path.includes('\0') || isAbsolute(path) || wanted === within || !isWithin(within, wanted)) throw leaves()
    const found = await realpath(wanted)
    if (!isWithin(within, found) || (await isClosed(found))) throw leaves()
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
    check: (place) =>
      within(place, async () => {
        const found = await findFolder(place.folder)
        if (!(await stat(found)).isDirectory())
          throw new OutgoingFailure(`Expected a folder ${place.folder}, but it is something else.`, final)
      }),
    read: (place, use) =>
      within(place, async (signal) => {
        const file = await openFile(place)
        // Nobody waits any more, whatever is done with its parts.
        signal.addEventListener('abort', () => void file.close().catch(() => {}))
        try {
          signal.throwIfAborted()
          return await use(readParts(file, signal))
        } finally {
          await file.close()
        }
      }),
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
 * Limits the time of a read, because a network disk may never answer: the caller gets an error, and later data is
 * dropped.
 */
async function within<T>(
  { folder, timeoutMs, ...place }: FolderPlace | FilePlace,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const time = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      time.abort()
      reject(new OutgoingFailure(`Expected ${folder} to be read within ${timeoutMs} ms, but it was not.`))
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(time.signal), late])
  } catch (error) {
    throw describe(error, { folder, path: 'path' in place ? place.path : null })
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
      // It may come yet.
      return new OutgoingFailure(`Expected ${what}, but there is none.`)
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

function notAllowed(folder: string, roots: readonly string[]): OutgoingFailure {
  return new OutgoingFailure(
    roots.length === 0
      ? `Expected a permitted folder, but no folder is permitted. An administrator can permit ${folder} with MILLRACE_FILE_ROOTS.`
      : `Expected a permitted folder, but ${folder} is not permitted. An administrator can permit it with MILLRACE_FILE_ROOTS.`,
    final,
  )
}

function isWithin(root: string, path: string): boolean {
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
