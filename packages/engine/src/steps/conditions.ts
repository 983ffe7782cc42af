import type { ConditionalDefinition } from '@millrace/bpmn'
import type { Subscription } from '../state/rows.ts'
import { getDefinition, needWhole, type Step, schedule, type VariableChange } from '../step.ts'
import { hasConditionalEvents } from '../structure.ts'
import { definitionOf, occasionAt } from './catch-events.ts'
import { isMet } from './evaluate.ts'
import { triggerEvent } from './trigger.ts'

/**
 * Conditional events look again at each change of a variable that they can see, the outermost scope first. Flowable's
 * look only when asked (`evaluateConditions`); its variable listener events answer each change.
 */
export function checkConditions(step: Step): void {
  const changes = step.variableChanges.splice(0)
  const instances = new Set(changes.map(({ instanceId }) => instanceId))
  for (const instanceId of instances) {
    if (step.state.instances.get(instanceId) === undefined) continue
    const { model } = getDefinition(step, instanceId)
    if (!hasConditionalEvents(model)) continue
    needWhole(step)
    const isAsked = model.dialect === 'flowable' || model.dialect === 'activiti'
    const fired = listWatching(step, instanceId).filter((subscription) =>
      changes.some(
        (change) =>
          isMeant(step, subscription, change) &&
          (subscription.kind === 'variable' || (!isAsked && holds(step, subscription))),
      ),
    )
    scheduleTriggers(step, fired)
  }
}

/** Fires every conditional event of an instance whose condition holds now. */
export function evaluateConditions(step: Step, instanceId: string): void {
  needWhole(step)
  scheduleTriggers(
    step,
    listWatching(step, instanceId).filter(
      (subscription) => subscription.kind === 'conditional' && holds(step, subscription),
    ),
  )
}

function scheduleTriggers(step: Step, subscriptions: readonly Subscription[]): void {
  for (const subscription of subscriptions.toReversed()) {
    schedule(step, subscription.elementInstanceId, () => triggerEvent(step, subscription, []))
  }
}

function listWatching(step: Step, instanceId: string): Subscription[] {
  return step.state.subscriptions
    .all()
    .filter((one) => one.instanceId === instanceId && (one.kind === 'conditional' || one.kind === 'variable'))
    .sort((a, b) => depth(step, a.elementInstanceId) - depth(step, b.elementInstanceId))
}

function isMeant(step: Step, subscription: Subscription, change: VariableChange): boolean {
  if (change.instanceId !== subscription.instanceId) return false
  const { variableName, variableEvents, change: changeType } = subscription.data ?? {}
  if (subscription.kind === 'variable') {
    if (subscription.name !== change.name) return false
    if (changeType === 'update-create') return change.change !== 'delete'
    return changeType === 'all' || changeType === undefined || changeType === change.change
  }
  if (variableName !== undefined && variableName !== change.name) return false
  if (Array.isArray(variableEvents) && !variableEvents.includes(change.change)) return false
  return canSee(step, subscription.elementInstanceId, change.scopeId)
}

/** A scope sees the variables of the scopes around it, and those that were set inside it reach its conditions too. */
function canSee(step: Step, scopeId: string, changedScopeId: string): boolean {
  return isWithin(step, scopeId, changedScopeId)
}

function isWithin(step: Step, innerId: string, outerId: string): boolean {
  for (
    let id: string | undefined = innerId;
    id !== undefined;
    id = step.state.elements.get(id)?.parentId ?? step.state.tasks.get(id)?.elementInstanceId
  ) {
    if (id === outerId) return true
  }
  return false
}

function holds(step: Step, subscription: Subscription): boolean {
  const { definition } = definitionOf(step, subscription)
  const { condition } = definition as ConditionalDefinition
  return isMet(
    step,
    occasionAt(step, subscription.elementId, {
      scopeId: subscription.elementInstanceId,
      instanceId: subscription.instanceId,
    }),
    condition,
  )
}

function depth(step: Step, scopeId: string): number {
  let levels = 0
  for (
    let id = step.state.elements.get(scopeId)?.parentId;
    id !== undefined;
    id = step.state.elements.get(id)?.parentId
  )
    levels++
  return step.state.elements.get(scopeId) === undefined ? 0 : levels
}
