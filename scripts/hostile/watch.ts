/** The waiting times of others in milliseconds. */
export interface Waits {
  readonly p99: number
  readonly longest: number
  readonly count: number
}

export interface Watch {
  /** Returns the measurements since the start. */
  end(): Promise<Waits>
}

/** Waiting longer than this is told as this. */
const longestWait = 30_000

/**
 * Makes a call at fixed times, whether or not the previous one was answered, so that a long delay counts for each call
 * that waits.
 */
export function watch(call: (signal: AbortSignal) => Promise<unknown>, everyMs: number): Watch {
  const waits: number[] = []
  const open = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const startedAt = performance.now()
    const one = call(AbortSignal.timeout(longestWait))
      .then(
        () => void waits.push(performance.now() - startedAt),
        () => void waits.push(longestWait),
      )
      .finally(() => open.delete(one))
    open.add(one)
  }, everyMs)
  return {
    end: async () => {
      clearInterval(timer)
      await Promise.all(open)
      const sorted = waits.toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      return { p99: at(0.99), longest: sorted.at(-1) ?? 0, count: sorted.length }
    },
  }
}
