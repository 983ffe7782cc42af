import { type Allowance, createAllowance } from '../meter.ts'
import { Evaluation } from './compile/evaluation.ts'
import { type Frame, openFrame } from './compile/frame.ts'
import { createRootScope } from './compile/root-scope.ts'
import type { Scope } from './compile/scope.ts'
import { compileTests, type TestCode } from './compile/tests.ts'
import { compileExpressionIn, parseTestsScoped } from './program.ts'
import type { Node, Tests } from './syntax/node.ts'
import { type FeelValue, isList, isNumber, kindOf } from './values/value.ts'

/** The type of a tested value; null when it may have any type. */
export type TestedKind = 'string' | 'number' | 'boolean' | null

/** Values that are tried for one question; more constants than that are not looked at. */
const maxConstants = 40
/** Units of work for one question. */
const work = 200_000

/**
 * Returns whether some value passes all of several unary tests, such as the cells of a rule for the same input, or a
 * cell and the allowed values of its column. Tests that compare with constants change their answer only at a constant,
 * so the constants and values between and beside them are tried.
 *
 * @returns null when it is unknown, because a test uses anything but the value, or cannot be parsed.
 */
export function canPass(tests: readonly string[], kind: TestedKind): boolean | null {
  const scope = createRootScope({})
  const parsed = tests.map((source) => readTests(source, scope))
  const known = parsed.filter((one) => one !== null)
  if (known.length < parsed.length) return null
  const constants = [...new Set(known.flatMap(({ constants }) => constants))]
  if (constants.length > maxConstants) return null
  const allowance = createAllowance(work)
  try {
    const frame = open(allowance)
    const values = listValues(constants, scope, frame).filter((value) => isOfKind(value, kind))
    return values.some((value) => known.every(({ passes }) => passes(value, frame) === true))
  } catch {
    // It took more than it is worth, or a constant is too large to be calculated with.
    return null
  }
}

function open(allowance: Allowance): Frame {
  return openFrame([], new Evaluation(new Date(0), allowance), () => undefined)
}

function readTests(source: string, scope: Scope): { passes: TestCode; constants: readonly string[] } | null {
  const parsed = parseTestsScoped(source, scope)
  if (!parsed.ok) return null
  const constants = listConstants(parsed.tree, source)
  return constants === null ? null : { passes: compileTests(parsed.tree, scope), constants }
}

/** Returns the texts of all constants that tests compare a value with. Null where they do anything else. */
function listConstants(tests: Tests, source: string): string[] | null {
  if (tests.kind === 'any') return []
  const found: string[] = []
  const textOf = ({ from, to }: Node) => source.slice(from, to)
  return tests.tests.every((test) => isTest(test, (constant) => found.push(textOf(constant)))) ? found : null
}

type Found = (constant: Node) => void

function isTest(node: Node, found: Found): boolean {
  switch (node.kind) {
    case 'and':
    case 'or':
      return isTest(node.left, found) && isTest(node.right, found)
    case 'unary comparison':
      return isConstant(node.endpoint, found)
    case 'comparison':
      return isInputOr(node.left, found) && isInputOr(node.right, found)
    case 'between':
      return node.value.kind === 'input' && isConstant(node.low, found) && isConstant(node.high, found)
    case 'in':
      return node.value.kind === 'input' && node.tests.every((test) => isTest(test, found))
    case 'call':
      return isCallOf(node, ['not']) && node.args.every((test) => isTest(test, found))
    default:
      return isConstant(node, found)
  }
}

function isInputOr(node: Node, found: Found): boolean {
  return node.kind === 'input' || isConstant(node, found)
}

function isConstant(node: Node, found: Found): boolean {
  if (node.kind === 'list') return node.items.every((item) => isConstant(item, found))
  if (node.kind === 'interval') return isConstant(node.start, found) && isConstant(node.end, found)
  if (!isClosed(node)) return false
  found(node)
  return true
}

/** Functions that give the same for the same, and are written for constants. */
const makers = ['date', 'time', 'date and time', 'duration', 'number', 'string']

/** Returns whether an expression is constant: it reads no variables. */
export function isClosed(node: Node): boolean {
  switch (node.kind) {
    case 'literal':
      return true
    case 'negation':
      return isClosed(node.operand)
    case 'arithmetic':
      return isClosed(node.left) && isClosed(node.right)
    case 'call':
      return isCallOf(node, makers) && node.args.every(isClosed)
    default:
      return false
  }
}

export function isCallOf(node: Node & { readonly kind: 'call' }, names: readonly string[]): boolean {
  return node.callee.kind === 'name' && names.includes(node.callee.name)
}

/** Values next to a constant, by the kind of the constant, in FEEL. */
const beside: Readonly<Record<string, readonly string[]>> = {
  number: ['(?) - 1', '(?) + 1'],
  string: ['(?) + "a"', '""', '"a value that nobody has written"'],
  date: ['(?) - duration("P1D")', '(?) + duration("P1D")'],
  time: ['(?) - duration("PT0.001S")', '(?) + duration("PT0.001S")'],
  'date and time': ['(?) - duration("PT0.001S")', '(?) + duration("PT0.001S")'],
  'days and time duration': ['(?) - duration("PT0.001S")', '(?) + duration("PT0.001S")'],
  'years and months duration': ['(?) - duration("P1M")', '(?) + duration("P1M")'],
}

function listValues(constants: readonly string[], scope: Scope, frame: Frame): FeelValue[] {
  const evaluate = (text: string): FeelValue => {
    const compiled = compileExpressionIn(text, scope)
    return compiled.ok ? compiled.code(frame) : null
  }
  const numbers: string[] = []
  const values = constants.flatMap((text) => {
    const value = evaluate(text)
    if (isNumber(value)) numbers.push(text)
    const around = beside[kindOf(value)] ?? []
    return [value, ...around.map((one) => evaluate(one.replace('?', () => text)))]
  })
  // Between any two of them; most are between others as well.
  const middles = numbers.flatMap((one, at) =>
    numbers.slice(at + 1).map((other) => evaluate(`((${one}) + (${other})) / 2`)),
  )
  return [...values, ...middles, ...values.filter(isList).flat(), ...usual.map(evaluate)]
}

/** Values that no constant has to lead to. Null is tried where a test names it: hardly anybody means it by `not`. */
const usual = ['true', 'false', '0', '"a value that nobody has written"']

function isOfKind(value: FeelValue, kind: TestedKind): boolean {
  return value === null || kind === null || kindOf(value) === kind
}
