import { extensionOrPlain } from '../../dialects/extensions.ts'
import type { VariableListenerDefinition } from '../../model.ts'
import type { XmlElement } from '../../xml/element.ts'
import type { ReadContext } from '../context.ts'

const changeTypes = ['all', 'create', 'update', 'update-create', 'delete'] as const

/** Flowable's variable listener event, which stands under `extensionElements`. */
export function readVariableListener(context: ReadContext, element: XmlElement): VariableListenerDefinition | null {
  const variableName = extensionOrPlain(element, 'variableName')
  const type = extensionOrPlain(element, 'variableChangeType') ?? 'all'
  const changeType = changeTypes.find((one) => one === type)
  if (variableName !== null && variableName !== '' && changeType !== undefined)
    return { kind: 'variable', variableName, changeType }
  context.report(
    element,
    'bpmn.value-invalid',
    changeType === undefined
      ? `Expected the change type of a variable event to be one of ${changeTypes.join(', ')}, but found “${type}”.`
      : 'Expected a variable event to name its variable, but it names none. Add variableName.',
  )
  return null
}
