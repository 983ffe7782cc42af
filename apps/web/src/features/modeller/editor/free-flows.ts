import { type Box, findFreeWay, type Point } from './find-detour.ts'

/** What is read of the elements of a drawing. */
interface Drawn extends Partial<Box> {
  readonly type?: string
  readonly parent?: Drawn | undefined
  readonly waypoints?: readonly Point[]
  readonly source?: Drawn | null
  readonly target?: Drawn | null
  readonly labelTarget?: Drawn | null
  /** What a boundary event is attached to. */
  readonly host?: Drawn | null
}

interface Hints {
  readonly source?: Drawn
  readonly target?: Drawn
}

interface Layouter {
  layoutConnection(connection: Drawn, hints?: Hints): readonly Point[]
}

interface Registry {
  filter(keep: (element: Drawn) => boolean): Drawn[]
}

/**
 * Leads a sequence flow around elements and flows that it would cover. bpmn-js draws a straight line between two
 * elements of one row, also through elements between them: nobody sees or hits such a flow. Bends that somebody drew
 * stay.
 */
function freeFlows(layouter: Layouter, elementRegistry: Registry): void {
  const layout = layouter.layoutConnection.bind(layouter)
  layouter.layoutConnection = (connection, hints) => {
    const points = layout(connection, hints)
    const source = hints?.source ?? connection.source
    const target = hints?.target ?? connection.target
    const isBent = (connection.waypoints?.length ?? 0) > 2
    if (connection.type !== 'bpmn:SequenceFlow' || isBent || !isBox(source) || !isBox(target)) return points
    // Flows of boundary events leave the border in the direction that bpmn-js chooses for it.
    if (source === target || source.parent !== target.parent || source.host) return points
    return findFreeWay(points, { source, target }, lookAround(connection, { source, target }, elementRegistry))
  }
}
freeFlows.$inject = ['layouter', 'elementRegistry']

interface Ends {
  readonly source: Drawn & Box
  readonly target: Drawn & Box
}

function lookAround(connection: Drawn, { source, target }: Ends, registry: Registry) {
  const siblings = registry.filter((one) => one !== connection && one.parent === source.parent)
  const isOwn = (one: Drawn | null | undefined) => one === source || one === target || one === connection
  return {
    // The name of the flow moves with it, and names of the two ends move out of the way. Groups and lanes have flows in them.
    shapes: siblings
      .filter(isBox)
      .filter((one) => !isOwn(one) && !isOwn(one.labelTarget) && !/:(Group|Lane)$/.test(one.type ?? '')),
    flows: siblings.flatMap(({ waypoints }) => (waypoints === undefined ? [] : [waypoints])),
    frame: isBox(source.parent) ? source.parent : null,
  }
}

function isBox<One extends Drawn>(element: One | null | undefined): element is One & Box {
  return typeof element?.width === 'number' && typeof element.x === 'number'
}

export const freeWays = { __init__: ['freeFlows'], freeFlows: ['type', freeFlows] }
