import type { ExecutionListener, FlowElement, SequenceFlow } from '@millrace/bpmn'
import type { ElementInstance, ProcessInstance } from '../../state/rows.ts'
import type { Step } from '../../step.ts'
import { runDelegate } from '../expressions/delegate.ts'
import { type Occasion, occasionOf } from '../expressions/occasion.ts'

/** Runs the `start` listeners of an element, in document order. */
export function runStartListeners(step: Step, element: FlowElement, instance: ElementInstance): void {
  runAll(step, element.listeners, 'start', () => occasionOf(instance, { eventName: 'start' }))
}

/**
 * Runs the `end` listeners of an element. They run once, even when one of them throws an error that ends the element.
 */
export function runEndListeners(step: Step, element: FlowElement, instance: ElementInstance): void {
  if (element.listeners.length === 0 || step.ended.has(instance.id)) return
  step.ended.add(instance.id)
  runAll(step, element.listeners, 'end', () => occasionOf(instance, { eventName: 'end' }))
}

/** Runs the `start` and `end` listeners of a process. */
export function runInstanceListeners(
  step: Step,
  listeners: readonly ExecutionListener[],
  eventName: 'start' | 'end',
  { instance, elementId }: { instance: ProcessInstance; elementId: string },
): void {
  const place = { scopeId: instance.id, instanceId: instance.id, elementInstanceId: null }
  runAll(step, listeners, eventName, () => ({ place, elementId, element: null, eventName }))
}

/** Runs the `take` listeners of a flow, in its scope. */
export function runFlowListeners(step: Step, flow: SequenceFlow, left: ElementInstance): void {
  const place = { scopeId: left.parentId, instanceId: left.instanceId, elementInstanceId: left.id }
  runAll(step, flow.listeners, 'take', () => occasionOf({ ...left, flowId: flow.id }, { place, eventName: 'take' }))
}

function runAll(
  step: Step,
  listeners: readonly ExecutionListener[],
  eventName: 'start' | 'end' | 'take',
  occasion: () => Occasion,
): void {
  if (step.skips.listeners) return
  for (const listener of listeners) if (listener.event === eventName) runDelegate(step, occasion(), listener.run)
}
