import type { PlannedNode } from '../compile/plan-form.ts'
import type { FieldValue } from '../fields/field-value.ts'
import { getFieldDefinition } from '../fields/registry.ts'

/** Returns whether two values of a node are equal: objects by the data that is sent. */
export function isSame(a: FieldValue, b: FieldValue, { data }: PlannedNode): boolean {
  if (a === b) return true
  if (a === null || b === null || typeof a !== 'object' || data?.kind !== 'field') return false
  const { toJson } = getFieldDefinition(data.type)
  return JSON.stringify(toJson(a)) === JSON.stringify(toJson(b))
}
