import { code, integer, quantity, text } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import { findMinorDigits } from '../values/minor-digits.ts'
import type { FieldDefinition } from './field-definition.ts'
import { type NumberProps, number, roundTo } from './number.ts'

const props = {
  placeholder: text(),
  /** ISO 4217. */
  currency: code(3, (raw) => (/^[A-Z]{3}$/.test(raw) ? null : 'a currency such as EUR'), { isRequired: true }),
  /** Digits after the decimal point; by default the number that the currency has. */
  decimals: integer(0, 4),
  /** Inclusive. */
  min: quantity(),
  /** Inclusive. */
  max: quantity(),
}

/**
 * A field for an amount of money in one currency. The process variable is a `Double`; the currency is a property of the
 * field.
 */
export const currency: FieldDefinition<typeof props, number | bigint> = {
  ...number,
  props,
  findConflict: (given) => number.findConflict?.(numberOf(given)) ?? null,
  read: (input, given, context) => number.read(withoutCurrency(input, given.currency), numberOf(given), context),
  round: (answer, given) => roundTo(answer, numberOf(given).decimals),
  present: (value, given, context) => number.present(value, numberOf(given), context),
  check: (value, given, context) => number.check(value, numberOf(given), context),
  toVariables: (key, value, given, context) => number.toVariables(key, value, numberOf(given), context),
}

function numberOf({ currency: code, decimals = findMinorDigits(code), min, max }: PropsOf<typeof props>): NumberProps {
  return { decimals, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

/** Amounts are often copied with their currency: `9,540.00 EUR`. */
function withoutCurrency(input: unknown, code: string | undefined): unknown {
  if (typeof input !== 'string' || code === undefined) return input
  const trimmed = input.trim()
  if (trimmed.startsWith(code)) return trimmed.slice(code.length)
  return trimmed.endsWith(code) ? trimmed.slice(0, -code.length) : input
}
