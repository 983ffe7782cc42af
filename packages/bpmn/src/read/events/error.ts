import { extension, extensionOrPlain } from '../../dialects/extensions.ts'
import type { ErrorDefinition } from '../../model.ts'
import { attribute, childText, type XmlElement } from '../../xml/element.ts'
import type { ReadContext } from '../context.ts'
import { filledExpression } from '../expression-text.ts'

/** An error event definition. An `errorRef` that names no error of the file is a code itself. */
export function readError(context: ReadContext, element: XmlElement): ErrorDefinition {
  const reference = attribute(element, 'errorRef') ?? childText(element, 'errorRef')
  const error = reference === null ? null : context.roots.find('error', reference)
  return {
    kind: 'error',
    code: filledExpression(context, error === null ? reference : attribute(error, 'errorCode')),
    message: error === null ? null : filledExpression(context, extensionOrPlain(error, 'errorMessage')),
    codeVariable: extension(element, 'errorCodeVariable') ?? extension(element, 'errorVariableName'),
    messageVariable: extension(element, 'errorMessageVariable'),
  }
}
