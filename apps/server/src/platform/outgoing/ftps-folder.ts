import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import type { Client, FileInfo } from 'basic-ftp'
import {
  byName,
  checkPath,
  existingFile,
  type FileFacts,
  type FileParts,
  isFileName,
  isTemporaryName,
  missingFile,
  type OpenFolder,
  temporaryName,
  tooManyFiles,
} from './open-folder.ts'
import { OutgoingFailure } from './outgoing-failure.ts'

interface Place {
  readonly host: string
  readonly username: string
  /** The path of the folder, as it was entered. */
  readonly folder: string
  readonly change: { isStarted: boolean }
}

const final = { isFinal: true } as const

/**
 * Opens a folder of an FTPS server after the sign-in. The protocol cannot refuse to overwrite an existing file, so the
 * name is looked up before.
 */
export function openFtpsFolder(
  client: Client,
  { host, username, folder, change }: Place,
): OpenFolder & { checkFolder(): Promise<void> } {
  const locate = (path: string, options: { readonly isFolder?: boolean } = {}) => {
    checkPath(path, folder, options)
    return posix.join(folder, path)
  }
  const naming = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw describe(error, path)
    }
  }
  /** What the other side says by a code of the protocol was not carried out. */
  const describe = (error: unknown, path: string): unknown => {
    const code = replyOf(error)
    if (code === null) return error
    if (code === 530 || code === 532)
      return new OutgoingFailure(`Expected ${host} to let “${username}” in, but it refuses. Check the sign-in.`, final)
    if (code === 550) return missingFile(path, folder)
    if (code === 552 || code === 452)
      return new OutgoingFailure(`Expected room for “${path}” in ${folder}, but the other machine has none.`)
    return new OutgoingFailure(`Expected ${host} to carry out the request, but it refuses (${code}).`, {
      isFinal: code >= 500,
    })
  }

  const findAt = async (file: string): Promise<FileFacts | null> => {
    try {
      // Folders have no size.
      const size = await client.size(file)
      return { name: posix.basename(file), size, modified: toSeconds(await client.lastMod(file)) }
    } catch (error) {
      if (replyOf(error) === 550) return null
      throw error
    }
  }
  const rename = async (from: string, to: string) => {
    await client.send(`RNFR ${from}`)
    change.isStarted = true
    try {
      await client.send(`RNTO ${to}`)
    } catch (error) {
      if (replyOf(error) !== null) change.isStarted = false
      throw error
    }
  }
  const putInPlace = async (from: string, to: string, { replaces, path }: { replaces: boolean; path: string }) => {
    const isThere = (await findAt(to)) !== null
    if (isThere && !replaces) throw existingFile(path, folder)
    try {
      await rename(from, to)
    } catch (error) {
      if (replyOf(error) === null || !isThere) throw error
      // Some servers do not replace a file: the one before stays until the new one is there.
      const aside = posix.join(posix.dirname(to), temporaryName(randomUUID()))
      await rename(to, aside)
      try {
        await rename(from, to)
      } catch (failure) {
        await rename(aside, to).catch(() => {})
        throw failure
      }
      await client.remove(aside)
    }
  }
  const upload = async (file: string, parts: FileParts, way: 'uploadFrom' | 'appendFrom'): Promise<number> => {
    let bytes = 0
    const counted = async function* () {
      for await (const part of parts) {
        bytes += part.length
        yield part
      }
    }
    await client[way](Readable.from(counted(), { objectMode: false }), file)
    return bytes
  }
  /** As parts while they come. Whoever stops early has no further use for the connection. */
  const download = async <T>(file: string, use: (parts: FileParts) => Promise<T>): Promise<T> => {
    const through = new PassThrough()
    let isOver = false
    const loading = client.downloadTo(through, file).finally(() => {
      isOver = true
    })
    loading.catch((error: unknown) => through.destroy(error as Error))
    try {
      return await use(through)
    } finally {
      const isWhole = through.readableEnded
      through.destroy()
      if (isWhole) await loading
      else if (!isOver) client.close()
    }
  }
  const listAll = async (path: string, most: number): Promise<FileFacts[]> => {
    // Some servers list a folder that is not there as an empty one.
    await client.send(`CWD ${path}`)
    const entries: readonly FileInfo[] = await client.list(path)
    if (entries.length > most) throw tooManyFiles(most)
    const facts: FileFacts[] = []
    for (const { name, isFile, size, modifiedAt } of entries) {
      if (!isFile || !isFileName(name) || isTemporaryName(name) || /\p{Cc}/u.test(name)) continue
      if (modifiedAt !== undefined) facts.push({ name, size, modified: toSeconds(modifiedAt) })
      else {
        // The listing of an older server has no time that could be compared.
        const found = await findAt(posix.join(path, name))
        if (found !== null) facts.push(found)
      }
    }
    return facts.sort(byName)
  }

  return {
    checkFolder: () =>
      naming(folder, async () => {
        await client.send(`CWD ${folder}`).catch((error: unknown) => {
          if (replyOf(error) !== 550) throw error
          throw new OutgoingFailure(`Expected a folder ${folder} at ${host}, but it was not found.`)
        })
      }),
    read: (path, use) => naming(path, () => download(locate(path), use)),
    find: (path) => naming(path, () => findAt(locate(path))),
    list: (path, most) => naming(path, () => listAll(locate(path, { isFolder: true }), most)),
    write: (path, parts, mode) =>
      naming(path, async () => {
        const file = locate(path)
        if (mode === 'append') {
          const whole: Uint8Array[] = []
          for await (const part of parts) whole.push(part)
          change.isStarted = true
          return upload(file, inOrder(whole), 'appendFrom')
        }
        const temporary = posix.join(posix.dirname(file), temporaryName(randomUUID()))
        try {
          const bytes = await upload(temporary, parts, 'uploadFrom')
          await putInPlace(temporary, file, { replaces: mode === 'replace', path })
          return bytes
        } catch (error) {
          if (!client.closed) await client.remove(temporary).catch(() => {})
          throw error
        }
      }),
    move: async (path, target, { replaces }) => {
      const from = await naming(path, async () => {
        const file = locate(path)
        if ((await findAt(file)) === null) throw missingFile(path, folder)
        return file
      })
      await naming(target, async () => putInPlace(from, locate(target), { replaces, path: target }))
    },
    remove: (path) =>
      naming(path, async () => {
        const file = locate(path)
        change.isStarted = true
        await client.remove(file)
      }),
  }
}

/** Returns the code that an FTP server answered with; null for errors that the server did not report. */
export function replyOf(error: unknown): number | null {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code
  return typeof code === 'number' ? code : null
}

/** Listings and single files are compared. */
function toSeconds(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000)
}

async function* inOrder(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts
}
