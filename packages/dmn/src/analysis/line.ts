import {
  type Border,
  compareValues,
  createAllowance,
  FeelDate,
  type FeelValue,
  type TestSet,
} from '@millrace/expressions'
import { complement, joinSpans, meetSpans, type Span, type Spans } from './spans.ts'

/**
 * A region of a line: the value of a constant, the values between two constants, or for texts all other values. A null
 * border is an open end.
 */
export type Region =
  | { readonly kind: 'point'; readonly at: Border }
  | { readonly kind: 'between'; readonly low: Border | null; readonly high: Border | null }
  | { readonly kind: 'others' }

/**
 * The values of a column, cut at all constants that its cells name. All values of a region have the same result in each
 * cell. Texts and booleans have no order: their regions are the constants, and for texts all other values.
 */
export interface Line {
  readonly isOrdered: boolean
  readonly regions: readonly Region[]
  /** Returns the regions whose values pass; null when the set is not about values of this line. */
  readonly place: (set: TestSet) => Spans | null
}

type Kind = 'ordered' | 'text' | 'truth'

/**
 * Returns the line of a column.
 *
 * @param sets the values that each cell and the allowed values name.
 * @param isWhole whether the column holds whole numbers.
 * @param allowed the values that the column may have; null for all.
 * @returns null when the constants are of different types.
 */
export function createLine(
  sets: readonly TestSet[],
  { isWhole, isTruth, allowed }: { isWhole: boolean; isTruth: boolean; allowed: TestSet | null },
): Line | null {
  const borders = sets.flatMap(listBorders)
  const kind = findKind(borders, isTruth)
  if (kind === null) return null
  const line = kind === 'ordered' ? createOrdered(borders, isWhole) : createNamed(borders, kind)
  const within = line === null || allowed === null ? null : line.place(allowed)
  return line === null || within === null ? line : restrict(line, within)
}

function listBorders(set: TestSet): Border[] {
  switch (set.kind) {
    case 'any':
      return []
    case 'range':
      return [set.low, set.high].filter((border) => border !== null)
    case 'not':
      return listBorders(set.of)
    default:
      return set.sets.flatMap(listBorders)
  }
}

function findKind(borders: readonly Border[], isTruth: boolean): Kind | null {
  const kinds = new Set(borders.map(({ value }) => kindOf(value)))
  if (kinds.size > 1) return null
  const [only = isTruth ? 'truth' : 'ordered'] = kinds
  return only
}

function kindOf(value: FeelValue): Kind {
  return typeof value === 'string' ? 'text' : typeof value === 'boolean' ? 'truth' : 'ordered'
}

/** Regions by their place among all constants: 2i is below the constant i, 2i + 1 is the constant itself. */
function createOrdered(borders: readonly Border[], isWhole: boolean): Line | null {
  const { meter } = createAllowance(10_000_000)
  let isOrdered = true
  const compare = (one: Border, other: Border) => {
    const order = compareValues(one.value, other.value, meter)
    if (order === null) isOrdered = false
    return order ?? 0
  }
  const sorted = borders.toSorted(compare)
  const points = sorted.filter((border, at) => at === 0 || compare(sorted[at - 1] as Border, border) !== 0)
  if (!isOrdered) return null
  const isEmpty = (at: number) => isNeighbour(points[at - 1], points[at], isWhole)
  const regions: Region[] = []
  // Of each region between constants, its place among the regions that have a value.
  const first: number[] = []
  for (let at = 0; at <= points.length; at++) {
    first.push(regions.length)
    if (!isEmpty(at)) regions.push({ kind: 'between', low: points[at - 1] ?? null, high: points[at] ?? null })
    const point = points[at]
    if (point !== undefined) regions.push({ kind: 'point', at: point })
  }
  const find = (border: Border) => findPoint(points, border, compare)
  const pointAt = (at: number) => (first[at + 1] ?? regions.length) - 1
  const placeRange = (low: Border | null, high: Border | null): Spans => {
    const from = low === null ? 0 : pointAt(find(low)) + (low.isIncluded ? 0 : 1)
    const to = high === null ? regions.length - 1 : pointAt(find(high)) - (high.isIncluded ? 0 : 1)
    return from > to ? [] : [[from, to]]
  }
  return { isOrdered: true, regions, place: (set) => placeSet(set, regions.length, placeRange) }
}

function findPoint(points: readonly Border[], border: Border, compare: (one: Border, other: Border) => number): number {
  let low = 0
  let high = points.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(points[middle] as Border, border) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether nothing is between two constants: days, and whole numbers where the column holds no others. */
function isNeighbour(low: Border | undefined, high: Border | undefined, isWhole: boolean): boolean {
  if (low?.value instanceof FeelDate && high?.value instanceof FeelDate)
    return high.value.epochDay - low.value.epochDay === 1
  if (!isWhole || typeof low?.value !== 'number' || typeof high?.value !== 'number') return false
  return Math.floor(low.value) + 1 >= high.value
}

function createNamed(borders: readonly Border[], kind: Kind): Line {
  const truths: readonly Border[] = [true, false].map((value) => ({ value, text: String(value), isIncluded: true }))
  const points = new Map<FeelValue, Border>()
  for (const border of kind === 'truth' ? truths : borders)
    if (!points.has(border.value)) points.set(border.value, border)
  const regions: Region[] = [...points.values()].map((at) => ({ kind: 'point', at }))
  const places = new Map([...points.keys()].map((value, at) => [value, at]))
  if (kind === 'text') regions.push({ kind: 'others' })
  // Texts that are compared by their order are rare: such a cell is not known.
  const placeRange = (low: Border | null, high: Border | null): Spans | null => {
    if (low === null || low !== high) return null
    const at = places.get(low.value)
    return at === undefined ? null : [[at, at]]
  }
  return { isOrdered: false, regions, place: (set) => placeSet(set, regions.length, placeRange) }
}

function placeSet(
  set: TestSet,
  count: number,
  placeRange: (low: Border | null, high: Border | null) => Spans | null,
): Spans | null {
  const place = (one: TestSet): Spans | null => {
    switch (one.kind) {
      case 'any':
        return [[0, count - 1]]
      case 'range':
        return placeRange(one.low, one.high)
      case 'not': {
        const spans = place(one.of)
        return spans === null ? null : complement(spans, count)
      }
      default: {
        const all = one.sets.map(place)
        if (!all.every((spans) => spans !== null)) return null
        return one.kind === 'or' ? joinSpans(all.flat()) : all.reduce(meetSpans, [[0, count - 1]])
      }
    }
  }
  return place(set)
}

/** Returns a line with some of its regions, numbered from 0. */
function restrict(line: Line, within: Spans): Line {
  const kept = within.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
  const places = new Map(kept.map((region, at) => [region, at]))
  return {
    isOrdered: line.isOrdered,
    regions: kept.map((at) => line.regions[at] as Region),
    place: (set) => {
      const spans = line.place(set)
      if (spans === null) return null
      const met = meetSpans(spans, within)
      return joinSpans(met.map(([from, to]): Span => [places.get(from) ?? 0, places.get(to) ?? 0]))
    },
  }
}
