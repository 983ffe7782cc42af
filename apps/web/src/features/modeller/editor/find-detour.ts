export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

interface Ends {
  readonly source: Box
  readonly target: Box
}

/** The shapes and flows around a flow. */
export interface Surroundings {
  /** The boxes of shapes and labels that the flow does not connect. */
  readonly shapes: readonly Box[]
  /** The waypoints of other flows. */
  readonly flows: readonly (readonly Point[])[]
  /** The box that the flow has to stay in, such as a pool; null without one. */
  readonly frame: Box | null
}

/** Pixels of the drawing that stay free between a flow and shapes that it passes. */
const margin = 20

/**
 * Returns the waypoints of a flow that covers no shape, and no other flow for most of its length: the given ones if
 * they are free, otherwise a route above or below the row of the two elements. The best of the three if none is free.
 */
export function findFreeWay(points: readonly Point[], ends: Ends, around: Surroundings): readonly Point[] {
  if (isFree(points, around)) return points
  const ways = [findDetour(ends, around, -1), findDetour(ends, around, 1)].toSorted(
    (one, other) => lengthOf(one) - lengthOf(other),
  )
  const costs = [points, ...ways].map((way) => costOf(way, around))
  const best = costs.indexOf(Math.min(...costs))
  return best === 0 ? points : (ways[best - 1] ?? points)
}

function isFree(points: readonly Point[], around: Surroundings): boolean {
  return countMet(points, around) === 0 && measureShared(points, around) <= lengthOf(points) / 2
}

/** A covered shape is worse than any shared way. */
function costOf(points: readonly Point[], around: Surroundings): number {
  return countMet(points, around) * 100_000 + measureShared(points, around)
}

/** The way out of the top (-1) or the bottom (1) of one element and into the same side of the other. */
function findDetour({ source, target }: Ends, around: Surroundings, way: -1 | 1): Point[] {
  const [from, to] = [middleOf(source), middleOf(target)]
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const edge = (box: Box) => (way === 1 ? box.y + box.height : box.y)
  const furthest = (edges: readonly number[]) => (way === 1 ? Math.max(...edges) : Math.min(...edges))
  let y = furthest([edge(source), edge(target)]) + way * margin
  for (;;) {
    const line = [
      { x: left, y },
      { x: right, y },
    ]
    const met = around.shapes.filter((box) => crosses(line, widen(box, margin - 1)))
    const isShared = measureShared(line, around) > 0
    if (met.length === 0 && !isShared) return [from, { x: from.x, y }, { x: to.x, y }, to]
    y = met.length === 0 ? y + way * margin : furthest(met.map(edge)) + way * margin
  }
}

function countMet(points: readonly Point[], { shapes, frame }: Surroundings): number {
  const outside = frame === null ? 0 : points.filter((point) => !isInside(point, frame)).length
  return outside + shapes.filter((box) => crosses(points, box)).length
}

/** The length of the parts that lie on other flows. */
function measureShared(points: readonly Point[], { flows }: Surroundings): number {
  const others = flows.flatMap(listLines)
  return listLines(points)
    .flatMap((line) => others.map((other) => shared(line, other)))
    .reduce((sum, length) => sum + length, 0)
}

type Line = readonly [Point, Point]

function listLines(points: readonly Point[]): Line[] {
  return points.slice(1).map((to, at) => [points[at] ?? to, to])
}

/** Pixels between two parallel lines that look like one. */
const near = 5

function shared([a, b]: Line, [c, d]: Line): number {
  for (const [along, across] of [
    ['x', 'y'],
    ['y', 'x'],
  ] as const) {
    const isStraight = Math.abs(a[across] - b[across]) < 1 && Math.abs(c[across] - d[across]) < 1
    if (!isStraight || Math.abs(a[across] - c[across]) >= near) continue
    const end = Math.min(Math.max(a[along], b[along]), Math.max(c[along], d[along]))
    return Math.max(0, end - Math.max(Math.min(a[along], b[along]), Math.min(c[along], d[along])))
  }
  return 0
}

/** Whether a way of horizontal and vertical lines leads through a box. Slanted lines count by the box around them. */
function crosses(points: readonly Point[], { x, y, width, height }: Box): boolean {
  return listLines(points).some(
    ([a, b]) =>
      Math.min(a.x, b.x) < x + width &&
      x < Math.max(a.x, b.x) + 0.5 &&
      Math.min(a.y, b.y) < y + height &&
      y < Math.max(a.y, b.y) + 0.5,
  )
}

function widen({ x, y, width, height }: Box, by: number): Box {
  return { x, y: y - by, width, height: height + 2 * by }
}

function isInside({ x, y }: Point, frame: Box): boolean {
  return x >= frame.x && x <= frame.x + frame.width && y >= frame.y && y <= frame.y + frame.height
}

function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

function lengthOf(points: readonly Point[]): number {
  return listLines(points).reduce((sum, [a, b]) => sum + Math.abs(a.x - b.x) + Math.abs(a.y - b.y), 0)
}
