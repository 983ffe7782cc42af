import type { FieldDefinition } from './field-definition.ts'
import { presentScalar, readScalar, type Scalar, scalarOfVariable, scalarToJson, scalarToVariables } from './scalar.ts'

/**
 * A simple value that nobody sees or types: the process has it, its default gives it, or it is computed. It is written
 * with the form. What a browser says of it is refused where it is another, so it may steer conditions.
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
