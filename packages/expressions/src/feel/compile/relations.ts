import type { Meter } from '../../meter.ts'
import type { CompareOperator } from '../syntax/node.ts'
import { compareValues } from '../values/compare.ts'
import { equalValues } from '../values/equal.ts'
import type { FeelValue } from '../values/value.ts'
import { not } from './logic.ts'

/** Compares two values; null when they cannot be (DMN 1.5, 10.3.2.13). */
export type Relation = (left: FeelValue, right: FeelValue, meter: Meter) => boolean | null

export const RELATIONS = {
  '=': equalValues,
  '!=': (left, right, meter) => not(equalValues(left, right, meter)),
  '<': (left, right, meter) => judge(compareValues(left, right, meter), (order) => order < 0),
  '<=': (left, right, meter) => judge(compareValues(left, right, meter), (order) => order <= 0),
  '>': (left, right, meter) => judge(compareValues(left, right, meter), (order) => order > 0),
  '>=': (left, right, meter) => judge(compareValues(left, right, meter), (order) => order >= 0),
} satisfies Record<CompareOperator, Relation>

function judge(order: number | null, isMet: (order: number) => boolean): boolean | null {
  return order === null ? null : isMet(order)
}
