import type { Meter } from '../../meter.ts'
import type { CompareOperator, Node, NodeOf } from '../syntax/node.ts'
import { createRange } from '../values/range.ts'
import type { FeelValue } from '../values/value.ts'
import { compileNode } from './compile-node.ts'
import type { Code } from './frame.ts'
import { and, or } from './logic.ts'
import { RELATIONS, type Relation } from './relations.ts'
import type { Scope } from './scope.ts'
import { compileTest } from './tests.ts'

export function compileComparison({ operator, left, right }: NodeOf<'comparison'>, scope: Scope): Code {
  const relation: Relation = RELATIONS[operator]
  const leftCode = compileNode(left, scope)
  const rightCode = compileNode(right, scope)
  return (frame) => relation(leftCode(frame), rightCode(frame), frame.root.evaluation.meter)
}

export function compileBetween({ value, low, high }: NodeOf<'between'>, scope: Scope): Code {
  const valueCode = compileNode(value, scope)
  const lowCode = compileNode(low, scope)
  const highCode = compileNode(high, scope)
  return (frame) => {
    const one = valueCode(frame)
    const { meter } = frame.root.evaluation
    return and(RELATIONS['>='](one, lowCode(frame), meter), RELATIONS['<='](one, highCode(frame), meter))
  }
}

export function compileIn({ value, tests }: NodeOf<'in'>, scope: Scope): Code {
  const valueCode = compileNode(value, scope)
  const testCodes = tests.map((test: Node) => compileTest(test, scope))
  return (frame) => {
    const one = valueCode(frame)
    return testCodes.reduce((result: boolean | null, test) => or(result, test(one, frame)), false)
  }
}

export function compileInterval({ start, end, includes }: NodeOf<'interval'>, scope: Scope): Code {
  const startCode = compileNode(start, scope)
  const endCode = compileNode(end, scope)
  return (frame) => createRange(startCode(frame), endCode(frame), includes, frame.root.evaluation.meter)
}

/**
 * Compiles a comparison without a left side. Outside of unary tests it is a range: `< 10`, `= 10`. `!=` has no range.
 */
export function compileUnaryComparison({ operator, endpoint }: NodeOf<'unary comparison'>, scope: Scope): Code {
  const code = compileNode(endpoint, scope)
  return (frame) => createComparisonRange(operator, code(frame), frame.root.evaluation.meter)
}

function createComparisonRange(operator: CompareOperator, endpoint: FeelValue, meter: Meter): FeelValue {
  switch (operator) {
    case '<':
    case '<=':
      return createRange(undefined, endpoint, { start: false, end: operator === '<=' }, meter)
    case '>':
    case '>=':
      return createRange(endpoint, undefined, { start: operator === '>=', end: false }, meter)
    case '=':
      return createRange(endpoint, endpoint, { start: true, end: true }, meter)
    default:
      return null
  }
}
