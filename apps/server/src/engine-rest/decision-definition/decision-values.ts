import { fromPlain, type TypedValue } from '@millrace/engine'

/**
 * Returns a value of a decision with the type that its column names; without a type, with the type that fits the value.
 */
export function typeDecisionValue(value: unknown, typeRef: string | null): TypedValue {
  const typed = fromPlain(value)
  if (typeof value !== 'number') return typed
  switch (typeRef?.toLowerCase()) {
    case 'double':
      return { type: 'Double', value, info: null }
    case 'long':
      return { type: 'Long', value, info: null }
    default:
      return typed
  }
}
