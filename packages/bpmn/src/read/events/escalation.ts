import type { XmlElement } from '@millrace/xml'
import { rulesOf } from '../../dialects/index.ts'
import type { EscalationDefinition, ExpressionText } from '../../model.ts'
import { childTextOf, textOf } from '../../vocabulary/read.ts'
import { escalation, escalationDefinition } from '../../vocabulary/themes/event-definitions.ts'
import type { ReadContext } from '../context.ts'
import { expressionOf, filledExpression } from '../expression-text.ts'

export function readEscalation(context: ReadContext, element: XmlElement): EscalationDefinition {
  return {
    kind: 'escalation',
    code: readCode(context, element),
    codeVariable: textOf(element, escalationDefinition.escalationCodeVariable),
  }
}

/** Flowable takes an `escalationRef` that names nothing as the code itself. */
function readCode(context: ReadContext, element: XmlElement): ExpressionText | null {
  const { escalationRef, escalationRefElement } = escalationDefinition
  const reference = textOf(element, escalationRef) ?? childTextOf(element, escalationRefElement)
  if (reference === null || reference === '') return null
  const found = context.roots.find('escalation', reference)
  if (found !== null) return expressionOf(context, found, escalation.escalationCode)
  if (rulesOf(context).escalationRefMayBeCode) return filledExpression(context, reference)
  context.report(
    element,
    'bpmn.reference-unknown',
    `Expected escalationRef to name an escalation of the file, but there is none with id “${reference}”. Add it or correct the reference.`,
  )
  return null
}
