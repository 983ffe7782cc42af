import type {
  Activity,
  BoundaryEvent,
  EventElement,
  FlowElement,
  ProcessModel,
  Scope,
  SequenceFlow,
  StartEvent,
  SubProcess,
} from './model.ts'
import { flowElements } from './vocabulary/flow-elements.ts'

/** Answers about the structure of one model, each in constant time. Lists are in document order. */
export interface ModelIndex {
  readonly model: ProcessModel
  /** Returns a flow element; undefined for other ids, including the id of the process. */
  findElement(id: string): FlowElement | undefined
  findFlow(id: string): SequenceFlow | undefined
  /** Elements directly inside the process or a sub-process. */
  listChildren(scopeId: string): readonly FlowElement[]
  listStartEvents(scopeId: string): readonly StartEvent[]
  listEventSubProcesses(scopeId: string): readonly SubProcess[]
  listBoundaryEvents(activityId: string): readonly BoundaryEvent[]
  listOutgoing(elementId: string): readonly SequenceFlow[]
  listIncoming(elementId: string): readonly SequenceFlow[]
  /** The sub-process around an element, undefined when the process itself is. */
  findScope(element: FlowElement): Scope | undefined
}

const indexes = new WeakMap<ProcessModel, ModelIndex>()

/** Returns the index of a model, created at the first call and cached with the model. */
export function indexModel(model: ProcessModel): ModelIndex {
  const known = indexes.get(model)
  if (known !== undefined) return known
  const index = createIndex(model)
  indexes.set(model, index)
  return index
}

export function isActivity(element: FlowElement): element is Activity {
  return 'loop' in element
}

export function isEvent(element: FlowElement): element is EventElement {
  return 'definitions' in element
}

export function isGateway(element: FlowElement): boolean {
  return flowElements[element.type].kind === 'gateway'
}

export function isScope(element: FlowElement): element is Scope {
  return 'childIds' in element
}

export function isEventSubProcess(element: FlowElement): element is SubProcess {
  return element.type === 'subProcess' && element.triggeredByEvent
}

function createIndex(model: ProcessModel): ModelIndex {
  const list = Object.values(model.elements)
  const elements = new Map(list.map((element) => [element.id, element]))
  const flows = new Map(Object.values(model.flows).map((flow) => [flow.id, flow]))
  const children = groupBy(list, ({ scopeId }) => scopeId)
  const starts = groupBy(list.filter(isStartEvent), ({ scopeId }) => scopeId)
  const eventSubProcesses = groupBy(list.filter(isEventSubProcess), ({ scopeId }) => scopeId)
  const boundaryEvents = groupBy(list.filter(isBoundaryEvent), ({ attachedToId }) => attachedToId)
  const outgoing = groupBy(flows.values(), ({ sourceId }) => sourceId)
  const incoming = groupBy(flows.values(), ({ targetId }) => targetId)
  return {
    model,
    findElement: (id) => elements.get(id),
    findFlow: (id) => flows.get(id),
    listChildren: (scopeId) => children.get(scopeId) ?? [],
    listStartEvents: (scopeId) => starts.get(scopeId) ?? [],
    listEventSubProcesses: (scopeId) => eventSubProcesses.get(scopeId) ?? [],
    listBoundaryEvents: (activityId) => boundaryEvents.get(activityId) ?? [],
    listOutgoing: (elementId) => outgoing.get(elementId) ?? [],
    listIncoming: (elementId) => incoming.get(elementId) ?? [],
    findScope: (element) => {
      const scope = elements.get(element.scopeId)
      return scope !== undefined && isScope(scope) ? scope : undefined
    },
  }
}

function isStartEvent(element: FlowElement): element is StartEvent {
  return element.type === 'startEvent'
}

function isBoundaryEvent(element: FlowElement): element is BoundaryEvent {
  return element.type === 'boundaryEvent'
}

function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}
