import { booleanExtension, extension } from '../dialects/extensions.ts'
import type { Binding } from '../model.ts'
import type { XmlElement } from '../xml/element.ts'
import type { ReadContext } from './context.ts'
import { filledExpression } from './expression-text.ts'

/** @param prefix `calledElement`, `case` or `decisionRef`: `…Binding`, `…Version` and `…VersionTag` follow it. */
export function readBinding(context: ReadContext, element: XmlElement, prefix: string): Binding {
  const kind = extension(element, `${prefix}Binding`)
  const version = filledExpression(context, extension(element, `${prefix}Version`))
  const versionTag = filledExpression(context, extension(element, `${prefix}VersionTag`))
  if (kind === 'deployment' || booleanExtension(element, 'sameDeployment', false)) return { kind: 'deployment' }
  if (kind === 'version' && version !== null) return { kind: 'version', version }
  if (kind === 'versionTag' && versionTag !== null) return { kind: 'versionTag', versionTag }
  if (kind === 'version' || kind === 'versionTag') {
    const missing = kind === 'version' ? `${prefix}Version` : `${prefix}VersionTag`
    context.report(
      element,
      'activity.binding',
      `Expected ${missing} because the binding is “${kind}”, but there is none. Add it or choose another binding.`,
    )
  }
  return { kind: 'latest' }
}
