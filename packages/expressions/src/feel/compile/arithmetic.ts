import type { ArithmeticOperator, NodeOf } from '../syntax/node.ts'
import {
  addTemporal,
  divideDuration,
  multiplyDuration,
  negateDuration,
  subtractTemporal,
} from '../temporal/temporal-arithmetic.ts'
import { unitsOfZone } from '../temporal/zone-units.ts'
import { add, divide, multiply, negate, power, subtract } from '../values/arithmetic.ts'
import { type FeelNumber, isWhole, toDouble } from '../values/number.ts'
import { type FeelValue, isNumber } from '../values/value.ts'
import { compileNode } from './compile-node.ts'
import type { Evaluation } from './evaluation.ts'
import type { Code } from './frame.ts'
import type { Scope } from './scope.ts'

interface Operation {
  numbers(left: FeelNumber, right: FeelNumber): FeelNumber | null
  others(left: FeelValue, right: FeelValue): FeelValue
  /** Returns the cost of the operation beyond one step. */
  unitsOfNumbers?(left: FeelNumber, right: FeelNumber): number
}

const OPERATIONS = {
  '+': { numbers: add, others: addOthers },
  '-': { numbers: subtract, others: subtractTemporal },
  '*': { numbers: multiply, others: multiplyDuration },
  '/': { numbers: divide, others: divideDuration },
  '**': { numbers: power, others: () => null, unitsOfNumbers: unitsOfPower },
} satisfies Record<ArithmeticOperator, Operation>

/**
 * Compiles an arithmetic expression. Operands without this operation give null (DMN 1.5, tables 53 to 56). Lists with
 * one item are not unwrapped.
 */
export function compileArithmetic({ operator, left, right }: NodeOf<'arithmetic'>, scope: Scope): Code {
  const { numbers, others, unitsOfNumbers }: Operation = OPERATIONS[operator]
  const leftCode = compileNode(left, scope)
  const rightCode = compileNode(right, scope)
  return (frame) => {
    const first = leftCode(frame)
    const second = rightCode(frame)
    if (isNumber(first) && isNumber(second)) {
      if (unitsOfNumbers !== undefined) frame.root.evaluation.charge(unitsOfNumbers(first, second))
      return numbers(first, second)
    }
    if (first === null || second === null) return null
    chargeOthers(first, second, frame.root.evaluation)
    return others(first, second)
  }
}

function chargeOthers(first: FeelValue, second: FeelValue, evaluation: Evaluation): void {
  if (typeof first === 'string' && typeof second === 'string') evaluation.checkText(first.length + second.length)
  else evaluation.charge(unitsOfZone(first) + unitsOfZone(second))
}

/** One with more bits is none that `power` takes. */
const MAX_BITS = 30

/** A whole exponent takes a multiplication for each of its bits, any other two logarithms. */
function unitsOfPower(_base: FeelNumber, exponent: FeelNumber): number {
  if (!isWhole(exponent)) return 600
  return 20 + 8 * Math.min(MAX_BITS, Math.ceil(Math.log2(Math.abs(toDouble(exponent)) + 1)))
}

export function compileNegation({ operand }: NodeOf<'negation'>, scope: Scope): Code {
  const code = compileNode(operand, scope)
  return (frame) => {
    const value = code(frame)
    return isNumber(value) ? negate(value) : negateDuration(value)
  }
}

function addOthers(left: FeelValue, right: FeelValue): FeelValue {
  return typeof left === 'string' && typeof right === 'string' ? left + right : addTemporal(left, right)
}
