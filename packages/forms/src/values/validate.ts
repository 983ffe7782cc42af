import type { RuntimeDocument, RuntimeField } from '../compile/runtime-document.ts'
import type { FieldValue, FormValues } from '../fields/field-value.ts'
import { type AnyField, getFieldDefinition } from '../fields/registry.ts'
import type { Fault, Problem } from '../messages/catalogue.ts'
import { evaluateStates, isWritable, type NodeState, type NodeStates } from './evaluate-states.ts'
import type { FormContext } from './form-context.ts'

/** The faults of values that could be read, in document order. Fields that cannot be filled now have none. */
export function validate(form: RuntimeDocument, values: FormValues, context: FormContext): Problem[] {
  return validateIn(form, evaluateStates(form, values, context), values, context)
}

/** As `validate`, for states that are known already. */
export function validateIn(
  form: RuntimeDocument,
  states: NodeStates,
  values: FormValues,
  context: FormContext,
): Problem[] {
  return form.fields.flatMap((field) => {
    const state = states[field.node]
    if (state === undefined || !isWritable(state)) return []
    const faults = checkFieldValue({ field, state, value: values[field.key] ?? null, context })
    return faults.map((fault) => ({ field: field.key, ...fault }))
  })
}

/** The faults of one value in one field. */
export function checkFieldValue(input: {
  field: RuntimeField
  state: NodeState
  value: FieldValue
  context: FormContext
}): Fault[] {
  const { field, state, value, context } = input
  const definition = getFieldDefinition(field.type)
  if (isMissing(definition, value))
    return state.required ? [definition.requiredFault ?? { code: 'value.required' }] : []
  const faults = value === null ? [] : definition.check(value, field.props, context)
  if (faults.length > 0 || state.passes) return faults
  const { checkMessage } = field.props
  return [{ code: 'value.check', ...(typeof checkMessage === 'string' ? { params: { message: checkMessage } } : {}) }]
}

function isMissing(definition: AnyField, value: FieldValue): boolean {
  return value === null || (definition.isMissing?.(value) ?? false)
}
