import { extension } from '../dialects/extensions.ts'
import type { SequenceFlow } from '../model.ts'
import { attribute, findChild, reference, type XmlElement } from '../xml/element.ts'
import { readCondition } from './condition.ts'
import { idOf, type ReadContext } from './context.ts'
import { filledExpression } from './expression-text.ts'
import { readExecutionListeners } from './listeners.ts'

/** A sequence flow. An end that is not given is empty, which the checks find. */
export function readSequenceFlow(context: ReadContext, element: XmlElement): SequenceFlow {
  const condition = findChild(element, 'conditionExpression')
  return {
    id: idOf(context, element),
    name: attribute(element, 'name'),
    sourceId: reference(element, 'sourceRef') ?? '',
    targetId: reference(element, 'targetRef') ?? '',
    condition: condition === null ? null : readCondition(context, condition),
    listeners: readExecutionListeners(context, element),
    skipExpression: filledExpression(context, extension(element, 'skipExpression')),
  }
}
