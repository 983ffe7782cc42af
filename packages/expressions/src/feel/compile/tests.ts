import type { Meter } from '../../meter.ts'
import { isSyntax } from '../syntax/is-syntax.ts'
import type { Node, Tests } from '../syntax/node.ts'
import { equalValues } from '../values/equal.ts'
import { FeelRange, isInRange } from '../values/range.ts'
import { type FeelValue, isList, kindOf } from '../values/value.ts'
import { compileNode } from './compile-node.ts'
import { type Frame, nestFrame } from './frame.ts'
import { and, not, or } from './logic.ts'
import { INPUT } from './name.ts'
import { RELATIONS, type Relation } from './relations.ts'
import { nestScope, type Scope } from './scope.ts'
import { weigh } from './weigh.ts'

/** Compiled code that returns whether a value passes; null when it is unknown. */
export type TestCode = (value: FeelValue, frame: Frame) => boolean | null

/** Compiles unary tests (DMN 1.5, 10.3.2.8): a value passes if any of them is true, or with `not` if none is. */
export function compileTests(tests: Tests, scope: Scope): TestCode {
  if (tests.kind === 'any') return () => true
  const codes = tests.tests.map((test) => compileTest(test, scope))
  const [only] = codes
  const anyPasses: TestCode =
    only && codes.length === 1
      ? only
      : (value, frame) => codes.reduce((result: boolean | null, test) => or(result, test(value, frame)), false)
  const units = tests.tests.reduce((sum, test) => sum + weigh(test), 0)
  const passes: TestCode = (value, frame) => {
    frame.root.evaluation.meter.charge(units)
    return anyPasses(value, frame)
  }
  return tests.isNegated ? (value, frame) => not(passes(value, frame)) : passes
}

/** Compiles a unary test, which may use the value as `?`. */
export function compileTest(test: Node, scope: Scope): TestCode {
  if (test.kind === 'unary comparison') return compileSigned(RELATIONS[test.operator], test.endpoint, scope)
  if ((test.kind === 'and' || test.kind === 'or') && hasSignedOperand(test)) {
    const [left, right] = [compileTest(test.left, scope), compileTest(test.right, scope)]
    const combine = test.kind === 'and' ? and : or
    return (value, frame) => combine(left(value, frame), right(value, frame))
  }
  if (mentionsInput(test)) {
    const code = compileNode(test, nestScope(scope, [INPUT]))
    return (value, frame) => isMet(code(nestFrame(frame, [value])), value, meterOf(frame))
  }
  const code = compileNode(test, scope)
  if (!CONDITIONS.has(test.kind)) return (value, frame) => matches(value, code(frame), meterOf(frame))
  return (value, frame) => {
    const result = code(frame)
    return typeof result === 'boolean' && typeof value !== 'boolean' && value !== null
      ? result
      : matches(value, result, meterOf(frame))
  }
}

function meterOf({ root }: Frame): Meter {
  return root.evaluation.meter
}

/** What asks about other names. Its answer counts, unless the value is a boolean that it can be compared with. */
const CONDITIONS: ReadonlySet<Node['kind']> = new Set([
  'and',
  'or',
  'comparison',
  'between',
  'in',
  'instance of',
  'some',
  'every',
  'call',
  'named call',
])

function compileSigned(relation: Relation, endpoint: Node, scope: Scope): TestCode {
  if (mentionsInput(endpoint)) {
    const code = compileNode(endpoint, nestScope(scope, [INPUT]))
    return (value, frame) => relation(value, code(nestFrame(frame, [value])), meterOf(frame))
  }
  const code = compileNode(endpoint, scope)
  return (value, frame) => relation(value, code(frame), meterOf(frame))
}

function hasSignedOperand(node: Node): boolean {
  if (node.kind === 'unary comparison') return true
  return (node.kind === 'and' || node.kind === 'or') && (hasSignedOperand(node.left) || hasSignedOperand(node.right))
}

/** A test that asks about `?` answers true or false; any other value it gives is compared with the value itself. */
function isMet(result: FeelValue, value: FeelValue, meter: Meter): boolean | null {
  return typeof result === 'boolean' || result === null ? result : matches(value, result, meter)
}

/** A value without `?`: a range the value lies in, a list that has it, or the value itself. */
function matches(value: FeelValue, expected: FeelValue, meter: Meter): boolean | null {
  if (expected instanceof FeelRange)
    return value instanceof FeelRange ? equalValues(value, expected, meter) : isInRange(value, expected, meter)
  if (isList(expected)) return isAmong(value, expected, meter)
  return equalValues(value, expected, meter)
}

function isAmong(value: FeelValue, list: readonly FeelValue[], meter: Meter): boolean | null {
  if (isList(value) && equalValues(value, list, meter) === true) return true
  meter.charge(list.length)
  return list.some((item) => matchesItem(value, item, meter) === true)
}

function matchesItem(value: FeelValue, item: FeelValue, meter: Meter): boolean | null {
  if (item instanceof FeelRange && !(value instanceof FeelRange)) return isInRange(value, item, meter)
  return kindOf(item) === 'list' && !isList(value) ? false : equalValues(value, item, meter)
}

/** `?` inside a nested `in` or filter still means the value under test. */
function mentionsInput(node: Node): boolean {
  if (node.kind === 'input') return true
  return Object.values(node).some(mentionsInputPart)
}

function mentionsInputPart(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(mentionsInputPart)
  return isSyntax(part) && mentionsInput(part)
}
