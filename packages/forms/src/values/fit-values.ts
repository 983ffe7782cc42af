import type { DataNode } from '../compile/runtime-document.ts'
import { createRecord } from '../document/plain-object.ts'
import { checkShape } from './check-shape.ts'
import type { JsonValues } from './value-tree.ts'

/**
 * Of values that were kept for another version of a form, or that nobody has checked, those whose shape still fits. What a
 * field makes of its value is not looked at: it is shown, with its fault.
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
