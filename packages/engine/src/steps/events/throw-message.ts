import type { MessageDefinition } from '@millrace/bpmn'
import type { ElementInstance } from '../../state/rows.ts'
import { getInstance, type Step } from '../../step.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { readMappings } from '../variables/mappings.ts'
import { eventName } from './waiting.ts'

/**
 * Leaves a message to the runtime, which delivers it to one receiver: an instance that waits for it, in this root or
 * another one, or a start event.
 */
export function throwMessage(step: Step, definition: MessageDefinition, instance: ElementInstance): void {
  const waiting = { scopeId: instance.id, instanceId: instance.instanceId }
  const name = eventName(step, instance.elementId, definition, waiting)
  const { businessKey, tenantId } = getInstance(step, instance.instanceId)
  const variables = readMappings(step, definition.correlation, occasionOf(instance))
  const thrower = { instanceId: instance.instanceId, elementId: instance.elementId }
  step.effects.push({ kind: 'message', name, businessKey, variables, tenantId, thrower })
}
