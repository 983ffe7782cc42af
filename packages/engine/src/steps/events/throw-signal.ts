import type { SignalDefinition } from '@millrace/bpmn'
import type { ElementInstance } from '../../state/rows.ts'
import { getInstance, needWhole, type Step } from '../../step.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { createDelivery } from '../jobs/jobs.ts'
import { readMappings } from '../variables/mappings.ts'
import { catchThrown } from './catch-thrown.ts'
import { eventName } from './waiting.ts'

/**
 * Throws a signal to everything that waits for it now: in this root immediately, or by a job if the signal is
 * asynchronous; in other roots through the runtime. A signal with instance scope (Flowable) stays in this root.
 */
export function throwSignal(step: Step, definition: SignalDefinition, instance: ElementInstance): void {
  const { instanceId, elementId } = instance
  const name = eventName(step, elementId, definition, { scopeId: instance.id, instanceId })
  const variables = readMappings(step, definition.mappings, occasionOf(instance))
  const { rootId, tenantId } = getInstance(step, instanceId)
  needWhole(step)
  const waiting = step.state.subscriptions.all().filter((one) => one.kind === 'signal' && one.name === name)
  const thrower = { instanceId, elementId }
  if (definition.isAsync) for (const subscription of waiting) createDelivery(step, subscription, { variables, thrower })
  else
    catchThrown(
      step,
      instanceId,
      waiting.map((source) => ({ source, variables })),
    )
  if (definition.scope !== 'global') return
  const { isAsync } = definition
  step.effects.push({ kind: 'signal', name, variables, tenantId, exceptRootId: rootId, isAsync, thrower })
}
