import { isExpressionText } from '../document/properties.ts'
import type { DocumentProblem } from '../document/types.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import { presentProblem } from '../messages/present-problem.ts'
import type { RuntimeField } from './runtime-document.ts'

/** Faults between the properties of one field: contradictions, and a default that the field itself would refuse. */
export function checkField({ node, type, props, key }: RuntimeField): DocumentProblem[] {
  const definition = getFieldDefinition(type)
  const at = `${key}.props`
  const conflict = definition.findConflict?.(props) ?? null
  if (conflict !== null) {
    return [
      {
        code: 'property.conflict',
        node,
        at,
        message: `Expected ${conflict}, but the properties contradict each other.`,
      },
    ]
  }
  const { defaultValue } = props
  if (defaultValue === undefined || isExpressionText(defaultValue)) return []
  const fault = findFault()
  if (fault === undefined) return []
  const message = `Expected a default that the field accepts, but it answers: ${presentProblem(fault)}`
  return [{ code: 'default.invalid', node, at: `${at}.defaultValue`, message }]

  function findFault() {
    // Only whether it can be read matters here: a time zone shifts it, but makes it neither right nor wrong.
    const context = { timeZone: 'UTC' }
    const read = definition.read(defaultValue, props, context)
    if (!read.ok) return read.fault
    return read.value === null ? undefined : definition.check(read.value, props, context)[0]
  }
}
