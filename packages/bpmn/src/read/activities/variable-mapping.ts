import type { XmlElement } from '@millrace/xml'
import type { VariableMapping } from '../../model.ts'
import type { Property } from '../../vocabulary/property.ts'
import { elementsOf, flagOf, textOf } from '../../vocabulary/read.ts'
import { passed } from '../../vocabulary/themes/mapping.ts'
import type { ReadContext } from '../context.ts'
import { expressionText } from '../expression-text.ts'
import { targetOf } from './target.ts'

/** Returns the `in` or `out` elements of a call activity, signal or message, in document order. */
export function readVariableMappings(
  context: ReadContext,
  element: XmlElement,
  property: Property<'extensionElement'>,
): VariableMapping[] {
  return elementsOf(element, property).flatMap((one) => readMapping(context, one, property))
}

function readMapping(
  context: ReadContext,
  mapping: XmlElement,
  property: Property<'extensionElement'>,
): VariableMapping[] {
  const local = flagOf(mapping, passed.local)
  const businessKey = textOf(mapping, passed.businessKey)
  if (businessKey !== null && businessKey !== '') {
    return [{ kind: 'businessKey', expression: expressionText(context.dialect, businessKey) }]
  }
  if (textOf(mapping, passed.variables) === 'all') return [{ kind: 'all', local }]
  const source = textOf(mapping, passed.source)
  const expression = textOf(mapping, passed.sourceExpression)
  const target = targetOf(context, mapping, property)
  if (!source && !expression) return reportMapping(context, mapping, 'a source or a source expression')
  if (target === null) return reportMapping(context, mapping, 'a target')
  if (source) return [{ kind: 'variable', source, target, local }]
  return [{ kind: 'expression', source: expressionText(context.dialect, expression ?? ''), target, local }]
}

function reportMapping(context: ReadContext, mapping: XmlElement, missing: string): VariableMapping[] {
  context.report(
    mapping,
    'activity.mapping',
    `Expected each “${mapping.name}” mapping to have ${missing}, but one has none. Add it or remove the mapping.`,
  )
  return []
}
