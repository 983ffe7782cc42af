import { nameElement } from '@millrace/bpmn'
import { behaviorOf } from '../behavior.ts'
import { getElement } from '../definition.ts'
import { Refused } from '../outcome.ts'
import type { ElementInstance, Job, Subscription } from '../state/rows.ts'
import { getDefinition, getSemantics, type Step, schedule } from '../step.ts'
import { definitionOf } from '../steps/events/catch-events.ts'
import { assertNotSuspended, triggerEvent } from '../steps/events/trigger.ts'
import { endJob } from '../steps/life/close-owned.ts'
import { complete } from '../steps/life/leave.ts'
import type { CommandOf } from './command.ts'
import { getOpenElement } from './instances.ts'
import { writeVariables } from './variables.ts'

/** Triggers a subscription with a message or signal. */
export function triggerSubscription(step: Step, command: CommandOf<'triggerSubscription'>): void {
  const subscription = step.state.subscriptions.get(command.subscriptionId)
  if (subscription !== undefined) refuseFromOutside(step, subscription)
  deliver(step, command)
}

/** Delivers an event from outside or from another part of the process to its subscription. */
export function deliver(step: Step, command: CommandOf<'triggerSubscription'>): void {
  const subscription = step.state.subscriptions.get(command.subscriptionId)
  if (subscription === undefined) {
    throw new Refused(
      'engine.not-waiting',
      `Expected an open subscription ${command.subscriptionId}, but there is none. The instance has continued without the event.`,
    )
  }
  assertNotSuspended(step, subscription.instanceId)
  if (subscription.kind === 'compensate') {
    throw new Refused(
      'engine.not-waiting',
      `Expected a subscription that an event can reach, but ${subscription.id} is for compensation, which only the process throws.`,
    )
  }
  triggerEvent(step, subscription, command.variables, command.localVariables)
}

/** Flowable's signals of the scope `processInstance` are only thrown inside the instance. */
function refuseFromOutside(step: Step, subscription: Subscription): void {
  if (subscription.kind !== 'signal' || !getSemantics(step, subscription.instanceId).signalsHaveScopes) return
  const { definition } = definitionOf(step, subscription)
  if (definition?.kind !== 'signal' || definition.scope !== 'instance') return
  throw new Refused(
    'engine.not-waiting',
    `Expected a signal that may come from outside, but “${subscription.name ?? ''}” has the scope of its process instance. Throw it there.`,
  )
}

/** Triggers an element that waits without a named event: a receive task, or a service that finishes outside. */
export function signalElement(step: Step, { elementInstanceId, variables }: CommandOf<'signalElement'>): void {
  const instance = getOpenElement(step, elementInstanceId)
  assertNotSuspended(step, instance.instanceId)
  const element = getElement(getDefinition(step, instance.instanceId), instance.elementId)
  const lost = findUnanswered(step, instance)
  const canBeSignalled = lost !== undefined || behaviorOf(step, element).canBeSignalled === true
  if (!canBeSignalled || instance.state !== 'active' || instance.loop === 'body') {
    throw new Refused(
      'engine.not-waiting',
      `Expected an element that waits for a signal, but ${nameElement(element)} does not wait for one.`,
    )
  }
  writeVariables(
    step,
    { scopeId: instance.id, instanceId: instance.instanceId, elementInstanceId: instance.id },
    variables,
  )
  schedule(step, instance.id, () => {
    step.isMoving = false
    if (lost !== undefined) endJob(step, lost.id, 'done')
    complete(step, instance)
  })
}

/** Finds work that was sent and not answered. An operator who knows that it was done can continue its element. */
function findUnanswered(step: Step, { id }: ElementInstance): Job | undefined {
  const isUnanswered = (job: Job) => step.state.incidents.ownedBy(job.id).some(({ type }) => type === 'answerUnknown')
  return step.state.jobs.ownedBy(id).find((job) => job.kind === 'work' && isUnanswered(job))
}
