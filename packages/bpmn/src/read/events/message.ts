import type { XmlElement } from '@millrace/xml'
import { rulesOf } from '../../dialects/index.ts'
import type { ExpressionText, MessageDefinition } from '../../model.ts'
import { catchEvents } from '../../vocabulary/elements.ts'
import { childTextOf, isBpmn, textOf } from '../../vocabulary/read.ts'
import { messageDefinition } from '../../vocabulary/themes/event-definitions.ts'
import { naming } from '../../vocabulary/themes/general.ts'
import { passing } from '../../vocabulary/themes/mapping.ts'
import { readImplementation } from '../activities/implementation.ts'
import { readVariableMappings } from '../activities/variable-mapping.ts'
import type { ReadContext } from '../context.ts'
import { filledExpression } from '../expression-text.ts'

/** Reads a message event definition. Ignores `operationRef`, which is for web services. */
export function readMessage(context: ReadContext, element: XmlElement): MessageDefinition {
  const implementation = readImplementation(context, element)
  return {
    kind: 'message',
    name: readName(context, element),
    implementation: implementation.kind === 'none' ? null : implementation,
    correlation: readVariableMappings(context, element, passing.in),
  }
}

/** Returns the message that a send or receive task refers to, null when it refers to none. */
export function findTaskMessage(context: ReadContext, element: XmlElement): MessageDefinition | null {
  if (textOf(element, messageDefinition.messageRef) === null) return null
  return { kind: 'message', name: readName(context, element), implementation: null, correlation: [] }
}

function readName(context: ReadContext, element: XmlElement): ExpressionText | null {
  const { messageRef, messageRefElement, messageExpression } = messageDefinition
  const named = textOf(element, messageRef) ?? childTextOf(element, messageRefElement) ?? ''
  const message = named === '' ? null : context.roots.find('message', named)
  const text = message === null ? textOf(element, messageExpression) : textOf(message, naming.name)
  const name = filledExpression(context, text)
  if (named !== '' && message === null) {
    context.report(
      element,
      'bpmn.reference-unknown',
      `Expected messageRef to name a message of the file, but there is none with id “${named}”. Add it or correct the reference.`,
      isCatching(element) || !rulesOf(context).thrownMessagesMayMiss ? 'error' : 'warning',
    )
  } else if (name === null && isCatching(element)) {
    context.report(
      element,
      message === null ? 'bpmn.reference-missing' : 'bpmn.name-missing',
      message === null
        ? 'Expected a message event to name its message, but messageRef is missing. Add it.'
        : `Expected message “${named}” to have a name, because it is waited for, but it has none. Name it.`,
    )
  }
  return name
}

const catching: ReadonlySet<string> = new Set(catchEvents)

/** What throws a message may do so by its implementation alone, without a message of the file. */
function isCatching(element: XmlElement): boolean {
  return isBpmn(element, 'receiveTask') || (element.parent !== null && catching.has(element.parent.name))
}
