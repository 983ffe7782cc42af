import type { AdHocSubProcess, SubProcess } from '../../model.ts'
import { attribute, booleanAttribute, findChild, type XmlElement } from '../../xml/element.ts'
import type { ReadContext } from '../context.ts'
import { formalExpression } from '../expression-text.ts'
import { readActivityBase } from './base.ts'
import type { Place } from './reader.ts'

export function readSubProcess(context: ReadContext, element: XmlElement, place: Place): SubProcess {
  return {
    type: 'subProcess',
    ...readActivityBase(context, element, place),
    childIds: place.listChildIds(element),
    triggeredByEvent: booleanAttribute(element, 'triggeredByEvent', false),
  }
}

export function readTransaction(context: ReadContext, element: XmlElement, place: Place): SubProcess {
  return {
    type: 'transaction',
    ...readActivityBase(context, element, place),
    childIds: place.listChildIds(element),
    triggeredByEvent: false,
  }
}

/** BPMN 2.0, 10.3.5, table 10.23: parallel, and cancelling what remains, unless stated. */
export function readAdHocSubProcess(context: ReadContext, element: XmlElement, place: Place): AdHocSubProcess {
  const condition = findChild(element, 'completionCondition')
  return {
    type: 'adHocSubProcess',
    ...readActivityBase(context, element, place),
    childIds: place.listChildIds(element),
    triggeredByEvent: false,
    isSequential: attribute(element, 'ordering')?.toLowerCase() === 'sequential',
    completionCondition:
      condition === null || condition.text.trim() === '' ? null : formalExpression(context, condition),
    cancelRemaining: booleanAttribute(element, 'cancelRemainingInstances', true),
  }
}
