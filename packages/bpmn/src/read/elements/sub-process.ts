import type { XmlElement } from '@millrace/xml'
import type { AdHocSubProcess, SubProcess } from '../../model.ts'
import { flagOf, textOf } from '../../vocabulary/read.ts'
import { adHoc, subProcess } from '../../vocabulary/themes/activities.ts'
import type { ReadContext } from '../context.ts'
import { formalOf } from '../expression-text.ts'
import { readActivityBase } from './base.ts'
import type { Place } from './reader.ts'

export function readSubProcess(context: ReadContext, element: XmlElement, place: Place): SubProcess {
  return {
    type: 'subProcess',
    ...readActivityBase(context, element, place),
    childIds: place.listChildIds(element),
    triggeredByEvent: flagOf(element, subProcess.triggeredByEvent),
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

/**
 * Reads an ad-hoc sub-process. Defaults are those of BPMN 2.0, 10.3.5, table 10.23: parallel, and cancelling remaining
 * instances.
 */
export function readAdHocSubProcess(context: ReadContext, element: XmlElement, place: Place): AdHocSubProcess {
  return {
    type: 'adHocSubProcess',
    ...readActivityBase(context, element, place),
    childIds: place.listChildIds(element),
    triggeredByEvent: false,
    isSequential: textOf(element, adHoc.ordering)?.toLowerCase() === 'sequential',
    completionCondition: formalOf(context, element, adHoc.completionCondition),
    cancelRemaining: flagOf(element, adHoc.cancelRemainingInstances),
  }
}
