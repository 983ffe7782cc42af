import { localName, type XmlElement } from '@millrace/xml'
import type { ExpressionText } from '../model.ts'
import { schemaTypeOf, textOf } from '../vocabulary/read.ts'
import * as flows from '../vocabulary/themes/flows.ts'
import type { ReadContext } from './context.ts'
import { formalExpression } from './expression-text.ts'

/** Returns the condition of a flow or event, null when its text is empty. */
export function readCondition(context: ReadContext, element: XmlElement): ExpressionText | null {
  const resource = textOf(element, flows.condition.resource)
  if (resource !== null) {
    context.report(
      element,
      'bpmn.unsupported',
      `Expected a condition in the model, but it is in the resource “${resource}”. Copy the script into the condition.`,
    )
  }
  const type = schemaTypeOf(element)
  if (type !== null && !['tFormalExpression', 'tExpression'].includes(localName(type))) {
    context.report(
      element,
      'bpmn.value-invalid',
      `Expected a condition of type tFormalExpression, but it is of type “${type}”. Change the type.`,
    )
  }
  return element.text.trim() === '' ? null : formalExpression(context, element)
}
