/** Consecutive regions of a line, by the numbers of the first and the last region. */
export type Span = readonly [from: number, to: number]

/** Sorted spans that do not touch or overlap. */
export type Spans = readonly Span[]

/** Sorts spans, and joins those that touch or overlap. */
export function joinSpans(spans: Spans): Spans {
  const joined: [number, number][] = []
  for (const [from, to] of spans.toSorted((one, other) => one[0] - other[0])) {
    const last = joined.at(-1)
    if (from > to) continue
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

export function meetSpans(one: Spans, other: Spans): Spans {
  const met: Span[] = []
  for (let at = 0, beside = 0; at < one.length && beside < other.length; ) {
    const [from, to] = one[at] as Span
    const [start, end] = other[beside] as Span
    if (Math.max(from, start) <= Math.min(to, end)) met.push([Math.max(from, start), Math.min(to, end)])
    if (to < end) at++
    else beside++
  }
  return met
}

/**
 * Returns the regions of the first spans that are not in the second ones.
 *
 * @param count the number of regions of the line.
 */
export function leaveOut(one: Spans, other: Spans, count: number): Spans {
  return meetSpans(one, complement(other, count))
}

export function complement(spans: Spans, count: number): Spans {
  const left: Span[] = []
  let next = 0
  for (const [from, to] of spans) {
    if (from > next) left.push([next, from - 1])
    next = to + 1
  }
  if (next < count) left.push([next, count - 1])
  return left
}

export function isWholeLine(spans: Spans, count: number): boolean {
  return spans.length === 1 && spans[0]?.[0] === 0 && spans[0][1] === count - 1
}
