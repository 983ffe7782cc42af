import type { DecisionDefinition, Definition } from '@millrace/engine'

/** Definitions that were read, by workplace and id. They never change, so they stay as long as there is room. */
export interface DefinitionCache {
  readonly processes: Kept<Definition>
  readonly decisions: Kept<DecisionDefinition>
}

export interface Kept<Value> {
  get(key: string): Value | undefined
  /** @param size about how many characters its file has. */
  set(key: string, value: Value, size: number): void
  /** As it was given; a usual one for what is not kept. */
  sizeOf(key: string): number
}

const usualSize = 10_000

/** What is made of a file takes 10 to 25 bytes for each of its characters: 100 MB. */
const mostByDefault = 4_000_000

/** @param mostCharacters of all files together, for processes and for decisions. */
export function createDefinitionCache(mostCharacters = mostByDefault): DefinitionCache {
  return { processes: createKept(mostCharacters), decisions: createKept(mostCharacters) }
}

/** Those that were asked for longest ago make room; the last one stays however large it is. */
export function createKept<Value>(mostSize: number): Kept<Value> {
  const entries = new Map<string, { readonly value: Value; readonly size: number }>()
  let total = 0
  const remove = (key: string) => {
    total -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    sizeOf: (key) => entries.get(key)?.size ?? usualSize,
    set: (key, value, size) => {
      remove(key)
      entries.set(key, { value, size })
      total += size
      for (const oldest of entries.keys()) {
        if (total <= mostSize || oldest === key) return
        remove(oldest)
      }
    },
  }
}
