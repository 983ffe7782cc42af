import { behaviorOf } from '../../behavior.ts'
import { getElement } from '../../definition.ts'
import { getDefinition, getElementInstance, isOpenScope, type Step, schedule } from '../../step.ts'
import { endInstance } from '../instances/end-instance.ts'
import { closeStartsWithoutWork } from './close-starts.ts'

/** Ends the path of a token. The scope ends with its last token. */
export function endPath(step: Step, scopeId: string): void {
  schedule(step, scopeId, () => {
    step.joinsToCheck.add(scopeId)
    if ((step.arriving.get(scopeId) ?? 0) > 0) return
    const instance = step.state.instances.get(scopeId)
    if (instance !== undefined) {
      if (instance.openChildren === 0) endInstance(step, instance, { outcome: 'completed', reason: null })
      else closeStartsWithoutWork(step, { id: scopeId, instanceId: scopeId }, getDefinition(step, scopeId).model.id)
    } else if (isOpenScope(step, scopeId)) endPathInside(step, scopeId)
  })
}

function endPathInside(step: Step, scopeId: string): void {
  const scope = getElementInstance(step, scopeId)
  const element = getElement(getDefinition(step, scope.instanceId), scope.elementId)
  const { onPathEnd } = behaviorOf(step, element)
  if (onPathEnd === undefined)
    throw new Error(`Expected ${element.id} to have paths inside, but a ${element.type} has none.`)
  onPathEnd(step, element, scope)
}
