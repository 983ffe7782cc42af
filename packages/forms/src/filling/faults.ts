import type { RuntimeField, RuntimeList } from '../compile/runtime-document.ts'
import type { Props } from '../document/property.ts'
import type { EntryContext } from '../fields/field-definition.ts'
import type { FieldValue } from '../fields/field-value.ts'
import { type AnyField, getFieldDefinition } from '../fields/registry.ts'
import type { Fault } from '../messages/catalogue.ts'
import { isWritable, type NodeInstance, type NodeState } from './instance.ts'

/**
 * The faults of a field or list as it stands now. What cannot be filled has none; a computed value is checked as one that
 * was typed.
 */
export function listFaults(instance: NodeInstance, context: EntryContext): Fault[] {
  const { data } = instance.planned
  if (data === null || data.kind === 'group' || !isChecked(instance)) return []
  if (instance.fault !== null) return [instance.fault]
  return data.kind === 'field' ? checkField(data, instance, context) : checkRows(data, instance)
}

function isChecked(instance: NodeInstance): boolean {
  const { state, planned } = instance
  return isWritable(instance) || (planned.rule.computed !== undefined && state.visible && state.enabled)
}

function checkField(field: RuntimeField, { value, state, isDuplicate }: NodeInstance, context: EntryContext): Fault[] {
  const definition = getFieldDefinition(field.type)
  if (isMissing(definition, value))
    return state.required ? [definition.requiredFault ?? { code: 'value.required' }] : []
  const faults = value === null ? [] : definition.check(value, field.props, context)
  if (faults.length > 0) return faults
  return isDuplicate ? [{ code: 'list.duplicate' }] : checkRule(state, field.props)
}

function isMissing(definition: AnyField, value: FieldValue): boolean {
  return value === null || (definition.isMissing?.(value) ?? false)
}

function checkRows({ props }: RuntimeList, { rows, state }: NodeInstance): Fault[] {
  const count = rows.length
  const min = props.min ?? 0
  if (count === 0 && (state.required || min === 1))
    return [{ code: 'list.required', params: { label: props.label ?? '' } }]
  if (count < min) return [{ code: 'list.too-few', params: { min, count } }]
  if (props.max !== undefined && count > props.max)
    return [{ code: 'list.too-many', params: { max: props.max, count } }]
  return checkRule(state, props)
}

function checkRule({ passes }: NodeState, { checkMessage }: Props): Fault[] {
  if (passes) return []
  return [{ code: 'value.check', ...(typeof checkMessage === 'string' ? { params: { message: checkMessage } } : {}) }]
}
