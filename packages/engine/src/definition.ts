import type {
  Activity,
  BoundaryEvent,
  FlowElement,
  ProcessModel,
  SequenceFlow,
  StartEvent,
  SubProcess,
} from '@millrace/bpmn'

/** A deployed process definition, ready to run. */
export interface Definition {
  readonly id: string
  readonly key: string
  readonly version: number
  readonly deploymentId: string
  readonly tenantId: string | null
  readonly model: ProcessModel
}

/** A deployed decision definition. `model` is what `parseDmn` gave for its file. */
export interface DecisionDefinition {
  readonly id: string
  readonly key: string
  readonly version: number
  readonly model: import('@millrace/dmn').DmnModel
}

/** Which version a call means. */
export type DefinitionRef =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'latest'; readonly key: string; readonly tenantId: string | null }
  | { readonly by: 'deployment'; readonly key: string; readonly deploymentId: string }
  | { readonly by: 'version'; readonly key: string; readonly version: number; readonly tenantId: string | null }
  | { readonly by: 'versionTag'; readonly key: string; readonly versionTag: string; readonly tenantId: string | null }

/**
 * What the engine may look up while it runs. `undefined`: not at hand, the run stops and asks the caller to fetch it.
 * `null`: there is none.
 */
export interface Sources {
  process(ref: DefinitionRef): Definition | null | undefined
  decision(ref: DefinitionRef): DecisionDefinition | null | undefined
  /** Text of a file of a deployment, for scripts kept there. */
  resource(deploymentId: string, name: string): string | null | undefined
}

export function getElement(definition: Definition, elementId: string): FlowElement {
  const element = definition.model.elements[elementId]
  if (element === undefined)
    throw new Error(`Expected element ${elementId} in ${definition.id}, but the model has none.`)
  return element
}

export function getFlow(definition: Definition, flowId: string): SequenceFlow {
  const flow = definition.model.flows[flowId]
  if (flow === undefined) throw new Error(`Expected flow ${flowId} in ${definition.id}, but the model has none.`)
  return flow
}

export function isActivity(element: FlowElement): element is Activity {
  return 'loop' in element
}

/** Look-ups by structure, made once per model. */
interface Structure {
  readonly childrenOf: ReadonlyMap<string, readonly FlowElement[]>
  readonly reaching: Map<string, ReadonlySet<string>>
  readonly hasConditions: boolean
}

const structures = new WeakMap<ProcessModel, Structure>()

function structureOf(model: ProcessModel): Structure {
  const known = structures.get(model)
  if (known !== undefined) return known
  const childrenOf = new Map<string, FlowElement[]>()
  for (const element of Object.values(model.elements)) {
    const siblings = childrenOf.get(element.scopeId)
    if (siblings === undefined) childrenOf.set(element.scopeId, [element])
    else siblings.push(element)
  }
  const hasConditions = Object.values(model.elements).some(
    (element) =>
      'definitions' in element && element.definitions.some(({ kind }) => kind === 'conditional' || kind === 'variable'),
  )
  const structure = { childrenOf, reaching: new Map(), hasConditions }
  structures.set(model, structure)
  return structure
}

/** Elements directly inside a process or sub-process, in document order. */
export function listChildren(model: ProcessModel, scopeId: string): readonly FlowElement[] {
  return structureOf(model).childrenOf.get(scopeId) ?? []
}

export function hasConditionalEvents(model: ProcessModel): boolean {
  return structureOf(model).hasConditions
}

export function listStartEvents(model: ProcessModel, scopeId: string): StartEvent[] {
  return listChildren(model, scopeId).filter((element): element is StartEvent => element.type === 'startEvent')
}

export function listEventSubProcesses(model: ProcessModel, scopeId: string): SubProcess[] {
  return listChildren(model, scopeId).filter(
    (element): element is SubProcess => element.type === 'subProcess' && element.triggeredByEvent,
  )
}

export function listBoundaryEvents(definition: Definition, element: FlowElement): BoundaryEvent[] {
  if (!isActivity(element)) return []
  return element.boundaryEventIds.map((id) => getElement(definition, id) as BoundaryEvent)
}

/**
 * Ids of the elements from which a token could still arrive at a gateway, not counting ways that lead through the
 * gateway itself. An activity reaches what its boundary events reach.
 */
export function listReaching(definition: Definition, gatewayId: string): ReadonlySet<string> {
  const { reaching } = structureOf(definition.model)
  const known = reaching.get(gatewayId)
  if (known !== undefined) return known
  const found = new Set<string>()
  const open = [...getElement(definition, gatewayId).incoming]
  for (let flowId = open.pop(); flowId !== undefined; flowId = open.pop()) {
    let source = getElement(definition, getFlow(definition, flowId).sourceId)
    for (;;) {
      if (source.id === gatewayId || found.has(source.id)) break
      found.add(source.id)
      open.push(...source.incoming)
      if (source.type !== 'boundaryEvent') break
      source = getElement(definition, source.attachedToId)
    }
  }
  reaching.set(gatewayId, found)
  return found
}
