/** Recent topics, for browsers that lost their stream for a moment or have just loaded a page. */
export interface HeardTopics {
  /** @param topic null when some may have been lost. */
  add(topic: string | null): void
  /** Returns the id of the last topic. It is only valid for this process. */
  lastId(): string
  /** Returns the topics after the one with this id; null when they are not known. */
  since(id: string): readonly string[] | null
  /** Returns the topics of the last milliseconds; null when they are not known. */
  lately(ms: number): readonly string[] | null
}

/** Most that is remembered: some seconds of a server that is as busy as it can be. */
const most = 20_000

/**
 * Creates the store of recent topics.
 *
 * @param origin distinguishes the ids of this process from those of others.
 */
export function createHeardTopics(origin: string, now: () => number = Date.now): HeardTopics {
  let entries: { readonly topic: string; readonly at: number }[] = []
  /** Number of the first entry. */
  let first = 0
  /** Since when nothing has got lost, in ms since 1970. */
  let knownSince = now()

  const from = (index: number): readonly string[] | null =>
    index < 0 || index > entries.length ? null : entries.slice(index).map(({ topic }) => topic)

  return {
    add: (topic) => {
      if (topic === null) {
        // Nobody can say what came between.
        first += entries.length + 1
        entries = []
        knownSince = now()
        return
      }
      entries.push({ topic, at: now() })
      if (entries.length < 2 * most) return
      entries = entries.slice(most)
      knownSince = entries[0]?.at ?? now()
      first += most
    },
    lastId: () => `${origin}.${first + entries.length}`,
    since: (id) => {
      const [process, number] = id.split('.')
      return process === origin && /^\d+$/.test(number ?? '') ? from(Number(number) - first) : null
    },
    lately: (ms) => {
      const start = now() - ms
      if (start < knownSince) return null
      return entries.filter(({ at }) => at >= start).map(({ topic }) => topic)
    },
  }
}
