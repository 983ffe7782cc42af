import { getFieldDefinition } from '../fields/registry.ts'
import { readNumber } from '../values/number.ts'
import { giveInstance, type RowMaker } from './create-row.ts'
import { toPlainEntry } from './form-scope.ts'
import type { NodeInstance } from './instance.ts'

/** Sets the result of an expression as the value of a field or list. Numbers are rounded to the digits of the field. */
export function giveAnswer(instance: NodeInstance, answer: unknown, maker: RowMaker): void {
  instance.isKept = false
  giveInstance(instance, toAnswer(instance, answer), maker)
}

/**
 * Converts the result of an expression into the value of a field. Numbers, and texts with a number, are rounded as the
 * field requires.
 */
export function toAnswer({ planned }: NodeInstance, answer: unknown): unknown {
  const plain = toPlainEntry(answer)
  if (planned.data?.kind !== 'field') return plain
  const { round } = getFieldDefinition(planned.data.type)
  if (round === undefined) return plain
  const read = readNumber(plain)
  return read.ok && typeof read.value === 'number' ? round(read.value, planned.data.props) : plain
}
