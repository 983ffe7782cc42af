import type { DataNode, RuntimeField } from '../compile/runtime-document.ts'
import type { FieldValue } from '../fields/field-value.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import { valuesToJson } from './open-values.ts'
import type { Shape } from './read-values.ts'
import type { FormValues } from './value-tree.ts'

/** Returns whether two values of a field are equal, in any representation. */
export function isSameValue({ type }: RuntimeField, a: FieldValue, b: FieldValue): boolean {
  if (a === null || b === null) return a === b
  if (a === b) return true
  const { toJson } = getFieldDefinition(type)
  return JSON.stringify(toJson(a)) === JSON.stringify(toJson(b))
}

/**
 * Returns the values that differ from the earlier ones, so that a form does not write values that the user did not
 * change.
 */
export function listChangedValues({ data }: Shape, before: FormValues, after: FormValues): FormValues {
  const changed = data.flatMap((node) => {
    const value = after[node.key]
    return value === undefined || printValue(node, after) === printValue(node, before)
      ? []
      : [[node.key, value] as const]
  })
  return Object.fromEntries(changed)
}

function printValue(node: DataNode, values: FormValues): string {
  return JSON.stringify(valuesToJson({ data: [node] }, { [node.key]: values[node.key] ?? null }))
}
