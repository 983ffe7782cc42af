/**
 * A cache of data about deployed definitions, by the revision of the workplace (decision 48). Every change of a
 * definition is audited and so has a new revision, which each call reads before it uses the cache.
 */
export interface RevisionMemory {
  /** @param revision that this call has found; undefined where it asked for none. */
  find(key: string, revision: string | undefined): unknown
  /** @param value that was read after the revision was. */
  keep(key: string, revision: string | undefined, value: unknown): void
}

/** Most that is kept, of all workplaces. */
const most = 2_000
/** As of callers: then it is read again in any case. */
const keptMs = 60_000

export function createRevisionMemory(): RevisionMemory {
  const entries = new Map<string, { readonly revision: string; readonly until: number; readonly value: unknown }>()
  return {
    find: (key, revision) => {
      const entry = entries.get(key)
      const isTrue = entry !== undefined && entry.revision === revision && performance.now() < entry.until
      return isTrue ? entry.value : undefined
    },
    keep: (key, revision, value) => {
      if (revision === undefined) return
      const [oldest] = entries.keys()
      if (entries.size >= most && oldest !== undefined && !entries.has(key)) entries.delete(oldest)
      entries.set(key, { revision, until: performance.now() + keptMs, value })
    },
  }
}

/**
 * Returns cached data, or reads and caches it. Null is not cached.
 *
 * @param names everything that identifies the data in the workplace.
 */
export async function readAtRevision<T>(
  memory: RevisionMemory,
  { workplaceId, revision }: { readonly workplaceId: string; readonly revision?: string },
  names: readonly (string | null)[],
  read: () => Promise<T | null>,
): Promise<T | null> {
  const key = JSON.stringify([workplaceId, ...names])
  const kept = memory.find(key, revision)
  if (kept !== undefined) return kept as T
  const value = await read()
  if (value !== null) memory.keep(key, revision, value)
  return value
}
