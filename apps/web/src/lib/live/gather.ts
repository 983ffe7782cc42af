/**
 * Milliseconds in which changes are collected; the interval doubles while more arrive, and starts again after one
 * without.
 */
export const gaps = { first: 1_000, most: 16_000 } as const

/**
 * Passes on the first items immediately, and later ones together after growing gaps. At the end, waiting items are
 * passed on immediately.
 */
export function gather<Thing>(announce: (things: readonly Thing[]) => void): {
  add: (things: readonly Thing[]) => void
  stop: () => void
} {
  const waiting = new Set<Thing>()
  let gap: number = gaps.first
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    const things = [...waiting]
    waiting.clear()
    timer = setTimeout(() => {
      timer = undefined
      gap = waiting.size > 0 ? Math.min(2 * gap, gaps.most) : gaps.first
      if (waiting.size > 0) flush()
    }, gap)
    announce(things)
  }
  return {
    add: (things) => {
      for (const thing of things) waiting.add(thing)
      if (waiting.size > 0 && timer === undefined) flush()
    },
    stop: () => {
      clearTimeout(timer)
      if (waiting.size > 0) announce([...waiting])
      waiting.clear()
    },
  }
}
