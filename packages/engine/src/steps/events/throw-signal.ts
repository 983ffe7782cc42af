import type { SignalDefinition } from '@millrace/bpmn'
import type { ElementInstance } from '../../state/rows.ts'
import { getInstance, needWhole, type Step, scheduleEvent } from '../../step.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { createDelivery } from '../jobs/jobs.ts'
import { readMappings } from '../variables/mappings.ts'
import { eventName } from './waiting.ts'

/**
 * Reaches what waits for the signal now: in this root at once or, when it is asynchronous, by a job; in other roots
 * through the runtime. A signal of instance scope (Flowable) stays in this root.
 */
export function throwSignal(step: Step, definition: SignalDefinition, instance: ElementInstance): void {
  const { instanceId, elementId } = instance
  const name = eventName(step, elementId, definition, { scopeId: instance.id, instanceId })
  const variables = readMappings(step, definition.mappings, occasionOf(instance))
  const { rootId, tenantId } = getInstance(step, instanceId)
  needWhole(step)
  const waiting = step.state.subscriptions.all().filter((one) => one.kind === 'signal' && one.name === name)
  const thrower = { instanceId, elementId }
  for (const subscription of definition.isAsync ? waiting : waiting.toReversed()) {
    if (definition.isAsync) createDelivery(step, subscription, { variables, thrower })
    else scheduleEvent(step, subscription, variables)
  }
  if (definition.scope !== 'global') return
  const { isAsync } = definition
  step.effects.push({ kind: 'signal', name, variables, tenantId, exceptRootId: rootId, isAsync, thrower })
}
