import { createAllowance } from '../meter.ts'
import { isCallOf, isClosed } from './can-pass.ts'
import { Evaluation } from './compile/evaluation.ts'
import { type Frame, openFrame } from './compile/frame.ts'
import { createRootScope } from './compile/root-scope.ts'
import type { Scope } from './compile/scope.ts'
import { compileExpressionIn, parseTestsScoped } from './program.ts'
import type { CompareOperator, Node } from './syntax/node.ts'
import { type FeelValue, isList } from './values/value.ts'

/** One end of a range of values. */
export interface Border {
  readonly value: FeelValue
  /** The value as the test writes it. */
  readonly text: string
  readonly isIncluded: boolean
}

/** The values that pass unary tests. In a range, null is an open end. */
export type TestSet =
  | { readonly kind: 'any' }
  | { readonly kind: 'range'; readonly low: Border | null; readonly high: Border | null }
  | { readonly kind: 'not'; readonly of: TestSet }
  | { readonly kind: 'and' | 'or'; readonly sets: readonly TestSet[] }

/** Units of work for the constants of one cell. */
const work = 50_000

/**
 * Returns which values pass unary tests that compare with constants, such as `]5..20]` or `not("a", "b")`.
 *
 * @returns null when the tests use anything else, or cannot be parsed.
 */
export function readTestSet(source: string): TestSet | null {
  const scope = createRootScope({})
  const parsed = parseTestsScoped(source, scope)
  if (!parsed.ok) return null
  if (parsed.tree.kind === 'any') return { kind: 'any' }
  try {
    const frame = openFrame([], new Evaluation(new Date(0), createAllowance(work)), () => undefined)
    const sets = readAll(parsed.tree.tests, { source, scope, frame })
    if (sets === null) return null
    const either = { kind: 'or', sets } as const
    return parsed.tree.isNegated ? { kind: 'not', of: either } : either
  } catch {
    // A constant takes more than it is worth, or is too large to be calculated with.
    return null
  }
}

interface Reading {
  readonly source: string
  readonly scope: Scope
  readonly frame: Frame
}

function readAll(nodes: readonly Node[], reading: Reading): TestSet[] | null {
  const sets = nodes.map((node) => readNode(node, reading))
  return sets.every((set) => set !== null) ? sets : null
}

function readNode(node: Node, reading: Reading): TestSet | null {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const sets = readAll([node.left, node.right], reading)
      return sets === null ? null : { kind: node.kind, sets }
    }
    case 'unary comparison':
      return compare(node.operator, node.endpoint, reading)
    case 'comparison':
      return node.left.kind === 'input' ? compare(node.operator, node.right, reading) : null
    case 'between':
      return node.value.kind === 'input' ? between(node.low, node.high, reading) : null
    case 'interval':
      return between(node.start, node.end, reading, node.includes)
    case 'in': {
      const sets = node.value.kind === 'input' ? readAll(node.tests, reading) : null
      return sets === null ? null : { kind: 'or', sets }
    }
    case 'list': {
      const sets = readAll(node.items, reading)
      return sets === null ? null : { kind: 'or', sets }
    }
    case 'call': {
      if (!isCallOf(node, ['not'])) return compare('=', node, reading)
      const sets = readAll(node.args, reading)
      return sets === null ? null : { kind: 'not', of: { kind: 'or', sets } }
    }
    default:
      return compare('=', node, reading)
  }
}

function compare(operator: CompareOperator, node: Node, reading: Reading): TestSet | null {
  const constant = readConstant(node, reading)
  // Null has no order, and is no value that a column has to provide for.
  if (constant === null || constant.value === null || isList(constant.value)) return null
  const [open, closed] = [false, true].map((isIncluded) => ({ ...constant, isIncluded })) as [Border, Border]
  switch (operator) {
    case '=':
      return { kind: 'range', low: closed, high: closed }
    case '!=':
      return { kind: 'not', of: { kind: 'range', low: closed, high: closed } }
    case '<':
      return { kind: 'range', low: null, high: open }
    case '<=':
      return { kind: 'range', low: null, high: closed }
    case '>':
      return { kind: 'range', low: open, high: null }
    case '>=':
      return { kind: 'range', low: closed, high: null }
  }
}

function between(start: Node, end: Node, reading: Reading, includes = { start: true, end: true }): TestSet | null {
  const low = readConstant(start, reading)
  const high = readConstant(end, reading)
  if (low === null || high === null || low.value === null || high.value === null) return null
  return {
    kind: 'range',
    low: { ...low, isIncluded: includes.start },
    high: { ...high, isIncluded: includes.end },
  }
}

function readConstant(node: Node, { source, scope, frame }: Reading): Pick<Border, 'value' | 'text'> | null {
  if (!isClosed(node)) return null
  const text = source.slice(node.from, node.to)
  const compiled = compileExpressionIn(text, scope)
  return compiled.ok ? { value: compiled.code(frame), text } : null
}
