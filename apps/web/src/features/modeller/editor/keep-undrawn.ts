import type { ModdleElement } from '@millrace/bpmn/moddle'
import type { Element } from 'bpmn-js/lib/model/Types'
import type Canvas from 'diagram-js/lib/core/Canvas'
import type ElementRegistry from 'diagram-js/lib/core/ElementRegistry'
import type EventBus from 'diagram-js/lib/core/EventBus'

interface Drawn {
  readonly children?: readonly Drawn[]
  readonly labelTarget?: unknown
  readonly di?: ModdleElement
}

/**
 * Writes shapes and edges in the order in which they are drawn, like `bpmnDiOrdering` of bpmn-js, and behind them those
 * that bpmn-js does not draw. bpmn-js would leave them out of the file.
 */
class KeepUndrawn {
  static $inject = ['eventBus', 'canvas', 'elementRegistry']
  constructor(eventBus: EventBus, canvas: Canvas, registry: ElementRegistry) {
    const kept = new Map<Drawn, readonly ModdleElement[]>()
    const listRoots = () => canvas.getRootElements() as unknown as Drawn[]
    eventBus.on('import.render.complete', () => {
      const drawn = new Set(registry.getAll().map((element) => (element as Drawn).di))
      for (const root of listRoots())
        kept.set(
          root,
          listPlaneElements(root.di).filter((one) => !drawn.has(one)),
        )
    })
    eventBus.on('saveXML.start', 2000, () => {
      for (const root of listRoots()) {
        const undrawn = kept.get(root)?.filter((one) => !isGone(one)) ?? []
        root.di?.set('planeElement', [...listDrawn(root), ...undrawn])
      }
    })
  }
}

function listDrawn({ children = [] }: Drawn): ModdleElement[] {
  return children.flatMap((child) => {
    const own = child.labelTarget === undefined && child.di !== undefined ? [child.di] : []
    return [...own, ...listDrawn(child)]
  })
}

function listPlaneElements(plane: ModdleElement | undefined): ModdleElement[] {
  return (plane?.get('planeElement') as ModdleElement[] | undefined) ?? []
}

/** Whether it shows an element that somebody has deleted, with another one around it. */
function isGone(shape: ModdleElement): boolean {
  let at = shape.get('bpmnElement') as ModdleElement | undefined
  if (at === undefined) return false
  while (at.$parent) at = at.$parent
  return at.$type !== 'bpmn:Definitions'
}

export const keepUndrawn = { bpmnDiOrdering: ['type', KeepUndrawn] }

/** Lists the shapes and edges that cannot be drawn here and are kept in the file, one line for each. */
export function listUndrawn(definitions: ModdleElement, drawn: readonly Element[]): string[] {
  const known = new Set(drawn.map((element) => (element as Drawn).di))
  const diagrams = (definitions.get('diagrams') as ModdleElement[] | undefined) ?? []
  return diagrams
    .flatMap((diagram) => listPlaneElements(diagram.get('plane') as ModdleElement | undefined))
    .filter((one) => !known.has(one))
    .map(nameShown)
}

/**
 * Lists the names of collapsed sub-processes whose content was drawn on the page of another element.
 *
 * @param own the pages that the file had. bpmn-js gives each collapsed sub-process one, and moves the content there.
 */
export function listMoved(definitions: ModdleElement, own: readonly ModdleElement[]): string[] {
  return ((definitions.get('diagrams') as ModdleElement[] | undefined) ?? [])
    .filter((diagram) => !own.includes(diagram))
    .map((diagram) => diagram.get('plane') as ModdleElement | undefined)
    .filter((plane) => plane !== undefined && listPlaneElements(plane).length > 0)
    .map((plane) => nameShown(plane as ModdleElement))
}

/** Returns the name or id of what a shape, an edge or a plane shows. */
function nameShown(one: ModdleElement): string {
  const shown = one.get('bpmnElement') as ModdleElement | undefined
  return String(shown?.get('name') || shown?.get('id') || one.get('id') || one.$type)
}
