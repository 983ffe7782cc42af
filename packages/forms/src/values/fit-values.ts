import type { DataNode } from '../compile/runtime-document.ts'
import { createRecord } from '../document/plain-object.ts'
import { checkShape } from './check-shape.ts'
import type { JsonValues } from './value-tree.ts'

/**
 * Returns the values that have the shape of a form, without other values: for values of another version of the form, or
 * from an unchecked source. Entries of fields are not validated, because the form shows their errors.
 */
export function fitValues(nodes: readonly DataNode[], values: JsonValues): JsonValues {
  const fitting = createRecord<unknown>()
  for (const node of nodes) {
    if (!Object.hasOwn(values, node.key)) continue
    const only = { [node.key]: values[node.key] }
    if (checkShape([node], only).length === 0) fitting[node.key] = values[node.key]
  }
  return fitting
}
