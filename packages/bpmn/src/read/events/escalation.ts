import { extension } from '../../dialects/extensions.ts'
import { isFlowableLike } from '../../dialects/index.ts'
import type { EscalationDefinition, ExpressionText } from '../../model.ts'
import { attribute, childText, type XmlElement } from '../../xml/element.ts'
import type { ReadContext } from '../context.ts'
import { filledExpression } from '../expression-text.ts'

export function readEscalation(context: ReadContext, element: XmlElement): EscalationDefinition {
  return {
    kind: 'escalation',
    code: readCode(context, element),
    codeVariable: extension(element, 'escalationCodeVariable'),
  }
}

/** Flowable takes an `escalationRef` that names nothing as the code itself. */
function readCode(context: ReadContext, element: XmlElement): ExpressionText | null {
  const reference = attribute(element, 'escalationRef') ?? childText(element, 'escalationRef')
  if (reference === null || reference === '') return null
  const escalation = context.roots.find('escalation', reference)
  if (escalation !== null) return filledExpression(context, attribute(escalation, 'escalationCode'))
  if (isFlowableLike(context.dialect)) return filledExpression(context, reference)
  context.report(
    element,
    'bpmn.reference-unknown',
    `Expected escalationRef to name an escalation of the file, but there is none with id “${reference}”. Add it or correct the reference.`,
  )
  return null
}
