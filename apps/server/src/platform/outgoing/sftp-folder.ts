import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import {
  byName,
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

/** Whether a change was sent, so that repeating it could carry it out twice. */
export interface SftpChange {
  isStarted: boolean
}

interface Place {
  /** The real path of the folder, after links are resolved. */
  readonly folder: string
  /** The path of the folder, as it was entered. */
  readonly shown: string
  readonly change: SftpChange
}

const final = { isFinal: true } as const
const partSize = 32 * 1024

/** The status codes of the SFTP protocol that the product uses. */
export const sftpCodes = { endOfFile: 1, noFile: 2, noRight: 3, failure: 4, unsupported: 8 } as const

/**
 * Opens a folder of an SFTP server after the sign-in. Links are followed for reading, unless they lead out of the
 * folder.
 */
export function openSftpFolder(sftp: SFTPWrapper, { folder, shown, change }: Place): OpenFolder {
  const leaves = (path: string) =>
    new OutgoingFailure(`Expected a file within ${shown}, but “${path}” leads out of it.`, final)
  const isOut = (path: string) => {
    const way = posix.relative(folder, path)
    return way === '..' || way.startsWith('../') || way.startsWith('/')
  }
  const naming = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw sftpCodeOf(error) === sftpCodes.noFile ? missingFile(path, shown) : error
    }
  }
  const follow = async (path: string): Promise<string> => {
    if (path.includes('\0') || isOut(posix.join(folder, path))) throw leaves(path)
    const found = await callSftp<string>((done) => sftp.realpath(posix.join(folder, path), done))
    if (isOut(found)) throw leaves(path)
    return found
  }
  const followFile = async (path: string) => {
    const found = await follow(path)
    if (posix.relative(folder, found) === '') throw leaves(path)
    return found
  }
  const lstat = (path: string) =>
    callSftp<Stats>((done) => sftp.lstat(path, done)).catch((error: unknown) => {
      if (sftpCodeOf(error) === sftpCodes.noFile) return null
      throw error
    })
  /** Where a file is or will be. What is changed is no link. */
  const locate = async (path: string): Promise<string> => {
    const name = posix.basename(path)
    if (name === '' || name === '.' || name === '..' || path.includes('\0')) throw leaves(path)
    const file = posix.join(await follow(posix.dirname(path)), name)
    const found = await lstat(file)
    if (found !== null && !found.isFile())
      throw new OutgoingFailure(`Expected a file “${path}”, but it is something else.`, final)
    return file
  }
  const writeNew = async (file: string, parts: FileParts): Promise<number> =>
    writeAll(await callSftp<Buffer>((done) => sftp.open(file, 'wx', done)), parts, 0)
  const append = async (file: string, parts: FileParts, path: string): Promise<number> => {
    const handle = await callSftp<Buffer>((done) => sftp.open(file, 'a', done))
    const { size } = await callSftp<Stats>((done) => sftp.fstat(handle, done))
    change.isStarted = true
    try {
      return await writeAll(handle, parts, size ?? 0)
    } catch (error) {
      if (!isRefused(error)) throw error
      // The file may have earlier parts already when the server refuses a part.
      throw new OutgoingFailure(`Expected to append to “${path}” in ${shown}, but the other machine refuses.`, {
        mayHaveArrived: true,
      })
    }
  }
  const writeAll = async (handle: Buffer, parts: FileParts, start: number): Promise<number> => {
    let at = start
    for await (const part of parts)
      for (let from = 0; from < part.length; from += partSize) {
        const piece = Buffer.from(part.subarray(from, from + partSize))
        const position = at
        await callVoid((done) => sftp.write(handle, piece, 0, piece.length, position, done))
        at += piece.length
      }
    await callVoid((done) => sftp.close(handle, done))
    return at - start
  }
  const putInPlace = async (from: string, to: string, { replaces, path }: { replaces: boolean; path: string }) => {
    if (!replaces && (await lstat(to)) !== null) throw existingFile(path, shown)
    change.isStarted = true
    // It fails where there is a file of that name.
    if (!replaces) return rename(from, to)
    try {
      await callVoid((done) => sftp.ext_openssh_rename(from, to, done))
    } catch (error) {
      if (!isUnsupported(error)) throw error
      await replaceInSteps(from, to)
    }
  }
  const rename = (from: string, to: string) => callVoid((done) => sftp.rename(from, to, done))
  /** The protocol itself has no way to replace a file in one step: the file before it stays until the new one is there. */
  const replaceInSteps = async (from: string, to: string) => {
    if ((await lstat(to)) === null) return rename(from, to)
    const aside = posix.join(posix.dirname(to), temporaryName(randomUUID()))
    await rename(to, aside)
    try {
      await rename(from, to)
    } catch (error) {
      await rename(aside, to).catch(() => {})
      throw error
    }
    await callVoid((done) => sftp.unlink(aside, done))
  }

  return {
    read: (path, use) =>
      naming(path, async () => {
        const wanted = await followFile(path)
        const found = await callSftp<Stats>((done) => sftp.stat(wanted, done))
        if (!found.isFile()) throw new OutgoingFailure(`Expected a file “${path}”, but it is something else.`, final)
        return use(readParts(sftp, wanted))
      }),
    find: async (path) => {
      try {
        const wanted = await followFile(path)
        const found = await callSftp<Stats>((done) => sftp.stat(wanted, done))
        return found.isFile() ? factsOf(posix.basename(path), found) : null
      } catch (error) {
        if (sftpCodeOf(error) === sftpCodes.noFile) return null
        throw error
      }
    },
    list: (path, most) =>
      naming(path, async () => {
        const wanted = await follow(path)
        const handle = await callSftp<Buffer>((done) => sftp.opendir(wanted, done))
        const facts: FileFacts[] = []
        for (let seen = 0; ; ) {
          const entries = await readFolder(sftp, handle)
          if (entries === null) break
          seen += entries.length
          if (seen > most) throw tooManyFiles(most)
          // The other side names them: what is more than a name is none of this folder.
          for (const { filename, attrs } of entries)
            if (isFileName(filename) && attrs.isFile?.() && !isTemporaryName(filename))
              facts.push(factsOf(filename, attrs))
        }
        return facts.sort(byName)
      }),
    write: (path, parts, mode) =>
      naming(path, async () => {
        const file = await locate(path)
        if (mode === 'append') {
          const whole: Uint8Array[] = []
          for await (const part of parts) whole.push(part)
          return append(file, inOrder(whole), path)
        }
        const temporary = posix.join(posix.dirname(file), temporaryName(randomUUID()))
        try {
          const bytes = await writeNew(temporary, parts)
          await putInPlace(temporary, file, { replaces: mode === 'replace', path })
          return bytes
        } catch (error) {
          // One that has just answered does so again; one that is gone would keep us waiting.
          if (isAnswer(error)) await callVoid((done) => sftp.unlink(temporary, done)).catch(() => {})
          throw error
        }
      }),
    move: async (path, target, { replaces }) => {
      const from = await naming(path, async () => {
        const file = await locate(path)
        if ((await lstat(file)) === null) throw missingFile(path, shown)
        return file
      })
      await naming(target, async () => putInPlace(from, await locate(target), { replaces, path: target }))
    },
    remove: (path) =>
      naming(path, async () => {
        const file = await locate(path)
        change.isStarted = true
        await callVoid((done) => sftp.unlink(file, done))
      }),
  }
}

function factsOf(name: string, { size, mtime }: Pick<Stats, 'size' | 'mtime'>): FileFacts {
  return { name, size, modified: new Date(mtime * 1000) }
}

async function* inOrder(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts
}

async function* readParts(sftp: SFTPWrapper, path: string): AsyncGenerator<Uint8Array> {
  const handle = await callSftp<Buffer>((done) => sftp.open(path, 'r', done))
  try {
    for (let at = 0; ; ) {
      const part = await readPart(sftp, handle, at)
      if (part === null) return
      at += part.length
      yield part
    }
  } finally {
    sftp.close(handle, () => {})
  }
}

/** Null at the end of the file. */
function readPart(sftp: SFTPWrapper, handle: Buffer, at: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.alloc(partSize)
    sftp.read(handle, buffer, 0, partSize, at, (error, bytes) => {
      if (sftpCodeOf(error) === sftpCodes.endOfFile || (!error && bytes === 0)) resolve(null)
      else if (error) reject(error)
      else resolve(buffer.subarray(0, bytes))
    })
  })
}

/** Null at the end of the folder. */
async function readFolder(sftp: SFTPWrapper, handle: Buffer): Promise<FileEntryWithStats[] | null> {
  try {
    const entries = await callSftp<FileEntryWithStats[]>((done) => sftp.readdir(handle, done))
    return entries.length === 0 ? null : entries
  } catch (error) {
    if (sftpCodeOf(error) === sftpCodes.endOfFile) return null
    throw error
  }
}

export function callSftp<T>(ask: (done: (error: Error | undefined | null, value: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    ask((error, value) => (error ? reject(error) : resolve(value)))
  })
}

function callVoid(ask: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    ask((error) => (error ? reject(error) : resolve()))
  })
}

export function sftpCodeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null | undefined)?.code
}

/** The other side says so itself, by a code of the protocol. */
function isAnswer(error: unknown): boolean {
  return error instanceof OutgoingFailure || typeof sftpCodeOf(error) === 'number'
}

function isRefused(error: unknown): boolean {
  return ([sftpCodes.noFile, sftpCodes.noRight] as readonly unknown[]).includes(sftpCodeOf(error))
}

/** ssh2 says so by itself where the host did not offer an extension. */
function isUnsupported(error: unknown): boolean {
  return (
    sftpCodeOf(error) === sftpCodes.unsupported || (error instanceof Error && /does not support/.test(error.message))
  )
}
