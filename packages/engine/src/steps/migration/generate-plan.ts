import { isEventSubProcess, type ProcessModel } from '@millrace/bpmn'
import type { MigrationInstruction } from '../../commands/migration-plan.ts'
import { checkPlan } from './check-plan.ts'
import { findDifference, hasTrigger, isConditional, listPlacesIn, type Place } from './places.ts'

/**
 * Generates instructions for two models: they map elements that have the same id and kind, are in the same scope, and
 * can have instances that wait.
 */
export function generatePlan(
  source: ProcessModel,
  target: ProcessModel,
  { updatesTriggers }: { readonly updatesTriggers: boolean },
): MigrationInstruction[] {
  const found = pairUp(source, target, null, null, updatesTriggers)
  // What depends on an instruction that cannot be goes with it.
  for (let instructions = found; ; ) {
    const faulty = new Set(checkPlan(source, target, instructions).map(({ instruction }) => instruction))
    if (faulty.size === 0) return instructions
    instructions = instructions.filter((instruction) => !faulty.has(instruction))
  }
}

function pairUp(
  source: ProcessModel,
  target: ProcessModel,
  from: Place | null,
  to: Place | null,
  updatesTriggers: boolean,
): MigrationInstruction[] {
  const targets = new Map(listPlacesIn(target, to).map((place) => [place.key, place]))
  return listPlacesIn(source, from).flatMap((place) => {
    const other = targets.get(place.key)
    if (other === undefined || !canBeOpen(source, place) || !canBeOpen(target, other)) return []
    if (findDifference(place, other) !== null) return []
    const updatesTrigger = (updatesTriggers && hasTrigger(place)) || isConditional(place)
    const own = { source: place.key, target: other.key, updatesTrigger }
    return [own, ...pairUp(source, target, place, other, updatesTriggers)]
  })
}

const waiting: ReadonlySet<string> = new Set([
  'subProcess',
  'adHocSubProcess',
  'userTask',
  'receiveTask',
  'callActivity',
  'boundaryEvent',
  'intermediateCatchEvent',
  'eventBasedGateway',
  'parallelGateway',
  'inclusiveGateway',
  'complexGateway',
])

export function canBeOpen(model: ProcessModel, { element, isBody }: Place): boolean {
  if (isBody || waiting.has(element.type)) return true
  if (element.async.before || element.async.after) return true
  if ('implementation' in element && element.implementation?.kind === 'external') return true
  const around = model.elements[element.scopeId]
  return element.type === 'startEvent' && around !== undefined && isEventSubProcess(around)
}
