import { getElement } from '../definition.ts'
import { Refused } from '../outcome.ts'
import { emit, getDefinition, type Step, schedule } from '../step.ts'
import { complete } from '../steps/leave.ts'
import { assertNotSuspended, triggerEvent } from '../steps/trigger.ts'
import type { Command } from './command.ts'
import { getOpenElement } from './instances.ts'
import { writeVariables } from './variables.ts'

/** A message or signal has come for a subscription. */
export function triggerSubscription(step: Step, command: Extract<Command, { type: 'triggerSubscription' }>): void {
  const subscription = step.state.subscriptions.get(command.subscriptionId)
  if (subscription === undefined) {
    throw new Refused(
      'engine.not-waiting',
      `Expected an open subscription ${command.subscriptionId}, but there is none. The instance went on without the event.`,
    )
  }
  assertNotSuspended(step, subscription.instanceId)
  const element = getElement(getDefinition(step, subscription.instanceId), subscription.elementId)
  const isOnce = !('isInterrupting' in element) || element.isInterrupting
  triggerEvent(step, subscription, command.variables, command.localVariables)
  if (
    isOnce &&
    step.state.subscriptions.get(subscription.id) !== undefined &&
    !('parallelMultiple' in element && element.parallelMultiple)
  ) {
    emit(step, { type: 'subscriptionClosed', id: subscription.id })
  }
}

/** Sends on an element that waits for nothing that has a name: a receive task, a service that finishes outside. */
export function signalElement(
  step: Step,
  { elementInstanceId, variables }: Extract<Command, { type: 'signalElement' }>,
): void {
  const instance = getOpenElement(step, elementInstanceId)
  assertNotSuspended(step, instance.instanceId)
  const element = getElement(getDefinition(step, instance.instanceId), instance.elementId)
  const canBeSignalled =
    element.type === 'receiveTask' ||
    element.type === 'intermediateCatchEvent' ||
    element.type === 'userTask' ||
    element.type === 'serviceTask' ||
    element.type === 'sendTask'
  if (!canBeSignalled || instance.state !== 'active' || instance.loop === 'body') {
    throw new Refused(
      'engine.not-waiting',
      `Expected an element that waits for a signal, but ${element.id} does not wait for one.`,
    )
  }
  writeVariables(
    step,
    { scopeId: instance.id, instanceId: instance.instanceId, elementInstanceId: instance.id },
    variables,
  )
  schedule(step, instance.id, () => complete(step, instance))
}
