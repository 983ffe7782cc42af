import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import outline from 'bpmn-js/lib/features/outline'
import type { ModdleElement } from 'bpmn-js/lib/model/Types'
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer'
import type Canvas from 'diagram-js/lib/core/Canvas'
import type ElementRegistry from 'diagram-js/lib/core/ElementRegistry'
import type EventBus from 'diagram-js/lib/core/EventBus'
import type GraphicsFactory from 'diagram-js/lib/core/GraphicsFactory'
import type Overlays from 'diagram-js/lib/features/overlays/Overlays'
import type Selection from 'diagram-js/lib/features/selection/Selection'
import type { Point } from 'diagram-js/lib/util/Types'
import { drawingOptions } from './drawing-options.ts'
import { labelRoom } from './label-room.ts'

interface Services {
  readonly canvas: Canvas
  readonly elementRegistry: ElementRegistry
  readonly eventBus: EventBus
  readonly graphicsFactory: GraphicsFactory
  readonly moddle: { fromXML(xml: string): Promise<{ rootElement: ModdleElement }> }
  readonly overlays: Overlays
  readonly selection: Selection
}

export type DiagramViewer = NavigatedViewer<Services>

/** Creates a viewer for diagrams in the colours of the product. */
export function createViewer(container: HTMLElement): DiagramViewer {
  return new NavigatedViewer<Services>({
    container,
    // Without it a viewer knows what is selected, and shows nothing of it.
    additionalModules: [outline, labelRoom],
    ...drawingOptions,
  })
}

/** Redraws the diagram in changed colours, without moving the view. */
export function redraw(viewer: DiagramViewer): void {
  const registry = viewer.get('elementRegistry')
  const graphics = viewer.get('graphicsFactory')
  registry.forEach((element, gfx) => {
    if (element.parent) graphics.update('waypoints' in element ? 'connection' : 'shape', element, gfx)
  })
}

// Its types know only points, its documentation the word too.
export const centre = 'auto' as unknown as Point

/** Pixels around the drawing: badges stand over its edge, the legend below. */
const margin = { x: 32, y: 28 } as const

/** Smaller than this, words cannot be read. */
const readable = 0.7

/**
 * Zooms a diagram for its first display: the whole diagram if it is readable, otherwise the part around the most
 * important elements, or its beginning.
 *
 * @param focus ids of elements to centre, as far as they are drawn.
 * @param smallest minimum scale.
 */
export function openDiagram(viewer: Drawn, focus: readonly string[], smallest = readable): void {
  const canvas = viewer.get('canvas')
  const { inner, outer } = canvas.viewbox()
  const scale = fittingScale(viewer)
  if (scale === null) return
  if (scale >= smallest) {
    fitDiagram(viewer)
    return
  }
  const width = outer.width / smallest
  const height = outer.height / smallest
  const middle = findMiddle(viewer, focus)
  const edge = margin.x / smallest
  const x = clamp(middle === null ? inner.x : middle.x - width / 2, inner.x, inner.width - width, edge)
  const y = clamp((middle?.y ?? inner.y + inner.height / 2) - height / 2, inner.y, inner.height - height, edge)
  canvas.viewbox({ x, y, width, height })
}

/** Within the drawing and the margin around it; in the middle where there is more room than drawing. */
function clamp(value: number, from: number, room: number, edge: number): number {
  if (room + 2 * edge <= 0) return from + room / 2
  return Math.min(Math.max(value, from - edge), from + room + edge)
}

function findMiddle(viewer: Drawn, ids: readonly string[]): Point | null {
  const registry = viewer.get('elementRegistry')
  const [first] = ids.flatMap((id) => registry.get(id) ?? [])
  return first === undefined || !('width' in first)
    ? null
    : { x: first.x + first.width / 2, y: first.y + first.height / 2 }
}

/** Returns the scale at which the whole drawing is visible. Null when the region has no size. */
function fittingScale(viewer: Drawn): number | null {
  const { inner, outer } = viewer.get('canvas').viewbox()
  if (inner.width === 0 || inner.height === 0 || outer.width === 0 || outer.height === 0) return null
  return Math.min(1, (outer.width - 2 * margin.x) / inner.width, (outer.height - 2 * margin.y) / inner.height)
}

/** A viewer or the modeller. */
interface Drawn {
  get(name: 'canvas'): Canvas
  get(name: 'elementRegistry'): ElementRegistry
}

/** Zooms out until the whole drawing is visible. Small drawings are not enlarged. */
export function fitDiagram(viewer: Drawn): void {
  const canvas = viewer.get('canvas')
  const { inner, outer } = canvas.viewbox()
  const scale = fittingScale(viewer)
  if (scale === null) return
  const width = outer.width / scale
  const height = outer.height / scale
  const x = inner.x + inner.width / 2 - width / 2
  const y = inner.y + inner.height / 2 - height / 2
  canvas.viewbox({ x, y, width, height })
}
