import type { XmlElement } from '@millrace/xml'
import type { ConditionalDefinition } from '../../model.ts'
import { elementOf, textOf } from '../../vocabulary/read.ts'
import { conditionalDefinition } from '../../vocabulary/themes/event-definitions.ts'
import { variableChanges } from '../../vocabulary/words.ts'
import { splitCommaList } from '../comma-list.ts'
import { readCondition } from '../condition.ts'
import type { ReadContext } from '../context.ts'

/** Returns a conditional event. Null, and reported, when it has no condition. */
export function readConditional(context: ReadContext, element: XmlElement): ConditionalDefinition | null {
  const child = elementOf(element, conditionalDefinition.condition)
  const condition = child === null ? null : readCondition(context, child)
  if (condition === null) {
    context.report(
      element,
      'event.condition',
      'Expected a conditional event to have a condition, but it has none. Add one.',
    )
    return null
  }
  return {
    kind: 'conditional',
    condition,
    variableName: textOf(element, conditionalDefinition.variableName),
    variableEvents: readChanges(context, element),
  }
}

function readChanges(context: ReadContext, element: XmlElement): ConditionalDefinition['variableEvents'] {
  return splitCommaList(textOf(element, conditionalDefinition.variableEvents) ?? '').flatMap((name) => {
    const change = variableChanges.find((one) => one === name)
    if (change !== undefined) return [change]
    context.report(
      element,
      'bpmn.value-invalid',
      `Expected variableEvents to be of ${variableChanges.join(', ')}, but found “${name}”. It is left out.`,
      'warning',
    )
    return []
  })
}
