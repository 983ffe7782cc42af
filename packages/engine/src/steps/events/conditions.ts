import type { ConditionalDefinition } from '@millrace/bpmn'
import type { Subscription } from '../../state/rows.ts'
import { getDefinition, needWatching, oldestFirst, type Step, scheduleEvent, type VariableChange } from '../../step.ts'
import { hasConditionalEvents } from '../../structure.ts'
import { isMet } from '../expressions/evaluate.ts'
import { definitionOf } from './catch-events.ts'
import { catchThrown } from './catch-thrown.ts'
import { occasionAt } from './waiting.ts'

/**
 * Checks conditional events after each change of a variable that they can see, starting with the outermost scope.
 * Flowable's are only checked on request (`evaluateConditions`); its variable listener events react to each change.
 */
export function checkConditions(step: Step): void {
  const changes = step.variableChanges.splice(0)
  const instances = new Set(changes.map(({ instanceId }) => instanceId))
  for (const instanceId of instances) {
    if (step.state.instances.get(instanceId) === undefined) continue
    const { model, semantics } = getDefinition(step, instanceId)
    if (!hasConditionalEvents(model)) continue
    needWatching(step)
    const watching = listWatching(step, instanceId)
    const fired = semantics.conditionsWatch
      ? listMet(step, watching, changes)
      : watching.filter((one) => one.kind === 'variable' && changes.some((change) => isMeant(step, one, change)))
    catchThrown(
      step,
      instanceId,
      fired.map((source) => ({ source, variables: [] })),
    )
  }
}

/**
 * Lists the conditions that a change has made true. Each change counts: two at once fire a non-interrupting event
 * twice.
 */
function listMet(step: Step, watching: readonly Subscription[], changes: readonly VariableChange[]): Subscription[] {
  const met = new Map<Subscription, boolean>()
  const isMetNow = (subscription: Subscription) => {
    const known = met.get(subscription) ?? (subscription.kind === 'variable' || holds(step, subscription))
    met.set(subscription, known)
    return known
  }
  return changes.flatMap((change) =>
    watching.filter((subscription) => isMeant(step, subscription, change) && isMetNow(subscription)),
  )
}

/** Fires every conditional event of an instance whose condition holds now. */
export function evaluateConditions(step: Step, instanceId: string): void {
  needWatching(step)
  scheduleTriggers(
    step,
    listWatching(step, instanceId).filter(
      (subscription) => subscription.kind === 'conditional' && holds(step, subscription),
    ),
  )
}

function scheduleTriggers(step: Step, subscriptions: readonly Subscription[]): void {
  for (const subscription of subscriptions.toReversed()) scheduleEvent(step, subscription)
}

function listWatching(step: Step, instanceId: string): Subscription[] {
  return oldestFirst(step.state.subscriptions.inGroup(instanceId)).sort(
    (a, b) => depth(step, a.elementInstanceId) - depth(step, b.elementInstanceId),
  )
}

function isMeant(step: Step, subscription: Subscription, change: VariableChange): boolean {
  if (change.instanceId !== subscription.instanceId) return false
  if (subscription.kind === 'variable') {
    const { change: changeType } = subscription.data
    if (subscription.name !== change.name) return false
    if (changeType === 'update-create') return change.change !== 'delete'
    return changeType === 'all' || changeType === change.change
  }
  if (subscription.kind !== 'conditional') return false
  const { variableName, variableEvents } = subscription.data
  if (variableName !== null && variableName !== change.name) return false
  if (variableEvents.length > 0 && !variableEvents.includes(change.change)) return false
  return isWithin(step, subscription.elementInstanceId, change.scopeId)
}

/** A condition sees the variables of the scopes around it, never those of a scope inside. */
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
