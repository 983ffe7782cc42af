import type { HostObject } from '@millrace/expressions'
import { getDefinition, type Step } from '../../../step.ts'
import type { Occasion } from '../occasion.ts'
import { gettersOf } from './getters.ts'

/** Returns the element of the model that an execution is at, or the flow that it takes. */
export function createElementObject(step: Step, { place, elementId, element, eventName }: Occasion): HostObject {
  const { model } = getDefinition(step, place.instanceId)
  const flow = eventName === 'take' ? model.flows[element?.flowId ?? ''] : undefined
  const found = flow ?? model.elements[elementId] ?? model
  const properties: Record<string, () => unknown> = {
    id: () => found.id,
    name: () => found.name,
    documentation: () => ('documentation' in found ? found.documentation : null),
  }
  return { properties, methods: gettersOf(properties) }
}
