import { DayTimeDuration, YearMonthDuration } from '../temporal/duration.ts'
import { absolute, modulo, type Rounding, round } from '../values/arithmetic.ts'
import type { FeelFunction } from '../values/function.ts'
import { isWhole, normalise, toDecimal } from '../values/number.ts'
import { type FeelValue, isNumber } from '../values/value.ts'
import { builtin, signature } from './builtin.ts'
import { anything, number, optional, position } from './parameters.ts'

/** Numeric functions (DMN 1.5, 10.3.4.5). */
export const NUMBERS = {
  decimal: builtin(signature([number('n'), position('scale')], ([n, scale]) => round(n, scale, 'half even'))),
  floor: builtin(signature([number('n'), optional(position('scale'))], ([n, scale]) => round(n, scale ?? 0, 'floor'))),
  ceiling: builtin(
    signature([number('n'), optional(position('scale'))], ([n, scale]) => round(n, scale ?? 0, 'ceiling')),
  ),
  'round up': createRounding('up'),
  'round down': createRounding('down'),
  'round half up': createRounding('half up'),
  'round half down': createRounding('half down'),
  abs: builtin(signature([anything('n')], ([n]) => getAbsolute(n))),
  modulo: builtin(
    signature([number('dividend'), number('divisor')], ([dividend, divisor]) => modulo(dividend, divisor)),
  ),
  sqrt: builtin(signature([number('number')], ([n]) => normalise(toDecimal(n).sqrt()), 80)),
  log: builtin(signature([number('number')], ([n]) => normalise(toDecimal(n).ln()), 400)),
  exp: builtin(signature([number('number')], ([n]) => normalise(toDecimal(n).exp()), 400)),
  odd: builtin(signature([number('number')], ([n]) => isWhole(n) && modulo(n, 2) === 1)),
  even: builtin(signature([number('number')], ([n]) => isWhole(n) && modulo(n, 2) === 0)),
} satisfies Record<string, FeelFunction>

function createRounding(rounding: Rounding): FeelFunction {
  return builtin(signature([number('n'), position('scale')], ([n, scale]) => round(n, scale, rounding)))
}

function getAbsolute(value: FeelValue): FeelValue {
  if (isNumber(value)) return absolute(value)
  if (value instanceof DayTimeDuration) return value.nanos < 0n ? new DayTimeDuration(-value.nanos) : value
  if (value instanceof YearMonthDuration) return value.months < 0 ? new YearMonthDuration(-value.months) : value
  return null
}
