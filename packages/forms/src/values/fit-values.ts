import type { DataNode } from '../compile/runtime-document.ts'
import { createRecord } from '../document/plain-object.ts'
import { checkShape } from './check-shape.ts'
import type { JsonValues } from './value-tree.ts'

/**
 * Returns those values of another version of a form, or unchecked ones, that still have the right shape. Values of
 * fields are not validated: they are shown with their errors.
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
