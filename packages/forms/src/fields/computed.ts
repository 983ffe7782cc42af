import { integer, text } from '../document/properties.ts'
import { formatNumber } from '../values/number.ts'
import type { FieldDefinition } from './field-definition.ts'
import { roundTo } from './number.ts'
import { presentScalar, readScalar, type Scalar, scalarOfVariable, scalarToJson, scalarToVariables } from './scalar.ts'

const props = {
  /** Digits after the point of a number: it is rounded to them, and shown with them. */
  decimals: integer(0, 10),
  /** Written after the value: `EUR`, `km`. */
  unit: text({ max: 20 }),
}

/** A calculated field: the result of an expression, of any simple type, shown as data and written with the form. */
export const computed: FieldDefinition<typeof props, Scalar> = {
  props,
  isAmount: true,
  isClosed: true,
  needsComputed: true,
  read: readScalar,
  round: (answer, { decimals }) => roundTo(answer, decimals),
  present: (value, { decimals }) =>
    typeof value === 'number' || typeof value === 'bigint' ? formatNumber(value, decimals) : presentScalar(value),
  check: () => [],
  toJson: scalarToJson,
  toPlain: (value) => value,
  fromVariable: scalarOfVariable,
  toVariables: scalarToVariables,
}
