import { extensionOrPlain, listExtensions } from '../dialects/extensions.ts'
import type { VariableMapping } from '../model.ts'
import { readBoolean, type XmlElement } from '../xml/element.ts'
import type { ReadContext } from './context.ts'
import { expressionText } from './expression-text.ts'

/** The `in` or `out` elements of a call activity, signal or message, in document order. */
export function readVariableMappings(
  context: ReadContext,
  element: XmlElement,
  direction: 'in' | 'out',
): VariableMapping[] {
  return listExtensions(element, direction).flatMap((mapping) => readMapping(context, mapping))
}

function readMapping(context: ReadContext, mapping: XmlElement): VariableMapping[] {
  const local = readBoolean(extensionOrPlain(mapping, 'local'), false)
  const businessKey = extensionOrPlain(mapping, 'businessKey')
  if (businessKey !== null && businessKey !== '') {
    return [{ kind: 'businessKey', expression: expressionText(context.dialect, businessKey) }]
  }
  if (extensionOrPlain(mapping, 'variables') === 'all') return [{ kind: 'all', local }]
  const source = extensionOrPlain(mapping, 'source')
  const expression = extensionOrPlain(mapping, 'sourceExpression')
  const target = extensionOrPlain(mapping, 'target') ?? extensionOrPlain(mapping, 'targetExpression')
  if (!source && !expression) return reportMapping(context, mapping, 'a source or a source expression')
  if (!target) return reportMapping(context, mapping, 'a target')
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
