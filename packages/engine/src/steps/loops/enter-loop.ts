import type { Activity, MultiInstance, StandardLoop } from '@millrace/bpmn'
import { loopBehaviorOf } from '../../behavior.ts'
import { type Step, schedule } from '../../step.ts'
import { openBoundaryEvents } from '../events/catch-events.ts'
import { type Arrival, createInstance } from '../life/create-instance.ts'
import { setLocalVariable } from '../variables/variables.ts'

/** Creates the body of a loop, which owns its boundary events, and starts the runs. */
export function enterLoop(step: Step, element: Activity, loop: MultiInstance | StandardLoop, arrival: Arrival): void {
  const body = createInstance(step, element, arrival, { loop: 'body' })
  const place = { scopeId: body.id, instanceId: body.instanceId, elementInstanceId: body.id }
  for (const { name, value } of arrival.variables ?? []) setLocalVariable(step, place, body.id, name, value)
  const { definition } = arrival
  schedule(
    step,
    body.id,
    () => openBoundaryEvents(step, element, body),
    () => loopBehaviorOf(step, loop).onEnter(step, { definition, element, loop, body }),
  )
}
