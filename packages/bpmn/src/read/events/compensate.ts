import { isCamundaLike, isFlowableLike } from '../../dialects/index.ts'
import type { CompensateDefinition } from '../../model.ts'
import { attribute, booleanAttribute, childText, localName, type XmlElement } from '../../xml/element.ts'
import type { ReadContext } from '../context.ts'

/** Whether the thrower waits differs: BPMN 2.0 says yes unless stated, Camunda always waits, Flowable only when told to. */
export function readCompensate(context: ReadContext, element: XmlElement): CompensateDefinition {
  const reference = attribute(element, 'activityRef') ?? childText(element, 'activityRef')
  const waits = booleanAttribute(element, 'waitForCompletion', !isFlowableLike(context.dialect))
  return {
    kind: 'compensate',
    activityId: reference === null || reference === '' ? null : localName(reference),
    waitForCompletion: isCamundaLike(context.dialect) || waits,
  }
}
