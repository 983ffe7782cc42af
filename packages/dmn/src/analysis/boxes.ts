import { complement, leaveOut, meetSpans, type Span, type Spans } from './spans.ts'

/** The values that a rule matches, by column. Null for a column in which they cannot be determined. */
export type Box = readonly (Spans | null)[]

/** The budget of one analysis. It records whether it was exceeded. */
export class Effort {
  #left: number

  constructor(left: number) {
    this.#left = left
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  spend(units: number): void {
    this.#left -= units
  }
}

/** Spans of a cell that take as long as one comparison. Nearly all cells have fewer. */
const spansOfUnit = 8

/** Returns what the comparison of a cell costs beyond the comparison of its box. */
function costOf(spans: Spans | null | undefined): number {
  return Math.floor((spans?.length ?? 0) / spansOfUnit)
}

/** Returns the values that two boxes have in common; null when there are none, or they cannot be determined. */
export function meetBoxes(one: Box, other: Box): readonly Spans[] | null {
  const met: Spans[] = []
  for (const [column, spans] of one.entries()) {
    const beside = other[column] ?? null
    if (spans === null || beside === null) return null
    const both = meetSpans(spans, beside)
    if (both.length === 0) return null
    met.push(both)
  }
  return met
}

/**
 * Lists the pairs of boxes that overlap, in their order. The boxes are sorted by the column that separates most of
 * them, and only boxes with overlapping ranges there are compared.
 */
export function* listOverlaps(
  boxes: readonly Box[],
  counts: readonly number[],
  effort: Effort,
): Generator<readonly [number, number, readonly Spans[]]> {
  const sweep = findSharpest(boxes, counts)
  const ends = boxes.map((box): Span => {
    const spans = box[sweep] ?? null
    return spans === null ? [0, -1] : [spans[0]?.[0] ?? 0, spans.at(-1)?.[1] ?? -1]
  })
  const order = boxes.map((_, at) => at).filter((at) => (ends[at] as Span)[1] >= (ends[at] as Span)[0])
  order.sort((one, other) => (ends[one] as Span)[0] - (ends[other] as Span)[0] || one - other)
  const costs = boxes.map((box) => box.reduce((sum, spans) => sum + costOf(spans), 0))
  let open: number[] = []
  for (const at of order) {
    const from = (ends[at] as Span)[0]
    open = open.filter((other) => (ends[other] as Span)[1] >= from)
    effort.spend(open.length + 1)
    if (effort.isSpent) return
    for (const other of open) {
      effort.spend((costs[at] ?? 0) + (costs[other] ?? 0))
      if (effort.isSpent) return
      const [low, high] = at < other ? [at, other] : [other, at]
      const met = meetBoxes(boxes[low] as Box, boxes[high] as Box)
      if (met !== null) yield [low, high, met]
    }
    open.push(at)
  }
}

/** The column in which boxes take the smallest part of the line. */
function findSharpest(boxes: readonly Box[], counts: readonly number[]): number {
  const parts = counts.map((count, column) => {
    const taken = boxes.map((box) => {
      const spans = box[column] ?? null
      return spans === null ? count : (spans.at(-1)?.[1] ?? 0) - (spans[0]?.[0] ?? 0) + 1
    })
    return taken.reduce((sum, one) => sum + one, 0) / Math.max(1, count)
  })
  return parts.indexOf(Math.min(...parts))
}

/**
 * Lists parts of a space that no box covers: the space is cut at the borders of the boxes, column by column, and parts
 * with the same boxes are examined together. A box counts as covering a whole column in which its values cannot be
 * determined.
 */
export function* listGaps(boxes: readonly Box[], space: readonly Spans[], effort: Effort): Generator<readonly Spans[]> {
  yield* gapsFrom(
    0,
    boxes.map((_, at) => at),
    { boxes, space, effort, above: [] },
  )
}

interface Search {
  readonly boxes: readonly Box[]
  readonly space: readonly Spans[]
  readonly effort: Effort
  /** The part of the columns before. */
  readonly above: readonly Spans[]
}

function* gapsFrom(column: number, among: readonly number[], search: Search): Generator<readonly Spans[]> {
  const { boxes, space, effort, above } = search
  effort.spend(among.length + 1)
  if (effort.isSpent) return
  if (among.length === 0) {
    yield [...above, ...space.slice(column)]
    return
  }
  if (among.some((at) => coversFrom(boxes[at] as Box, column, search))) return
  if (effort.isSpent) return
  const line = space[column]
  if (line === undefined) return
  for (const { spans, members } of cutColumn(among, { boxes, column, line, effort }))
    yield* gapsFrom(column + 1, members, { ...search, above: [...above, spans] })
}

function coversFrom(box: Box, column: number, { space, effort }: Search): boolean {
  return space.slice(column).every((line, at) => {
    const spans = box[column + at] ?? null
    effort.spend(costOf(spans))
    if (effort.isSpent) return false
    return spans === null || leaveOut(line, spans, endOf(line)).length === 0
  })
}

function endOf(line: Spans): number {
  return (line.at(-1)?.[1] ?? -1) + 1
}

interface Cut {
  readonly boxes: readonly Box[]
  readonly column: number
  readonly line: Spans
  readonly effort: Effort
}

/** Cuts a column where a box begins or ends. Parts with the same boxes are one part. */
function cutColumn(
  among: readonly number[],
  { boxes, column, line, effort }: Cut,
): { spans: Spans; members: readonly number[] }[] {
  const starts = new Map<number, number[]>()
  const stops = new Map<number, number[]>()
  const cuts = new Set<number>()
  const note = (map: Map<number, number[]>, place: number, at: number) => {
    cuts.add(place)
    const known = map.get(place)
    if (known === undefined) map.set(place, [at])
    else known.push(at)
  }
  for (const [from, to] of line) cuts.add(from).add(to + 1)
  const all: number[] = []
  for (const at of among) {
    const spans = boxes[at]?.[column] ?? null
    effort.spend(costOf(spans))
    if (effort.isSpent) return []
    if (spans === null) all.push(at)
    else
      for (const [from, to] of meetSpans(spans, line)) {
        note(starts, from, at)
        note(stops, to + 1, at)
      }
  }
  const parts = new Map<string, { spans: Span[]; members: readonly number[] }>()
  const open = new Set(all)
  const places = [...cuts].sort((one, other) => one - other)
  for (const [index, from] of places.entries()) {
    for (const at of stops.get(from) ?? []) open.delete(at)
    for (const at of starts.get(from) ?? []) open.add(at)
    const next = places[index + 1]
    if (next === undefined || meetSpans([[from, next - 1]], line).length === 0) continue
    effort.spend(open.size + 1)
    if (effort.isSpent) return []
    const members = [...open].sort((one, other) => one - other)
    const key = members.join(' ')
    const known = parts.get(key)
    if (known === undefined) parts.set(key, { spans: [[from, next - 1]], members })
    else {
      const last = known.spans.at(-1) as Span
      if (last[1] + 1 === from) known.spans[known.spans.length - 1] = [last[0], next - 1]
      else known.spans.push([from, next - 1])
    }
  }
  return [...parts.values()]
}

/**
 * Returns the spans that cover all regions of each line.
 *
 * @param counts the number of regions by line.
 */
export function wholeSpace(counts: readonly number[]): readonly Spans[] {
  return counts.map((count): Spans => complement([], count))
}
