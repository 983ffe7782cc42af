import type { XmlElement } from '@millrace/xml'
import { rulesOf } from '../../dialects/index.ts'
import type { Script } from '../../model.ts'
import { elementOf, textOf } from '../../vocabulary/read.ts'
import * as scripts from '../../vocabulary/themes/scripts.ts'
import type { ReadContext } from '../context.ts'
import { filledExpression } from '../expression-text.ts'

/** The language of scripts that name none, in both engines. */
const DEFAULT_LANGUAGE = 'juel'

/** Finds a vendor's `script` element in a listener, input or output. Null when it has none. */
export function findScript(context: ReadContext, holder: XmlElement): Script | null {
  const element = elementOf(holder, scripts.scripted.script)
  return element === null ? null : readScript(context, element)
}

/** Returns a vendor's `script` element: language, and its text or the resource that holds it. */
export function readScript(context: ReadContext, element: XmlElement): Script {
  const language = textOf(element, scripts.script.scriptFormat) ?? textOf(element, scripts.script.language)
  return makeScript(context, element, {
    language,
    text: element.text,
    resource: textOf(element, scripts.script.resource),
  })
}

export function makeScript(
  context: ReadContext,
  element: XmlElement,
  given: { language: string | null; text: string | null; resource: string | null },
): Script {
  const resource = filledExpression(context, given.resource)
  const text = given.text === null || given.text.trim() === '' ? null : given.text
  if (text === null && resource === null) {
    context.report(
      element,
      'activity.script',
      'Expected a script or a resource that holds it, but there is neither. Write the script.',
      // Camunda runs an empty script, which does nothing, but not one that is missing.
      given.text !== null && rulesOf(context).emptyScriptsRun ? 'warning' : 'error',
    )
  }
  return {
    language:
      given.language === null || given.language.trim() === '' ? DEFAULT_LANGUAGE : given.language.trim().toLowerCase(),
    text: resource === null ? (text ?? '') : null,
    resource,
  }
}
