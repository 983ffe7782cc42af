import type { DecisionDefinition, Definition } from '@millrace/engine'
import type { DecisionFiles } from './read-model.ts'
import { createRevisionMemory, type RevisionMemory } from './revision-memory.ts'

/** Parsed definitions by workplace and id, for all commands of a process. They never change. */
export interface DefinitionCache<Decision extends DecisionDefinition = KeptDecision> {
  readonly processes: Shelf<Definition>
  readonly decisions: Shelf<Decision>
  /** The data that changes: which version is the latest, and who may start it. */
  readonly rows: RevisionMemory
}

/** A decision as it is cached. Its model is null when it is large. */
export interface KeptDecision extends DecisionDefinition {
  /** The files for worker threads: bytes are copied at once, but a large model takes time on the event loop. */
  readonly files: DecisionFiles
}

/** A cache with a size limit: the least recently used entries are dropped, but never the last one. */
export interface Shelf<T> {
  get(key: string): T | undefined
  /** @param size bytes of the file that it was read from. */
  set(key: string, definition: T, size: number): void
  /** Returns the size that was given for a key, or a typical size for a missing key. */
  sizeOf(key: string): number
  clear(): void
}

/** Bytes of files: a process of 1,000 elements has 140,000, and takes 1.4 MB once it is read. */
const usualRoom = 8 * 1024 * 1024

export function createDefinitionCache<Decision extends DecisionDefinition = KeptDecision>(
  room = usualRoom,
): DefinitionCache<Decision> {
  return { processes: createShelf(room), decisions: createShelf(room), rows: createRevisionMemory() }
}

const usualSize = 10_000

function createShelf<T>(room: number): Shelf<T> {
  const entries = new Map<string, { readonly definition: T; readonly size: number }>()
  let total = 0
  const remove = (key: string) => {
    total -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      // A map keeps the order in which keys came: the first is the one that was used longest ago.
      entries.delete(key)
      entries.set(key, entry)
      return entry.definition
    },
    sizeOf: (key) => entries.get(key)?.size ?? usualSize,
    set: (key, definition, size) => {
      remove(key)
      entries.set(key, { definition, size })
      total += size
      for (const oldest of entries.keys()) {
        if (total <= room || entries.size === 1) return
        remove(oldest)
      }
    },
    clear: () => {
      entries.clear()
      total = 0
    },
  }
}
