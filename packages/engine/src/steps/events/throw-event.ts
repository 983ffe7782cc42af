import type { EventDefinition, PlainEvent } from '@millrace/bpmn'
import { beginsThrowing, thrownBy } from '../../state/data/element-data.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { emit, type Step, schedule } from '../../step.ts'
import { compensate, scopesToCompensate } from '../compensation/compensation.ts'
import { cancelTransaction } from '../compensation/transaction.ts'
import { evaluateString } from '../expressions/evaluate.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { complete } from '../life/leave.ts'
import { runImplementation } from '../work/implementation.ts'
import { followLink } from './follow-link.ts'
import { terminate } from './terminate.ts'
import { throwOrEnd, throwOutward } from './throw-error.ts'
import { throwMessage } from './throw-message.ts'
import { throwSignal } from './throw-signal.ts'

type ThrowingEvent = PlainEvent<'intermediateThrowEvent' | 'endEvent'>

/**
 * Throws the definitions of an event one by one and completes it, unless one of them ends the path. A non-interrupting
 * escalation is handled after its path waits or ends, as in Camunda (`ThrowEscalationEventActivityBehavior` leaves on
 * top of what it has queued); for signals the dialect says whether catchers or the thrower go first. Definitions that
 * end the path come last, so that a multiple event throws all of them.
 *
 * @param from the number of definitions that were already thrown.
 */
export function throwDefinitions(step: Step, element: ThrowingEvent, instance: ElementInstance, from = 0): void {
  const definition = listInOrder(element)[from]
  if (definition === undefined) {
    complete(step, instance)
    return
  }
  let isHeld = false
  const goOn = () => {
    if (!isHeld) throwDefinitions(step, element, instance, from + 1)
  }
  const goesOnFirst = definition.kind === 'escalation'
  if (!goesOnFirst) schedule(step, instance.id, goOn)
  isHeld = throwOne(step, definition, instance) === 'stays'
  if (isHeld) rememberThrown(step, instance.id, from + 1)
  else if (goesOnFirst) schedule(step, instance.id, goOn)
}

/** Throws the remaining definitions of a multiple event, after it has waited for one of them. */
export function throwRemaining(step: Step, element: ThrowingEvent, instance: ElementInstance): void {
  throwDefinitions(step, element, instance, thrownBy(instance)?.thrown ?? element.definitions.length)
}

const ending: readonly EventDefinition['kind'][] = ['error', 'cancel', 'terminate', 'link']

function listInOrder({ definitions }: ThrowingEvent): readonly EventDefinition[] {
  if (definitions.length <= 1) return definitions
  const isLast = ({ kind }: EventDefinition) => ending.includes(kind)
  return [...definitions.filter((one) => !isLast(one)), ...definitions.filter(isLast)]
}

function rememberThrown(step: Step, id: string, thrown: number): void {
  const instance = step.state.elements.get(id)
  if (instance === undefined) return
  const data = { ...(thrownBy(instance) ?? beginsThrowing), thrown }
  emit(step, { type: 'elementChanged', id, patch: { data } })
}

function throwOne(step: Step, definition: EventDefinition, instance: ElementInstance): 'goes on' | 'stays' {
  const occasion = occasionOf(instance)
  switch (definition.kind) {
    case 'error': {
      const code = evaluateString(step, occasion, definition.code)
      const message = evaluateString(step, occasion, definition.message)
      throwOrEnd(step, instance, { kind: 'error', code, message })
      return 'stays'
    }
    case 'escalation': {
      const code = evaluateString(step, occasion, definition.code)
      const { isInterrupted } = throwOutward(step, instance, { kind: 'escalation', code, message: null })
      return isInterrupted ? 'stays' : 'goes on'
    }
    case 'signal':
      throwSignal(step, definition, instance)
      return 'goes on'
    case 'message':
      if (definition.implementation !== null && definition.implementation.kind !== 'none')
        return runImplementation(step, definition.implementation, instance) === 'waits' ? 'stays' : 'goes on'
      // A message that is neither named nor sent by anything passes, as in Camunda.
      if (definition.name !== null) throwMessage(step, definition, instance)
      return 'goes on'
    case 'compensate': {
      const { activityId, waitForCompletion: isAwaited } = definition
      const scopeIds = scopesToCompensate(step, instance)
      return compensate(step, instance, { scopeIds, activityId, isAwaited }) ? 'stays' : 'goes on'
    }
    case 'cancel':
      cancelTransaction(step, instance)
      return 'stays'
    case 'terminate':
      terminate(step, definition, instance)
      return 'stays'
    case 'link':
      followLink(step, definition, instance)
      return 'stays'
    default:
      return 'goes on'
  }
}
