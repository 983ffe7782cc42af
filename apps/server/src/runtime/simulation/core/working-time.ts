/** Working hours as spans of time in order, in milliseconds. None of them overlap. */
export type Spans = readonly (readonly [start: number, end: number])[]

/** Counts working time. Without spans, people always work. */
export interface WorkingTime {
  /** The moment at which so much work that begins at `from` is done. Without a working hour for it: infinity. */
  add(from: number, work: number): number
  /** The working time between two moments. */
  between(from: number, to: number): number
}

const always: WorkingTime = { add: (from, work) => from + work, between: (from, to) => Math.max(0, to - from) }

/** Creates the calculation of working time. @param spans null: day and night. */
export function createWorkingTime(spans: Spans | null): WorkingTime {
  if (spans === null) return always
  const { starts, before } = sumUp(spans)
  /** The working time from the first span to a moment. */
  const until = (at: number): number => {
    const index = findLast(starts, at)
    const span = spans[index]
    return span === undefined ? 0 : (before[index] ?? 0) + Math.min(at, span[1]) - span[0]
  }
  return {
    between: (from, to) => Math.max(0, until(to) - until(from)),
    add: (from, work) => {
      const done = until(from) + work
      let index = findLast(before, done)
      // Work that ends with a span ends on that day. Without work, the moment is the next working one.
      if (work > 0 && index > 0 && before[index] === done) index--
      const first = spans[index]
      const end =
        first === undefined ? (spans[0]?.[0] ?? Number.POSITIVE_INFINITY) : first[0] + done - (before[index] ?? 0)
      if (first !== undefined && end > first[1]) return Number.POSITIVE_INFINITY
      if (work > 0 || end > from) return Math.max(from, end)
      return first !== undefined && from < first[1] ? from : (spans[index + 1]?.[0] ?? Number.POSITIVE_INFINITY)
    },
  }
}

/** Returns the starts of spans, and the working time before each. */
export function sumUp(spans: Spans): { readonly starts: readonly number[]; readonly before: readonly number[] } {
  const before: number[] = []
  let sum = 0
  for (const [start, end] of spans) {
    before.push(sum)
    sum += end - start
  }
  return { starts: spans.map(([start]) => start), before }
}

/** The index of the last item that is at most `value`; −1 if none is. */
function findLast(items: readonly number[], value: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
