/** Figures about the calls that this server has answered in the last minute. */
export interface CallFigures {
  readonly count: number
  /** Milliseconds within which 99 of 100 of the newest were answered; null: there were none. */
  readonly p99: number | null
}

export interface CallMeter {
  /** Counts a call, by milliseconds until its answer was sent. */
  add(ms: number): void
  figures(): CallFigures
}

const seconds = 60
/** The number of newest calls whose durations are kept. */
const most = 2_000

/** Creates the meter of the durations of calls. Its memory does not grow with the number of calls. */
export function createCallMeter(now: () => number = Date.now): CallMeter {
  /** Calls by second, in a circle. */
  const counts = Array.from({ length: seconds }, () => ({ second: 0, count: 0 }))
  const newest: { readonly at: number; readonly ms: number }[] = []
  let next = 0
  return {
    add: (ms) => {
      const at = now()
      const second = Math.floor(at / 1000)
      const slot = counts[second % seconds]
      if (slot !== undefined) {
        slot.count = slot.second === second ? slot.count + 1 : 1
        slot.second = second
      }
      newest[next] = { at, ms }
      next = (next + 1) % most
    },
    figures: () => {
      const since = now() - seconds * 1000
      const times = newest
        .filter(({ at }) => at > since)
        .map(({ ms }) => ms)
        .sort((a, b) => a - b)
      const count = counts.filter(({ second }) => second * 1000 > since).reduce((sum, one) => sum + one.count, 0)
      return { count, p99: times[Math.ceil(times.length * 0.99) - 1] ?? null }
    },
  }
}
