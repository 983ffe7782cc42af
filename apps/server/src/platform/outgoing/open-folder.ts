import { OutgoingFailure } from './outgoing-failure.ts'

/** The content of a file, as chunks of bytes in order. */
export type FileParts = AsyncIterable<Uint8Array>

/** The name, size and time of a file in a folder. */
export interface FileFacts {
  readonly name: string
  readonly size: number
  readonly modified: Date
}

/** The ways in which `write` treats an existing file with the same name. */
export type WriteMode = 'replace' | 'refuse' | 'append'

/**
 * A folder of an adapter, on this machine or another one. Paths never lead out of the folder. Methods that change
 * something fail with `mayHaveArrived` when it is unknown whether the change was made.
 */
export interface OpenFolder {
  /** Reads a file as long as `use` takes parts of it. */
  read<T>(path: string, use: (parts: FileParts) => Promise<T>): Promise<T>
  /** Finds a file; null when it does not exist. */
  find(path: string): Promise<FileFacts | null>
  /** Lists the files of a folder within it, without folders and links. Empty path: the folder itself. */
  list(path: string, most: number): Promise<FileFacts[]>
  /** Writes a file. Nobody sees half of it, except when it is appended to. @returns its bytes that were written. */
  write(path: string, parts: FileParts, mode: WriteMode): Promise<number>
  /** Renames a file within the folder. */
  move(path: string, target: string, options: { readonly replaces: boolean }): Promise<void>
  remove(path: string): Promise<void>
  /**
   * Returns whether a file is a copy of another one. Only for storages where a move is a copy and a removal: the copy
   * may exist already.
   */
  isCopyOf?(path: string, target: string): Promise<boolean>
}

/** The codes of failures of files for error events in models. */
export const fileFaults = { missing: 'missing', exists: 'exists' } as const

export function missingFile(path: string, folder: string): OutgoingFailure {
  // It may come yet.
  return new OutgoingFailure(`Expected a file “${path}” in ${folder}, but there is none.`, {
    detail: { code: fileFaults.missing },
  })
}

export function existingFile(path: string, folder: string): OutgoingFailure {
  return new OutgoingFailure(`Expected no file “${path}” in ${folder}, but there is one. Nothing was changed.`, {
    isFinal: true,
    detail: { code: fileFaults.exists },
  })
}

/** Returns the temporary name of a file that is being written. Listings leave such files out. */
export function temporaryName(id: string): string {
  return `.millrace-${id}.part`
}

export function isTemporaryName(name: string): boolean {
  return name.startsWith('.millrace-')
}

/**
 * Returns whether a name in a listing has no path. The external system chooses the names, and a path could lead out of
 * the folder.
 */
export function isFileName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name)
}

export function tooManyFiles(most: number): OutgoingFailure {
  return new OutgoingFailure(`Expected at most ${most.toLocaleString('en')} files in the folder, but it has more.`, {
    isFinal: true,
  })
}

/**
 * Checks a path of a file.
 * @throws OutgoingFailure for a path that leads out of its folder, or that has characters which end a command.
 */
export function checkPath(
  path: string,
  shown: string,
  { isFolder = false }: { readonly isFolder?: boolean } = {},
): void {
  if (isFolder && path === '') return
  if (/\p{Cc}/u.test(path) || !path.split('/').every(isFileName))
    throw new OutgoingFailure(`Expected a file within ${shown}, but “${path}” leads out of it.`, { isFinal: true })
}

export function noAppend(path: string, what: string): OutgoingFailure {
  return new OutgoingFailure(
    `Expected to append to “${path}”, but ${what} cannot append. Nothing was changed. Write the whole file instead.`,
    { isFinal: true },
  )
}

/** Compares names of files in listings. */
export function byName(one: FileFacts, other: FileFacts): number {
  return one.name < other.name ? -1 : 1
}

/** Joins the content of a file to pieces of a size; the last one may be smaller. */
export async function* inPieces(parts: FileParts, size: number): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const part of parts) {
    waiting.push(part)
    length += part.length
    if (length < size) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}
