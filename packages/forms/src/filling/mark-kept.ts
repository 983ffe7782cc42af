import { isPlainObject } from '../document/plain-object.ts'
import { indexRows } from '../values/merge-values.ts'
import type { JsonValues } from '../values/value-tree.ts'
import { findAt } from './create-row.ts'
import { isUnknown } from './faults.ts'
import type { Row } from './instance.ts'

/**
 * Marks the fields with unknown options that they already had when the form was opened, so that these options can stay.
 */
export function markKept(row: Row, opened: JsonValues): void {
  for (const instance of row.nodes.values()) {
    const { planned, rows } = instance
    if (isUnknown(instance.fault)) instance.isKept = isSameJson(instance.entry, findAt(opened, planned.path))
    if (rows.length === 0) continue
    const known = indexRows(findAt(opened, planned.path))
    for (const one of rows) {
      const before = one.origin === null ? undefined : known.get(one.origin)
      if (isPlainObject(before)) markKept(one, before)
    }
  }
}

function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
