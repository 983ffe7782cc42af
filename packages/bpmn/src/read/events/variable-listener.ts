import type { XmlElement } from '@millrace/xml'
import type { VariableListenerDefinition } from '../../model.ts'
import { textOf } from '../../vocabulary/read.ts'
import { variableListener } from '../../vocabulary/themes/event-definitions.ts'
import { variableChangeTypes } from '../../vocabulary/words.ts'
import type { ReadContext } from '../context.ts'

/** Reads Flowable's variable listener event, which is in `extensionElements`. */
export function readVariableListener(context: ReadContext, element: XmlElement): VariableListenerDefinition | null {
  const variableName = textOf(element, variableListener.variableName)
  const type = textOf(element, variableListener.variableChangeType) ?? 'all'
  const changeType = variableChangeTypes.find((one) => one === type)
  if (variableName !== null && variableName !== '' && changeType !== undefined)
    return { kind: 'variable', variableName, changeType }
  context.report(
    element,
    'bpmn.value-invalid',
    changeType === undefined
      ? `Expected the change type of a variable event to be one of ${variableChangeTypes.join(', ')}, but found “${type}”.`
      : 'Expected a variable event to name its variable, but it names none. Add variableName.',
  )
  return null
}
