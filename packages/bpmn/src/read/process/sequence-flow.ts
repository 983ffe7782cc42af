import type { XmlElement } from '@millrace/xml'
import type { SequenceFlow } from '../../model.ts'
import { elementOf, referenceOf, textOf } from '../../vocabulary/read.ts'
import * as flows from '../../vocabulary/themes/flows.ts'
import * as general from '../../vocabulary/themes/general.ts'
import { readExecutionListeners } from '../activities/listeners.ts'
import { readCondition } from '../condition.ts'
import { idOf, type ReadContext } from '../context.ts'
import { expressionOf } from '../expression-text.ts'

/** Returns a sequence flow. A missing source or target is an empty text, which the checks report. */
export function readSequenceFlow(context: ReadContext, element: XmlElement): SequenceFlow {
  const condition = elementOf(element, flows.sequenceFlow.conditionExpression)
  return {
    id: idOf(context, element),
    name: textOf(element, general.naming.name),
    sourceId: referenceOf(element, flows.ends.sourceRef) ?? '',
    targetId: referenceOf(element, flows.ends.targetRef) ?? '',
    condition: condition === null ? null : readCondition(context, condition),
    listeners: readExecutionListeners(context, element),
    skipExpression: expressionOf(context, element, flows.skipping.skipExpression),
  }
}
