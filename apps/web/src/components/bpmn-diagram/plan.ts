import type { Translate } from '../../lib/i18n.ts'
import badges from './badges.module.css'
import type { DiagramViewer } from './create-viewer.ts'
import classes from './plan.module.css'

/** The elements that a plan of moved tokens starts and ends, for the diagram. */
export interface DrawnPlan {
  readonly ends: readonly PlannedElement[]
  readonly starts: readonly PlannedElement[]
  readonly arrows: readonly { readonly from: string; readonly to: string; readonly count: number }[]
}

interface PlannedElement {
  readonly elementId: string
  /** Tokens of an instance; null where the number differs from instance to instance. */
  readonly count: number | null
}

/** Draws the badges of a plan at its elements, and an arrow for each move. */
export function showPlan(
  viewer: DiagramViewer,
  { plan, names, t }: { plan: DrawnPlan; names: ReadonlyMap<string, string>; t: Translate },
): void {
  const overlays = viewer.get('overlays')
  const registry = viewer.get('elementRegistry')
  const canvas = viewer.get('canvas')
  overlays.remove({ type: 'plan' })
  for (const element of registry.getAll()) canvas.removeMarker(element.id, 'is-target')
  const draw = (kind: 'ends' | 'starts') => {
    for (const { elementId, count } of plan[kind]) {
      const element = registry.get(elementId)
      if (element === undefined) continue
      const badge = document.createElement('span')
      badge.className = badges.badge ?? ''
      badge.dataset.kind = kind
      const number = count === null ? '' : ` ${count}`
      badge.textContent = `${kind === 'ends' ? '−' : '+'} ${t(`moves.${kind}`)}${number}`
      badge.title = t(`moves.${kind}At`, { name: names.get(elementId) ?? elementId })
      // The badges of the state stand at the right corner.
      const position = kind === 'ends' ? { top: -12, left: -8 } : { bottom: 10, left: -8 }
      overlays.add(elementId, 'plan', { position, html: badge })
      if (kind === 'starts') canvas.addMarker(elementId, 'is-target')
    }
  }
  draw('ends')
  draw('starts')
  drawArrows(viewer, plan)
}

const namespace = 'http://www.w3.org/2000/svg'

function create(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function drawArrows(viewer: DiagramViewer, { arrows }: DrawnPlan): void {
  const registry = viewer.get('elementRegistry')
  const layer = viewer.get('canvas').getLayer('plan', 900)
  layer.replaceChildren()
  for (const { from, to, count } of arrows) {
    const [source, target] = [registry.get(from), registry.get(to)] as (Box | undefined)[]
    if (source === undefined || target === undefined || !('width' in source) || !('width' in target)) continue
    const [start, end] = [edgeOf(source, target), edgeOf(target, source)]
    const bend = {
      x: (start.x + end.x) / 2 + (end.y - start.y) * 0.12,
      y: (start.y + end.y) / 2 - (end.x - start.x) * 0.12,
    }
    const group = create('g', { class: classes.arrow ?? '' })
    group.append(
      create('path', { d: `M${start.x} ${start.y} Q${bend.x} ${bend.y} ${end.x} ${end.y}` }),
      headOf(bend, end),
    )
    const middle = { x: (start.x + 2 * bend.x + end.x) / 4, y: (start.y + 2 * bend.y + end.y) / 4 }
    const number = create('text', { x: String(middle.x), y: String(middle.y + 4), 'text-anchor': 'middle' })
    number.textContent = String(count)
    group.append(create('circle', { cx: String(middle.x), cy: String(middle.y), r: '10' }), number)
    layer.append(group)
  }
}

interface Spot {
  readonly x: number
  readonly y: number
}

/** Where the line between two boxes leaves the first one. */
function edgeOf(box: Box, other: Box): Spot {
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const way = { x: other.x + other.width / 2 - centre.x, y: other.y + other.height / 2 - centre.y }
  const scale = Math.min(
    way.x === 0 ? Number.POSITIVE_INFINITY : (box.width / 2 + 4) / Math.abs(way.x),
    way.y === 0 ? Number.POSITIVE_INFINITY : (box.height / 2 + 4) / Math.abs(way.y),
  )
  return Number.isFinite(scale) ? { x: centre.x + way.x * scale, y: centre.y + way.y * scale } : centre
}

function headOf(from: Spot, { x, y }: Spot): SVGElement {
  const angle = Math.atan2(y - from.y, x - from.x)
  const corner = (turn: number) => `${x - 11 * Math.cos(angle + turn)},${y - 11 * Math.sin(angle + turn)}`
  return create('polygon', { points: `${x},${y} ${corner(0.45)} ${corner(-0.45)}` })
}
