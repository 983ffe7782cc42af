import type { XmlElement } from '@millrace/xml'
import type { ExpressionText, SignalDefinition } from '../../model.ts'
import { childTextOf, flagOf, textOf } from '../../vocabulary/read.ts'
import { signal, signalDefinition } from '../../vocabulary/themes/event-definitions.ts'
import { naming } from '../../vocabulary/themes/general.ts'
import { passing } from '../../vocabulary/themes/mapping.ts'
import { readVariableMappings } from '../activities/variable-mapping.ts'
import type { ReadContext } from '../context.ts'
import { expressionOf, filledExpression } from '../expression-text.ts'

export function readSignal(context: ReadContext, element: XmlElement): SignalDefinition {
  const reference =
    textOf(element, signalDefinition.signalRef) ?? childTextOf(element, signalDefinition.signalRefElement)
  const found = reference === null ? null : context.roots.find('signal', reference)
  return {
    kind: 'signal',
    name: readName(context, element, { reference, found }),
    scope: found !== null && textOf(found, signal.scope) === 'processInstance' ? 'instance' : 'global',
    isAsync: flagOf(element, signalDefinition.async),
    mappings: readVariableMappings(context, element, passing.in),
  }
}

function readName(
  context: ReadContext,
  element: XmlElement,
  { reference, found }: { reference: string | null; found: XmlElement | null },
): ExpressionText | null {
  if (found !== null) return filledExpression(context, textOf(found, naming.name))
  if (reference === null || reference === '') {
    const expression = expressionOf(context, element, signalDefinition.signalExpression)
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
