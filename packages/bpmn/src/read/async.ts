import { booleanExtension, extension, findExtension } from '../dialects/extensions.ts'
import type { Async } from '../model.ts'
import type { XmlElement } from '../xml/element.ts'
import type { ReadContext } from './context.ts'
import { filledExpression } from './expression-text.ts'
import { readPriority } from './priority.ts'

export const notAsync: Async = { before: false, after: false, exclusive: true, jobPriority: null, retryCycle: null }

/** Asynchronous continuations. `async` is the old name of `asyncBefore` at every vendor; exclusive unless stated. */
export function readAsync(context: ReadContext, element: XmlElement): Async {
  const retries = findExtension(element, 'failedJobRetryTimeCycle')
  return {
    before: booleanExtension(element, 'asyncBefore', false) || booleanExtension(element, 'async', false),
    after: booleanExtension(element, 'asyncAfter', false),
    exclusive: booleanExtension(element, 'exclusive', true),
    jobPriority: readPriority(context, element, 'jobPriority'),
    retryCycle: filledExpression(context, retries?.text ?? extension(element, 'failedJobRetryTimeCycle')),
  }
}
