import type { XmlElement } from '@millrace/xml'
import type { Async } from '../../model.ts'
import { elementOf, flagOf, textOf } from '../../vocabulary/read.ts'
import { continuation, jobs } from '../../vocabulary/themes/asynchronous.ts'
import type { ReadContext } from '../context.ts'
import { filledExpression } from '../expression-text.ts'
import { readPriority } from './priority.ts'

export const notAsync: Async = { before: false, after: false, exclusive: true, jobPriority: null, retryCycle: null }

/**
 * Reads the asynchronous continuations of an element. All vendors also accept `async` for `asyncBefore`. They are
 * exclusive unless the file says otherwise.
 */
export function readAsync(context: ReadContext, element: XmlElement): Async {
  const retries = elementOf(element, continuation.retryCycleElement)
  return {
    before: flagOf(element, continuation.asyncBefore) || flagOf(element, continuation.async),
    after: flagOf(element, continuation.asyncAfter),
    exclusive: flagOf(element, continuation.exclusive),
    jobPriority: readPriority(context, element, jobs.jobPriority),
    retryCycle: filledExpression(context, retries?.text ?? textOf(element, continuation.retryCycle)),
  }
}
