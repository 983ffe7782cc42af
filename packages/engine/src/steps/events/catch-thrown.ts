import type { Subscription } from '../../state/rows.ts'
import type { Happening, Operation, Step } from '../../step.ts'
import { getSemantics, isOpenScope, scheduleEvent } from '../../step.ts'
import { definitionOf } from './catch-events.ts'
import { triggerEvent } from './trigger.ts'

/**
 * Delivers a thrown event, or a met condition, to the subscriptions that wait for it, in the given order.
 *
 * @param throwerId the instance whose dialect decides.
 */
export function catchThrown(step: Step, throwerId: string, happenings: readonly Happening<Subscription>[]): void {
  if (getSemantics(step, throwerId).throwersGoFirst) catchBehindThrower(step, happenings)
  else for (const { source, variables } of happenings.toReversed()) scheduleEvent(step, source, variables)
}

/**
 * All of them happen at once: who is interrupted ends, who is not goes on under the path of the thrower. Only the paths
 * that begin with an interruption come before it.
 */
function catchBehindThrower(step: Step, happenings: readonly Happening<Subscription>[]): void {
  const ofThrower = step.agenda.splice(step.agendaBefore)
  const first: Operation[][] = []
  const later: Operation[][] = []
  for (const { source, variables } of happenings) {
    // An earlier one may have ended what this one belongs to.
    const isOpen = step.state.subscriptions.get(source.id) !== undefined && isOpenScope(step, source.elementInstanceId)
    if (!isOpen) continue
    const paths = isInterrupting(step, source) ? first : later
    triggerEvent(step, source, variables)
    paths.push(step.agenda.splice(step.agendaBefore))
  }
  step.agenda.push(...later.toReversed().flat(), ...ofThrower, ...first.toReversed().flat())
}

function isInterrupting(step: Step, source: Subscription): boolean {
  const { element } = definitionOf(step, source)
  return (element.type === 'boundaryEvent' || element.type === 'startEvent') && element.isInterrupting
}
