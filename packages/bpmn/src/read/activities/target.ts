import type { XmlElement } from '@millrace/xml'
import type { ExpressionText } from '../../model.ts'
import type { Property } from '../../vocabulary/property.ts'
import { textOf } from '../../vocabulary/read.ts'
import { passed, passing, workerPassing } from '../../vocabulary/themes/mapping.ts'
import type { ReadContext } from '../context.ts'
import { filledExpression } from '../expression-text.ts'

/**
 * Returns the variable that a mapping writes: its name, or Flowable's expression for the name. For inputs the
 * expression has priority over a name, for outputs the name.
 *
 * @returns null when the mapping has neither.
 */
export function targetOf(
  context: ReadContext,
  line: XmlElement,
  property: Property<'extensionElement'>,
): string | ExpressionText | null {
  const name = textOf(line, passed.target) || null
  const expression = filledExpression(context, textOf(line, passed.targetExpression))
  return outgoing.includes(property) ? (name ?? expression) : (expression ?? name)
}

const outgoing: readonly Property[] = [passing.out, workerPassing.externalWorkerOutParameter]
