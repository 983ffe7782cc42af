import { extension } from '../../dialects/extensions.ts'
import type { ConditionalDefinition } from '../../model.ts'
import { findChild, type XmlElement } from '../../xml/element.ts'
import { splitCommaList } from '../comma-list.ts'
import { readCondition } from '../condition.ts'
import type { ReadContext } from '../context.ts'

const changes = ['create', 'update', 'delete'] as const

/** A conditional event. Null, and reported, when it has no condition. */
export function readConditional(context: ReadContext, element: XmlElement): ConditionalDefinition | null {
  const child = findChild(element, 'condition')
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
    variableName: extension(element, 'variableName'),
    variableEvents: readChanges(context, element),
  }
}

function readChanges(context: ReadContext, element: XmlElement): ConditionalDefinition['variableEvents'] {
  return splitCommaList(extension(element, 'variableEvents') ?? '').flatMap((name) => {
    const change = changes.find((one) => one === name)
    if (change !== undefined) return [change]
    context.report(
      element,
      'bpmn.value-invalid',
      `Expected variableEvents to be of ${changes.join(', ')}, but found “${name}”. It is left out.`,
      'warning',
    )
    return []
  })
}
