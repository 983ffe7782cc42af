import { fontLoaded } from '../../styles/load-font.ts'
import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import type { ModdleElement } from 'bpmn-js/lib/model/Types'
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer'
import type Canvas from 'diagram-js/lib/core/Canvas'
import type ElementRegistry from 'diagram-js/lib/core/ElementRegistry'
import type EventBus from 'diagram-js/lib/core/EventBus'
import type GraphicsFactory from 'diagram-js/lib/core/GraphicsFactory'
import type Overlays from 'diagram-js/lib/features/overlays/Overlays'
import type { Point } from 'diagram-js/lib/util/Types'

interface Services {
  readonly canvas: Canvas
  readonly elementRegistry: ElementRegistry
  readonly eventBus: EventBus
  readonly graphicsFactory: GraphicsFactory
  readonly moddle: { fromXML(xml: string): Promise<{ rootElement: ModdleElement }> }
  readonly overlays: Overlays
}

export type DiagramViewer = NavigatedViewer<Services>

const font = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif"

/** A viewer to look at and move, in the colours of the product. */
export function createViewer(container: HTMLElement): DiagramViewer {
  return new NavigatedViewer<Services>({
    container,
    bpmnRenderer: {
      defaultFillColor: 'var(--app-sheet)',
      defaultStrokeColor: 'var(--bp-line)',
      defaultLabelColor: 'var(--app-text-2)',
    },
    textRenderer: {
      defaultStyle: { fontFamily: font, fontSize: 12, fontWeight: 'normal' },
      externalStyle: { fontFamily: font, fontSize: 11 },
    },
  })
}

/** Labels are measured when they are drawn: with another font they would be broken into other lines. */
export async function loadDiagramFont(): Promise<void> {
  await fontLoaded
}

/** Redraws what is there in the colours that were written since, without moving the picture. */
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

/** Shows all of the drawing; small ones are not blown up. */
export function fitDiagram(viewer: DiagramViewer): void {
  const canvas = viewer.get('canvas')
  const { inner, outer } = canvas.viewbox()
  // A region without size, such as a hidden one, has nothing to fit into.
  if (inner.width === 0 || inner.height === 0 || outer.width === 0 || outer.height === 0) return
  const scale = Math.min(1, (outer.width - 2 * margin.x) / inner.width, (outer.height - 2 * margin.y) / inner.height)
  const width = outer.width / scale
  const height = outer.height / scale
  const x = inner.x + inner.width / 2 - width / 2
  const y = inner.y + inner.height / 2 - height / 2
  canvas.viewbox({ x, y, width, height })
}
