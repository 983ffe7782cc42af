import { type FlowElement, indexModel, type ProcessModel } from '@millrace/bpmn'
import { behaviorOf } from './behavior.ts'
import type { Step } from './step.ts'

/** Answers about one model that only running it asks for, calculated once and kept for as long as the model is. */
interface Structure {
  readonly hasConditions: boolean
  readonly joins: Map<string, readonly FlowElement[]>
  readonly reaching: Map<string, ReadonlySet<string>>
}

const structures = new WeakMap<ProcessModel, Structure>()

/** Returns whether a change of a variable may trigger an event of the model. */
export function hasConditionalEvents(model: ProcessModel): boolean {
  return structureOf(model).hasConditions
}

/** Lists elements of a scope with several incoming flows that wait for further tokens which can still arrive. */
export function listJoins(step: Step, model: ProcessModel, scopeId: string): readonly FlowElement[] {
  const { joins } = structureOf(model)
  const known = joins.get(scopeId)
  if (known !== undefined) return known
  const found = indexModel(model)
    .listChildren(scopeId)
    .filter((element) => isJoin(step, element))
  joins.set(scopeId, found)
  return found
}

/**
 * Returns the ids of the elements from which a token could still reach a gateway, without paths through the gateway
 * itself. An activity reaches what its boundary events reach, and a throwing link event reaches what its catching event
 * reaches.
 */
export function listReaching(model: ProcessModel, gatewayId: string): ReadonlySet<string> {
  const { reaching } = structureOf(model)
  const known = reaching.get(gatewayId)
  if (known !== undefined) return known
  const found = new Set<string>()
  const open = [...listBefore(model, gatewayId)]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === gatewayId || found.has(id)) continue
    found.add(id)
    open.push(...listBefore(model, id))
  }
  reaching.set(gatewayId, found)
  return found
}

function structureOf(model: ProcessModel): Structure {
  const known = structures.get(model)
  if (known !== undefined) return known
  const hasConditions = Object.values(model.elements).some(
    (element) =>
      'definitions' in element && element.definitions.some(({ kind }) => kind === 'conditional' || kind === 'variable'),
  )
  const structure = { hasConditions, joins: new Map(), reaching: new Map() }
  structures.set(model, structure)
  return structure
}

function isJoin(step: Step, element: FlowElement): boolean {
  return element.incoming.length > 1 && behaviorOf(step, element).waitsForOthers?.(element) === true
}

/** Lists the elements from which a token reaches an element in one move. */
function listBefore(model: ProcessModel, id: string): string[] {
  const index = indexModel(model)
  const sources = index.listIncoming(id).map(({ sourceId }) => sourceId)
  const element = index.findElement(id)
  if (element?.type === 'boundaryEvent') return [...sources, element.attachedToId]
  if (element?.type !== 'intermediateCatchEvent') return sources
  const names = element.definitions.flatMap((one) => (one.kind === 'link' ? [one.name] : []))
  if (names.length === 0) return sources
  const throwing = index
    .listChildren(element.scopeId)
    .filter(
      (other) =>
        other.type === 'intermediateThrowEvent' &&
        other.definitions.some((one) => one.kind === 'link' && names.includes(one.name)),
    )
  return [...sources, ...throwing.map((other) => other.id)]
}
