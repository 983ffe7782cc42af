import { extension } from '../dialects/extensions.ts'
import type { ExpressionText } from '../model.ts'
import type { XmlElement } from '../xml/element.ts'
import type { ReadContext } from './context.ts'
import { filledExpression } from './expression-text.ts'

/** A priority of jobs or external tasks: a whole number or an expression. */
export function readPriority(
  context: ReadContext,
  element: XmlElement,
  name: 'jobPriority' | 'taskPriority',
): ExpressionText | null {
  const priority = filledExpression(context, extension(element, name))
  if (priority?.language === 'literal' && !/^[+-]?\d+$/.test(priority.text)) {
    context.report(
      element,
      'bpmn.value-invalid',
      `Expected a whole number or an expression as ${name}, but found “${priority.text}”. Correct it.`,
    )
  }
  return priority
}
