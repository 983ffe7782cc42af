import type { XmlElement } from '@millrace/xml'
import type { ErrorDefinition } from '../../model.ts'
import { childTextOf, textOf } from '../../vocabulary/read.ts'
import { error, errorDefinition } from '../../vocabulary/themes/event-definitions.ts'
import type { ReadContext } from '../context.ts'
import { expressionOf, filledExpression } from '../expression-text.ts'

/** Returns an error event definition. An `errorRef` that names no error of the file is a code itself. */
export function readError(context: ReadContext, element: XmlElement): ErrorDefinition {
  const reference = textOf(element, errorDefinition.errorRef) ?? childTextOf(element, errorDefinition.errorRefElement)
  const found = reference === null ? null : context.roots.find('error', reference)
  return {
    kind: 'error',
    code: filledExpression(context, found === null ? reference : textOf(found, error.errorCode)),
    message: found === null ? null : expressionOf(context, found, error.errorMessage),
    codeVariable:
      textOf(element, errorDefinition.errorCodeVariable) ?? textOf(element, errorDefinition.errorVariableName),
    messageVariable: textOf(element, errorDefinition.errorMessageVariable),
  }
}
