import { type Compiled, ExpressionError, type Scope } from '../expression.ts'
import { type Environment, Fault } from './environment.ts'
import { findFreeVariables, listNodes } from './free-variables.ts'
import { findUnknown } from './functions/generate-function.ts'
import { type Evaluate, generate } from './generate.ts'
import { findNumberType, type TypeOfName } from './number-type.ts'
import { parseUel } from './parse-uel.ts'
import { toPlain } from './plain.ts'
import { type Node, SyntaxFault } from './syntax.ts'

export interface UelOptions {
  /** IANA name of the time zone of `dateTime()` and of dates' calendar fields. That of the Scope when left out. */
  timeZone?: string
}

/**
 * Compiles a text with `${…}` and `#{…}`, the expression language (JUEL, EL 2.2) of Camunda 7, Operaton, Flowable and
 * Activiti models, with the functions of all of them. A single expression evaluates to its value, a text with
 * expressions to a text, and a text without expressions to itself. Only white-listed methods can be called, and nothing
 * of JavaScript.
 */
export function compileUel(source: string, { timeZone }: UelOptions = {}): Compiled {
  try {
    const tree = parseUel(source)
    const run = generate(tree)
    const variables = findFreeVariables(tree)
    const nodes = Array.from(listNodes(tree))
    const notices = nodes.flatMap(findUnknown)
    const program = { source, tree, run, units: nodes.length }
    const evaluate = (scope: Scope) => evaluateTree(program, scope, timeZone ?? scope.zone ?? 'UTC')
    const numberType = (typeOf: TypeOfName) => findNumberType(tree, typeOf)
    return { ok: true, expression: { source, language: 'uel', variables, notices, numberType, evaluate } }
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error
    return { ok: false, problems: [{ message: error.message, from: error.at.from, to: error.at.to }] }
  }
}

interface Program {
  readonly source: string
  readonly tree: Node
  readonly run: Evaluate
  /** The number of steps of one evaluation, if each part is evaluated. */
  readonly units: number
}

function evaluateTree({ source, tree, run, units }: Program, scope: Scope, timeZone: string): unknown {
  const environment: Environment = { scope, timeZone, at: tree, replaced: undefined }
  scope.allowance.meter.charge(units)
  try {
    const value = run(environment)
    if (typeof value !== 'object') return value ?? null
    if (Array.isArray(value)) scope.allowance.meter.charge(value.length >> 2)
    return toPlain(value)
  } catch (error) {
    const message = error instanceof Fault ? error.message : isStackOverflow(error) ? tooDeep : undefined
    if (message === undefined) throw error
    const { from, to } = environment.at
    throw new ExpressionError(message, { source, from, to })
  }
}

const tooDeep = 'Expected data and calls that nest less deep, but the stack overflowed.'

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message)
}
