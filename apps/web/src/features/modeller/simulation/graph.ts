import { type ModdleElement, readModdleElement } from '@millrace/bpmn/moddle'

/** A step of a simulation: its possible targets and events. */
export interface Step {
  readonly id: string
  /** The element of BPMN: `userTask`. */
  readonly type: string
  readonly name: string | null
  /** The sub-process around it; null for the process. */
  readonly scope: string | null
  readonly flows: readonly Way[]
  /** The ids of the incoming flows. */
  readonly incoming: readonly string[]
  /** The kind of an event: `timer`, `error`; null for none. */
  readonly event: string | null
  /** The activity at whose edge it stands. */
  readonly attachedTo: string | null
  /** Whether a boundary event, or the start event of an event sub-process, interrupts. */
  readonly isInterrupting: boolean
  readonly isEventSubProcess: boolean
  /** The name by which the two ends of a link find each other. */
  readonly link: string | null
}

export interface Way {
  readonly id: string
  readonly name: string | null
  readonly to: string
}

export type Graph = ReadonlyMap<string, Step>

/** Returns the steps of all processes in the diagram, from the elements of bpmn-js. */
export function readGraph(elements: readonly ModdleElement[]): Graph {
  const nodes = elements.filter((element) => isA(element, 'bpmn:FlowNode'))
  return new Map(nodes.map((node) => [idOf(node), readStep(node)]))
}

function readStep(node: ModdleElement): Step {
  const definition = listOf(node, 'eventDefinitions')[0]
  const scope = node.$parent
  const isBoundary = node.$type === 'bpmn:BoundaryEvent'
  const host = readModdleElement(node, 'attachedToRef')
  return {
    id: idOf(node),
    type: localOf(node.$type),
    name: textOf(node.get('name')),
    scope: scope !== undefined && isA(scope, 'bpmn:SubProcess') ? idOf(scope) : null,
    flows: listOf(node, 'outgoing').flatMap(readWay),
    incoming: listOf(node, 'incoming').map(idOf),
    event: definition === undefined ? null : localOf(definition.$type).replace(/EventDefinition$/, ''),
    attachedTo: isBoundary ? (textOf(host?.get('id')) ?? '') : null,
    isInterrupting: node.get(isBoundary ? 'cancelActivity' : 'isInterrupting') !== false,
    isEventSubProcess: node.get('triggeredByEvent') === true,
    link: localOf(definition?.$type ?? '') === 'linkEventDefinition' ? textOf(definition?.get('name')) : null,
  }
}

function readWay(flow: ModdleElement): Way[] {
  const target = readModdleElement(flow, 'targetRef')
  return target === undefined ? [] : [{ id: idOf(flow), name: textOf(flow.get('name')), to: idOf(target) }]
}

function listOf(element: ModdleElement, name: string): ModdleElement[] {
  return (element.get(name) as ModdleElement[] | undefined) ?? []
}

function isA(element: ModdleElement, type: string): boolean {
  return (element as ModdleElement & { $instanceOf?(name: string): boolean }).$instanceOf?.(type) === true
}

function idOf(element: ModdleElement): string {
  return String(element.get('id'))
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function localOf(type: string): string {
  const name = type.replace(/^.*:/, '')
  return name.charAt(0).toLowerCase() + name.slice(1)
}
