import type { RuntimeField, RuntimeList } from '../compile/runtime-document.ts'
import type { Props } from '../document/property.ts'
import type { EntryContext } from '../fields/field-definition.ts'
import type { FieldValue } from '../fields/field-value.ts'
import { type AnyField, getFieldDefinition } from '../fields/registry.ts'
import type { Fault } from '../messages/catalogue.ts'
import { isWritable, type NodeInstance, type NodeState } from './instance.ts'

/**
 * Lists the current errors of a field or list that users can fix. Fields that cannot be edited have none. Calculated
 * fields only have errors of their validation rule and of duplicate rows.
 */
export function listFaults(instance: NodeInstance, context: EntryContext): Fault[] {
  const { data } = instance.planned
  if (data === null || data.kind === 'group') return []
  if (isCalculated(instance)) return data.kind === 'field' ? compareField(data, instance) : []
  if (!isWritable(instance)) return []
  if (instance.fault !== null) return [instance.fault]
  if (data.kind === 'list') return checkRows(data, instance)
  const faults = checkField(data, instance, context)
  return faults.length > 0 ? faults : compareField(data, instance)
}

/** Returns whether a field still has an unknown option that it had when the form was opened. */
export function hasKeptUnknown({ fault, isKept }: NodeInstance): boolean {
  return isKept && isUnknown(fault)
}

/** Returns whether an error says that a value is not among the options of its field. */
export function isUnknown(fault: Fault | null): boolean {
  return fault?.code === 'choice.unknown' && fault.params?.names !== undefined
}

/**
 * Returns the rules of a calculated field that its value breaks: required, length, range, pattern, options and so on.
 * Users cannot change such a field, so these are faults of the design, and the form can still be sent.
 */
export function listDesignFaults(instance: NodeInstance, context: EntryContext): Fault[] {
  const { data } = instance.planned
  if (data?.kind !== 'field' || !isCalculated(instance)) return []
  return instance.fault === null ? checkField(data, instance, context) : [instance.fault]
}

function isCalculated({ planned, state }: NodeInstance): boolean {
  return planned.rule.computed !== undefined && state.visible && state.enabled
}

function checkField(field: RuntimeField, { value, state }: NodeInstance, context: EntryContext): Fault[] {
  const definition = getFieldDefinition(field.type)
  if (isMissing(definition, value))
    return state.required ? [definition.requiredFault ?? { code: 'value.required' }] : []
  return value === null ? [] : definition.check(value, field.props, context)
}

function compareField(field: RuntimeField, { value, state, isDuplicate }: NodeInstance): Fault[] {
  if (isMissing(getFieldDefinition(field.type), value)) return []
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
