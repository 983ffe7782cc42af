import type { PlannedNode } from '../compile/plan-form.ts'
import type { FieldValue } from '../fields/field-value.ts'
import { getFieldDefinition } from '../fields/registry.ts'

/** Whether two values of a node say the same: those that are objects by what is sent of them. */
export function isSame(a: FieldValue, b: FieldValue, { data }: PlannedNode): boolean {
  if (a === b) return true
  if (a === null || b === null || typeof a !== 'object' || data?.kind !== 'field') return false
  const { toJson } = getFieldDefinition(data.type)
  return JSON.stringify(toJson(a)) === JSON.stringify(toJson(b))
}
