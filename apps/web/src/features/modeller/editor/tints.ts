import type { Shape } from 'bpmn-js/lib/model/Types'
import type EventBus from 'diagram-js/lib/core/EventBus'
import type { ElementLike } from 'diagram-js/lib/core/Types'
import BaseRenderer from 'diagram-js/lib/draw/BaseRenderer'

/** Before the renderer of bpmn-js. */
const priority = 1500

interface Attributes {
  readonly fill?: string
}

interface BpmnRenderer {
  drawShape(region: SVGElement, shape: Shape, attributes: Attributes): SVGElement
}

/**
 * Shows the fills that a file has as a tint of the sheet, so that words on them can be read in the dark as well. The file
 * keeps its colours: `--bp-tint` says how much of them is seen.
 */
class TintRenderer extends BaseRenderer {
  static $inject = ['eventBus', 'bpmnRenderer']
  readonly #renderer: BpmnRenderer
  constructor(eventBus: EventBus, bpmnRenderer: BpmnRenderer) {
    super(eventBus, priority)
    this.#renderer = bpmnRenderer
  }

  override canRender(element: ElementLike): boolean {
    const isShape = !('waypoints' in element) && !('labelTarget' in element && element.labelTarget !== undefined)
    return isShape && readFill(element as Drawn) !== null
  }

  override drawShape(region: SVGElement, shape: Shape, attributes: Attributes = {}): SVGElement {
    const fill = attributes.fill ?? `color-mix(in srgb, ${readFill(shape)} var(--bp-tint), var(--app-sheet))`
    return this.#renderer.drawShape(region, shape, { ...attributes, fill })
  }
}

interface Drawn {
  readonly di?: { get(name: string): unknown }
}

/** Colours of BPMN and the older ones of bpmn.io. What is no colour in hexadecimal is left to the browser. */
function readFill({ di }: Drawn): string | null {
  const fill = di?.get('color:background-color') ?? di?.get('bioc:fill')
  return typeof fill === 'string' && /^#[\da-f]{3,8}$/i.test(fill) ? fill : null
}

/** Matches a tint that is adapted to the colour scheme; the group is the colour in the file. */
export const tintOnPaper = /color-mix\(in srgb, (#[\da-fA-F]{3,8}) var\(--bp-tint\), var\(--app-sheet\)\)/g

export const tints = { __init__: ['tintRenderer'], tintRenderer: ['type', TintRenderer] }
