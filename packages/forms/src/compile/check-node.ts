import { isPlainObject } from '../document/plain-object.ts'
import { isExpressionText } from '../document/properties.ts'
import type { DocumentProblem } from '../document/types.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import type { Fault } from '../messages/catalogue.ts'
import { presentProblem } from '../messages/present-problem.ts'
import { readValues } from '../values/read-values.ts'
import { findRowField } from './find-row-field.ts'
import type { PlannedNode } from './plan-form.ts'
import type { RuntimeField, RuntimeList } from './runtime-document.ts'

/** Lists the contradictions between the properties of a node, including a default value that the node would refuse. */
export function checkNode(node: PlannedNode): DocumentProblem[] {
  const { data } = node
  if (data === null || data.kind === 'group') return []
  const at = `${data.key}.props`
  const conflict = findConflict(node)
  if (conflict !== null) {
    const message = `Expected ${conflict}, but the properties contradict each other.`
    return [{ code: 'property.conflict', node: data.node, at, message }]
  }
  const { defaultValue } = data.props
  if (defaultValue === undefined || isExpressionText(defaultValue)) return []
  const fault = data.kind === 'field' ? findFieldFault(data, defaultValue) : findListFault(data, defaultValue)
  if (fault === undefined) return []
  const message = `Expected a default that is accepted, but it answers: ${presentProblem(fault)}`
  return [{ code: 'default.invalid', node: data.node, at: `${at}.defaultValue`, message }]
}

function findConflict(node: PlannedNode): string | null {
  const { data, scope, rule } = node
  if (data?.props.variable !== undefined && scope.outer !== null)
    return 'a process variable only where a value stands by itself: inside of a list or of a container with a key it is part of that'
  if (data?.kind === 'field') {
    if (getFieldDefinition(data.type).needsComputed === true && rule.computed === undefined)
      return 'an expression that computes the value'
    if (rule.computed !== undefined && data.props.defaultValue !== undefined)
      return 'either a computed value or a default'
    if (rule.setTo !== undefined && (rule.computed !== undefined || getFieldDefinition(data.type).isClosed === true))
      return 'a value to be set only of a field that can be filled'
    return getFieldDefinition(data.type).findConflict?.(data.props) ?? null
  }
  return data?.kind === 'list' ? findListConflict(node, data) : null
}

function findListConflict(node: PlannedNode, { props }: RuntimeList): string | null {
  if (props.min !== undefined && props.max !== undefined && props.min > props.max) return `min up to max (${props.max})`
  const unknown = props.unique?.find((path) => findRowField(node, path) === null)
  if (unknown !== undefined) return `fields of a row in unique, and “${unknown}” is none`
  const odd = props.totals?.find((path) => !isAmount(findRowField(node, path)))
  return odd === undefined ? null : `fields of a row with numbers in totals, and “${odd}” is none`
}

function isAmount(field: PlannedNode | null): boolean {
  return field?.data?.kind === 'field' && getFieldDefinition(field.data.type).isAmount === true
}

// Only whether it can be read matters here: a time zone shifts it, but makes it neither right nor wrong.
const context = { timeZone: 'UTC' }

function findFieldFault({ type, props }: RuntimeField, given: unknown): Fault | undefined {
  const definition = getFieldDefinition(type)
  const read = definition.read(given, props, context)
  if (!read.ok) return read.fault
  return read.value === null ? undefined : definition.check(read.value, props, context)[0]
}

function findListFault(list: RuntimeList, given: unknown): Fault | undefined {
  if (given === null) return undefined
  if (!Array.isArray(given) || !given.every(isPlainObject)) return { code: 'list.invalid' }
  return readValues({ data: [list] }, { [list.key]: given }, context).problems[0]
}
