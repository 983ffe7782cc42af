import type { ModdleElement } from 'bpmn-js/lib/model/Types'

/** A step of a process, for the list beside the diagram. */
export interface ModelStep {
  readonly id: string
  readonly name: string | null
  /** Local name in BPMN: `userTask`. */
  readonly type: string
  /** A task, sub-process or call; no event or gateway. */
  readonly isActivity: boolean
  /** Runs several times: a multi-instance activity. */
  readonly isMultiple?: boolean
  /** The number of sub-processes around the element. */
  readonly depth: number
}

/** A sequence flow. */
export interface ModelFlow {
  readonly id: string
  readonly name: string | null
  readonly from: string
  readonly to: string
}

export interface ReadModel {
  readonly steps: readonly ModelStep[]
  readonly flows: readonly ModelFlow[]
  /** The drawing that shows the process; null when the file has none. */
  readonly drawing: ModdleElement | null
  /** Shapes and edges of the drawing, by the ids of their elements. */
  readonly shapes: ReadonlyMap<string, ModdleElement>
}

/** Finds the process of a parsed file, its steps in the order of flow, and where it is drawn. */
export function readModel(definitions: ModdleElement, processKey: string): ReadModel {
  const roots: ModdleElement[] = definitions.get('rootElements') ?? []
  const processes = roots.filter((root) => root.$type === 'bpmn:Process')
  const process = processes.find((candidate) => candidate.id === processKey) ?? processes[0]
  const drawing = process ? findDrawing(definitions, process) : null
  return {
    steps: process ? listSteps(process, 0) : [],
    flows: process ? listFlows(process) : [],
    drawing,
    shapes: drawing ? mapShapes(drawing) : new Map(),
  }
}

/** An element of a diagram that can be clicked: steps, labels, flows, pools, notes and the background. */
export interface DrawnElement {
  readonly id: string
  readonly labelTarget?: { readonly id: string } | undefined
}

/** Finds the step of a clicked element: for a label the step that it names; none for other elements. */
export function findStep(steps: readonly ModelStep[], { id, labelTarget }: DrawnElement): ModelStep | null {
  return steps.find((step) => step.id === (labelTarget?.id ?? id)) ?? null
}

function listSteps(scope: ModdleElement, depth: number): ModelStep[] {
  return inOrderOfFlow(scope.get('flowElements') ?? []).flatMap((element) => [
    {
      id: element.id,
      name: element.name || null,
      type: toLocalName(element.$type),
      isActivity: element.$instanceOf('bpmn:Activity'),
      ...(element.get('loopCharacteristics')?.$type === 'bpmn:MultiInstanceLoopCharacteristics' && {
        isMultiple: true,
      }),
      depth,
    },
    ...(element.$instanceOf('bpmn:SubProcess') ? listSteps(element, depth + 1) : []),
  ])
}

function listFlows(scope: ModdleElement): ModelFlow[] {
  const elements: ModdleElement[] = scope.get('flowElements') ?? []
  return elements.flatMap((element) => {
    if (element.$type === 'bpmn:SequenceFlow') {
      const [from, to] = [element.get('sourceRef'), element.get('targetRef')]
      return from && to ? [{ id: element.id, name: element.name || null, from: from.id, to: to.id }] : []
    }
    return element.$instanceOf?.('bpmn:SubProcess') ? listFlows(element) : []
  })
}

/**
 * Each step after those that lead to it, as far as no loop leads back; of several ways on, the first in the file comes
 * first, and what leaves at the edge of a step last. What nothing leads to begins in the order of the file, start
 * events before the rest.
 */
function inOrderOfFlow(elements: readonly ModdleElement[]): ModdleElement[] {
  const nodes = elements.filter((element) => element.$instanceOf?.('bpmn:FlowNode'))
  const next = new Map<ModdleElement, ModdleElement[]>(nodes.map((node) => [node, []]))
  const reached = new Set<ModdleElement>()
  const lead = (from: ModdleElement | undefined, to: ModdleElement | undefined) => {
    if (from === undefined || to === undefined || !next.has(to)) return
    next.get(from)?.push(to)
    reached.add(to)
  }
  const ofType = (type: string) => elements.filter((element) => element.$type === type)
  for (const flow of ofType('bpmn:SequenceFlow')) lead(flow.get('sourceRef'), flow.get('targetRef'))
  for (const event of ofType('bpmn:BoundaryEvent')) lead(event.get('attachedToRef'), event)
  const isStart = (node: ModdleElement) => node.$type === 'bpmn:StartEvent'
  const unreached = nodes.filter((node) => !reached.has(node))
  const first = [...unreached.filter(isStart), ...unreached.filter((node) => !isStart(node)), ...nodes]
  return first
    .toReversed()
    .reduce(withThoseAfter(next), { done: new Set(), order: [] } as Walk)
    .order.toReversed()
}

interface Walk {
  readonly done: Set<ModdleElement>
  /** The last first. */
  readonly order: ModdleElement[]
}

/** Adds a step after all that it leads to. Without recursion, for a path may be long. */
function withThoseAfter(next: ReadonlyMap<ModdleElement, readonly ModdleElement[]>) {
  return (walk: Walk, start: ModdleElement): Walk => {
    const waiting: { node: ModdleElement; isLeft: boolean }[] = [{ node: start, isLeft: false }]
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const { node, isLeft } = one
      if (isLeft) walk.order.push(node)
      else if (!walk.done.has(node)) {
        walk.done.add(node)
        // The last way on is walked first, so that the first ends up before it.
        waiting.push({ node, isLeft: true }, ...(next.get(node) ?? []).map((after) => ({ node: after, isLeft: false })))
      }
    }
    return walk
  }
}

/** Returns a plane shows a process or the collaboration that it takes part in. A plane without shapes is no drawing. */
function findDrawing(definitions: ModdleElement, process: ModdleElement): ModdleElement | null {
  const diagrams: ModdleElement[] = definitions.get('diagrams') ?? []
  const isDrawn = (diagram: ModdleElement) => (diagram.plane?.get('planeElement') ?? []).length > 0
  const shows = (diagram: ModdleElement) => {
    const root: ModdleElement | undefined = diagram.plane?.bpmnElement
    const participants: ModdleElement[] = root?.get('participants') ?? []
    return root === process || participants.some((participant) => participant.processRef === process)
  }
  return diagrams.find((diagram) => isDrawn(diagram) && shows(diagram)) ?? null
}

function mapShapes(drawing: ModdleElement): Map<string, ModdleElement> {
  const shapes = new Map<string, ModdleElement>()
  for (const shape of drawing.plane.get('planeElement') as ModdleElement[])
    if (shape.bpmnElement) shapes.set(shape.bpmnElement.id, shape)
  return shapes
}

/** `bpmn:UserTask` gives `userTask`. */
function toLocalName(type: string): string {
  const name = type.replace(/^.*:/, '')
  return name.charAt(0).toLowerCase() + name.slice(1)
}
