import { getElement } from '../../definition.ts'
import type { ProcessInstance } from '../../state/rows.ts'
import { getDefinition, getElementInstance, type Step } from '../../step.ts'
import type { Occasion } from '../expressions/occasion.ts'
import { readMappings } from './mappings.ts'
import { type Place, setLocalVariable, setVariable } from './variables.ts'

/** Applies the out mappings of a call activity, from the called instance to the calling one. */
export function passOutputs(step: Step, called: ProcessInstance): void {
  if (called.callerElementId === null) return
  const instance = getElementInstance(step, called.callerElementId)
  const element = getElement(getDefinition(step, instance.instanceId), instance.elementId)
  if (element.type !== 'callActivity') return
  const inner: Occasion = {
    place: { scopeId: called.id, instanceId: called.id, elementInstanceId: null },
    elementId: getDefinition(step, called.id).model.id,
    element: null,
  }
  const place: Place = { scopeId: instance.id, instanceId: instance.instanceId, elementInstanceId: instance.id }
  for (const mapping of element.out) {
    for (const { name, value } of readMappings(step, [mapping], inner)) {
      if (mapping.kind !== 'businessKey' && mapping.local) setLocalVariable(step, place, instance.id, name, value)
      else setVariable(step, place, name, value)
    }
  }
}
