import {
  type Allowance,
  type Code,
  FeelDate,
  FeelDateTime,
  type FeelValue,
  isNumber,
  isWhole,
  parseDateTime,
  parseNumber,
  presentValue,
} from '@millrace/expressions'
import { DecisionFailure, problemAt } from '../failure.ts'

type Convert = (value: Exclude<FeelValue, null>, allowance: Allowance) => FeelValue

/** Camunda's own types of columns; values of other types pass as they are. */
const CONVERSIONS: Readonly<Record<string, Convert>> = {
  string: presentValue,
  boolean: (value) => (value === 'true' ? true : value === 'false' ? false : typeof value === 'boolean' ? value : null),
  integer: (value) => toWhole(value, 2_147_483_647),
  long: (value) => toWhole(value, Number.MAX_SAFE_INTEGER),
  double: toNumber,
  number: toNumber,
  date: toLocalDateTime,
}

/**
 * Compiles the conversion of a value to a type as Camunda 7 does it. A value that cannot be converted is a failure of
 * the evaluation.
 */
export function convertCamunda(code: Code, typeRef: string, elementId: string | null): Code {
  const convert = Object.hasOwn(CONVERSIONS, typeRef) ? CONVERSIONS[typeRef] : undefined
  if (!convert) return code
  return (frame) => {
    const value = code(frame)
    if (value === null) return null
    const { allowance } = frame.root.evaluation
    const converted = convert(value, allowance)
    if (converted === null) {
      throw new DecisionFailure(
        problemAt(
          elementId,
          `Expected a value of type ${typeRef}, but found ${shorten(presentValue(value, allowance))}.`,
        ),
      )
    }
    return converted
  }
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

function toWhole(value: FeelValue, max: number): FeelValue {
  const number = toNumber(value)
  return number !== null && isNumber(number) && isWhole(number) && Math.abs(Number(number)) <= max ? number : null
}

function toNumber(value: FeelValue): FeelValue {
  if (typeof value === 'string') return parseNumber(value.trim())
  return isNumber(value) ? value : null
}

/** Camunda's dates are instants; FEEL sees them as local dates and times. */
function toLocalDateTime(value: FeelValue, allowance: Allowance): FeelValue {
  if (typeof value === 'string') return parseDateTime(value)
  if (value instanceof FeelDate) return parseDateTime(presentValue(value, allowance))
  return value instanceof FeelDateTime ? value : null
}
