import type { FieldDefinition } from './field-definition.ts'
import { presentScalar, readScalar, type Scalar, scalarOfVariable, scalarToJson, scalarToVariables } from './scalar.ts'

/**
 * A hidden field for a simple value, from the process, a default or an expression. It is written with the form. A
 * different value from the browser is refused, so conditions can rely on it.
 */
export const hidden: FieldDefinition<Record<never, never>, Scalar> = {
  props: {},
  isClosed: true,
  isUnseen: true,
  read: readScalar,
  present: presentScalar,
  check: () => [],
  toJson: scalarToJson,
  toPlain: (value) => value,
  fromVariable: scalarOfVariable,
  toVariables: scalarToVariables,
}
