import { getElement } from '../definition.ts'
import { behaviorOf } from '../elements/index.ts'
import { getDefinition, getElementInstance, isOpenScope, type Step, schedule } from '../step.ts'
import { closeStartsWithoutWork } from './close-starts.ts'
import { endCompensatedScope } from './compensation.ts'
import { endInstance } from './instances.ts'
import { complete } from './leave.ts'

/** A token has ended. The scope ends with its last one. */
export function endPath(step: Step, scopeId: string): void {
  schedule(step, scopeId, () => {
    step.joinsToCheck.add(scopeId)
    if ((step.arriving.get(scopeId) ?? 0) > 0) return
    const instance = step.state.instances.get(scopeId)
    if (instance !== undefined) {
      const definition = getDefinition(step, scopeId)
      if (instance.openChildren === 0) endInstance(step, instance, { outcome: 'completed', reason: null })
      else closeStartsWithoutWork(step, definition, { scopeId, modelScopeId: definition.model.id })
    } else if (isOpenScope(step, scopeId)) endPathInside(step, scopeId)
  })
}

function endPathInside(step: Step, scopeId: string): void {
  const scope = getElementInstance(step, scopeId)
  const isEmpty = scope.openChildren === 0
  if (scope.state === 'finishing') {
    if (isEmpty) endCompensatedScope(step, scope)
    return
  }
  const definition = getDefinition(step, scope.instanceId)
  const element = getElement(definition, scope.elementId)
  const { onPathEnd } = behaviorOf(element)
  if (onPathEnd !== undefined) onPathEnd(step, element, scope)
  else if (isEmpty) complete(step, scope)
  else closeStartsWithoutWork(step, definition, { scopeId, modelScopeId: scope.elementId })
}
