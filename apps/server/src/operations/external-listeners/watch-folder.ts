import type { FolderListener } from '@millrace/contract'
import { externalLimits, listenerLimits } from '@millrace/contract'
import type { FileFacts } from '../../platform/outgoing/open-folder.ts'
import { matchName } from '../../runtime/look-ups/file-path.ts'

/** The files of a folder by name: size and modification time as a text, and since when both are unchanged, in ms. */
export type Seen = Readonly<Record<string, { readonly mark: string; readonly since: number }>>

export interface Look {
  /** Files that are complete, the oldest first. */
  readonly ready: readonly FileFacts[]
  /** Files that may still be written. */
  readonly waiting: readonly FileFacts[]
  /** Whether more complete files exist than one check processes. */
  readonly isMore: boolean
  readonly seen: Seen
}

/**
 * Decides which files of a folder are complete: by their size and time, which have to be the same in two checks, or by
 * another file beside each of them. Two looks shortly after each other count as one.
 */
export function chooseFiles(
  settings: FolderListener,
  files: readonly FileFacts[],
  { seen: before, now }: { readonly seen: Seen; readonly now: Date },
): Look {
  const { rule, doneSuffix, pattern, everySeconds } = settings
  // Half of the time between two looks, because the clocks of servers differ.
  const latest = now.getTime() - everySeconds * 500
  const knownOf = (file: FileFacts) => {
    const known = Object.hasOwn(before, file.name) ? before[file.name] : undefined
    return known?.mark === markOf(file) ? known : { mark: markOf(file), since: now.getTime() }
  }
  const names = new Set(files.map(({ name }) => name))
  const isMeant = matchName(pattern)
  const meant = files
    .filter(({ name }) => isMeant(name) && !(rule === 'done-file' && name.endsWith(doneSuffix)))
    .sort((one, other) => one.modified.getTime() - other.modified.getTime() || (one.name < other.name ? -1 : 1))
  const isReady = (file: FileFacts) =>
    rule === 'done-file' ? names.has(`${file.name}${doneSuffix}`) : knownOf(file).since <= latest
  const ready = meant.filter(isReady)
  return {
    ready: ready.slice(0, listenerLimits.files),
    waiting: [...meant.filter((file) => !isReady(file)), ...ready.slice(listenerLimits.files)],
    isMore: ready.length > listenerLimits.files,
    // Those of files that are ready, too: they may be claimed at a later look.
    seen: Object.fromEntries(meant.slice(0, maxSeen).map((file) => [file.name, knownOf(file)])),
  }
}

/** The maximum number of files that are remembered between two checks. */
const maxSeen = 1_000

function markOf({ size, modified }: FileFacts): string {
  return `${size} ${modified.getTime()}`
}

/**
 * Returns the key of a file. A file with the same name, size and time has the same key, and counts as the same file,
 * unless another connection stands for the one of the API.
 */
export function fileKey({ settings: { folder }, standIn }: WatchedPlace, file: FileFacts): string {
  const key = `${folder}/${file.name} ${markOf(file)}`
  return standIn === '' ? key : `${standIn} ${key}`
}

interface WatchedPlace {
  readonly settings: Pick<FolderListener, 'folder'>
  readonly standIn: string
}

/** Returns the path of a file in a folder. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** Returns a file name with a mark before its extension, for a file whose own name is already used. */
export function nameWith(name: string, mark: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)}-${mark}${name.slice(dot)}` : `${name}-${mark}`
}

/** The maximum number of bytes of a file that becomes a process variable. */
export const maxContent = externalLimits.content
