import type { Evaluation } from '../compile/evaluation.ts'
import { FeelDate } from '../temporal/date.ts'
import { FeelDateTime } from '../temporal/date-time.ts'
import { FeelTime } from '../temporal/time.ts'
import { UTC } from '../temporal/zone.ts'
import type { Argument, Parameter } from '../values/function.ts'
import { type FeelValue, isList } from '../values/value.ts'
import { isOfType } from './conforms.ts'
import type { FeelType } from './feel-type.ts'

/**
 * Fits a value to a type by the implicit conversions (DMN 1.5, 10.3.2.9.4): one value for a list of one, a list of one
 * for its value, a date for its midnight in UTC. Null when the value does not fit, constraints included.
 */
export function coerce(value: FeelValue, type: FeelType, evaluation: Evaluation): FeelValue {
  const walk = { withConstraints: true, evaluation }
  if (value === null || isOfType(value, type, walk)) return value
  const converted = convert(value, type)
  return isOfType(converted, type, walk) ? converted : null
}

/** Fits arguments to the types of their parameters; null when one does not fit. A missing argument is null. */
export function fitArguments(
  args: readonly Argument[],
  parameters: readonly Parameter[],
  evaluation: Evaluation,
): FeelValue[] | null {
  const values: FeelValue[] = []
  for (const [index, { type }] of parameters.entries()) {
    const argument = args[index] ?? null
    const value = coerce(argument, type, evaluation)
    if (value === null && argument !== null) return null
    values.push(value)
  }
  return values
}

/** One conversion, never a chain of them. */
function convert(value: FeelValue, type: FeelType): FeelValue {
  if (value instanceof FeelDate && type.kind === 'date and time') return atMidnight(value)
  if (isList(value)) return value.length === 1 ? (value[0] ?? null) : null
  return type.kind === 'list' ? [value] : null
}

/** Returns the beginning of a day in UTC. */
export function atMidnight(date: FeelDate): FeelDateTime {
  return new FeelDateTime(date, new FeelTime(0, 0, UTC))
}
