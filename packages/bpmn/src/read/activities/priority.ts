import type { XmlElement } from '@millrace/xml'
import type { ExpressionText } from '../../model.ts'
import type { Property } from '../../vocabulary/property.ts'
import type { ReadContext } from '../context.ts'
import { expressionOf } from '../expression-text.ts'

/** Returns a priority of jobs or external tasks: a whole number or an expression. */
export function readPriority(
  context: ReadContext,
  element: XmlElement,
  property: Property<'extension', 'expression'>,
): ExpressionText | null {
  const priority = expressionOf(context, element, property)
  if (priority?.language === 'literal' && !/^[+-]?\d+$/.test(priority.text)) {
    context.report(
      element,
      'bpmn.value-invalid',
      `Expected a whole number or an expression as ${property.name}, but found “${priority.text}”. Correct it.`,
    )
  }
  return priority
}
