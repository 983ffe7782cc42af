import { extension } from '../dialects/extensions.ts'
import type { ExpressionText } from '../model.ts'
import { attribute, localName, type XmlElement, XSI_URI } from '../xml/element.ts'
import type { ReadContext } from './context.ts'
import { formalExpression } from './expression-text.ts'

/** The condition of a flow or event, null when its text is empty. */
export function readCondition(context: ReadContext, element: XmlElement): ExpressionText | null {
  const resource = extension(element, 'resource') ?? attribute(element, 'resource')
  if (resource !== null) {
    context.report(
      element,
      'bpmn.unsupported',
      `Expected a condition to stand in the model, but it is in the resource “${resource}”. Copy the script into the condition.`,
    )
  }
  const type = element.attributes.get(`{${XSI_URI}}type`)
  if (type !== undefined && !['tFormalExpression', 'tExpression'].includes(localName(type))) {
    context.report(
      element,
      'bpmn.value-invalid',
      `Expected a condition of type tFormalExpression, but it is of type “${type}”. Change the type.`,
    )
  }
  return element.text.trim() === '' ? null : formalExpression(context, element)
}
