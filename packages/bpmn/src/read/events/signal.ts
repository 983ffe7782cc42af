import { booleanExtension, extension, extensionOrPlain } from '../../dialects/extensions.ts'
import type { ExpressionText, SignalDefinition } from '../../model.ts'
import { attribute, childText, type XmlElement } from '../../xml/element.ts'
import type { ReadContext } from '../context.ts'
import { filledExpression } from '../expression-text.ts'
import { readVariableMappings } from '../variable-mapping.ts'

export function readSignal(context: ReadContext, element: XmlElement): SignalDefinition {
  const reference = attribute(element, 'signalRef') ?? childText(element, 'signalRef')
  const signal = reference === null ? null : context.roots.find('signal', reference)
  return {
    kind: 'signal',
    name: readName(context, element, { reference, signal }),
    scope: signal !== null && extensionOrPlain(signal, 'scope') === 'processInstance' ? 'instance' : 'global',
    isAsync: booleanExtension(element, 'async', false),
    mappings: readVariableMappings(context, element, 'in'),
  }
}

function readName(
  context: ReadContext,
  element: XmlElement,
  { reference, signal }: { reference: string | null; signal: XmlElement | null },
): ExpressionText | null {
  if (signal !== null) return filledExpression(context, attribute(signal, 'name'))
  if (reference === null || reference === '') {
    const expression = filledExpression(context, extension(element, 'signalExpression'))
    if (expression === null) {
      context.report(
        element,
        'bpmn.reference-missing',
        'Expected a signal event to name its signal, but signalRef is missing. Add it.',
      )
    }
    return expression
  }
  context.report(
    element,
    'bpmn.reference-unknown',
    `Expected signalRef to name a signal of the file, but there is none with id “${reference}”. Add it or correct the reference.`,
  )
  return null
}
