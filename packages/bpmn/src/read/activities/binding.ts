import type { XmlElement } from '@millrace/xml'
import type { Binding } from '../../model.ts'
import type { Property } from '../../vocabulary/property.ts'
import { flagOf, textOf } from '../../vocabulary/read.ts'
import { callActivity, decision, deployment } from '../../vocabulary/themes/calls.ts'
import type { ReadContext } from '../context.ts'
import { expressionOf } from '../expression-text.ts'

/** The properties that say which version of something is called. */
interface BindingProperties {
  readonly binding: Property<'extension', 'choice'>
  readonly version: Property<'extension', 'expression'>
  readonly versionTag: Property<'extension', 'expression'>
}

export const processBinding: BindingProperties = {
  binding: callActivity.calledElementBinding,
  version: callActivity.calledElementVersion,
  versionTag: callActivity.calledElementVersionTag,
}

export const caseBinding: BindingProperties = {
  binding: callActivity.caseBinding,
  version: callActivity.caseVersion,
  versionTag: callActivity.caseVersionTag,
}

export const decisionBinding: BindingProperties = {
  binding: decision.decisionRefBinding,
  version: decision.decisionRefVersion,
  versionTag: decision.decisionRefVersionTag,
}

export function readBinding(context: ReadContext, element: XmlElement, properties: BindingProperties): Binding {
  const kind = textOf(element, properties.binding)
  const version = expressionOf(context, element, properties.version)
  const versionTag = expressionOf(context, element, properties.versionTag)
  if (kind === 'deployment' || flagOf(element, deployment.sameDeployment)) return { kind: 'deployment' }
  if (kind === 'version' && version !== null) return { kind: 'version', version }
  if (kind === 'versionTag' && versionTag !== null) return { kind: 'versionTag', versionTag }
  if (kind === 'version' || kind === 'versionTag') {
    context.report(
      element,
      'activity.binding',
      `Expected ${properties[kind].name} because the binding is “${kind}”, but there is none. Add it or choose another binding.`,
    )
  }
  return { kind: 'latest' }
}
