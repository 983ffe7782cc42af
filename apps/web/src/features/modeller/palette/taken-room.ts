import { getNewShapePosition } from 'bpmn-js/lib/features/auto-place/BpmnAutoPlaceUtil'
import type { Shape } from 'bpmn-js/lib/model/Types'
import type { DrawingModeler } from '../editor/create-modeler.ts'
import { type Box, findFreeRoom, type Point } from './free-room.ts'

type Injector = Pick<DrawingModeler, 'get'>

type Drawn = Shape & { readonly waypoints?: readonly Point[] }

/**
 * Returns the boxes that an element must not cover: all shapes, labels and flows of the level, except the parent of the
 * element.
 */
export function listTaken(modeler: Injector, parent: Shape): readonly Box[] {
  const around = listAround(parent)
  const canvas = modeler.get('canvas')
  const root = canvas.findRoot(parent as never)
  const drawn = modeler.get('elementRegistry').getAll() as unknown as readonly Drawn[]
  return drawn
    .filter(
      (one) => one.parent && !around.has(one) && one.type !== 'bpmn:Lane' && canvas.findRoot(one as never) === root,
    )
    .flatMap((one) => (one.waypoints === undefined ? [one] : listSegments(one.waypoints)))
}

function listAround(parent: Shape): ReadonlySet<Shape> {
  const found = new Set<Shape>()
  for (let one: Shape | undefined = parent; one; one = one.parent as Shape | undefined) found.add(one)
  return found
}

/** The boxes of the straight parts of a flow. */
function listSegments(waypoints: readonly Point[]): Box[] {
  return waypoints.slice(1).map((to, at) => {
    const from = waypoints[at] ?? to
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
    return { x, y, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) }
  })
}

/** Before bpmn-js and its grid, which look only at elements that are connected with the one that is followed. */
const before = 3_000

/** Pixels of the drawing, as in bpmn-js. */
const grid = 10

/** What is put behind an element covers no other one: it goes down until there is room. */
class FreePlace {
  static $inject = ['eventBus', 'injector']
  constructor(eventBus: { on(name: string, priority: number, listen: object): void }, injector: Injector) {
    eventBus.on('autoPlace', before, ({ source, shape }: { source: Shape; shape: Shape }) => {
      const from = getNewShapePosition(source, shape, injector.get('elementRegistry')) as Point | undefined
      if (from === undefined) return undefined
      const taken = listTaken(injector, source.parent as Shape)
      const found = findFreeRoom(taken, shape, { from, way: 'down' })
      // Where it stays, the grid of bpmn-js has its say.
      return found.y === from.y ? undefined : { x: found.x, y: Math.ceil(found.y / grid) * grid }
    })
  }
}

export const freePlace = { __init__: ['freePlace'], freePlace: ['type', FreePlace] }
