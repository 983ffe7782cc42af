import type { ExpressionProblem } from '../../expression.ts'
import type { TreeNode } from './parse-tree.ts'

/**
 * Lists all syntax errors of a tree as sentences. The parser recovers from errors, so a tree with one has no meaning.
 */
export function findProblems(root: TreeNode, source: string): ExpressionProblem[] {
  const problems: ExpressionProblem[] = []
  root.cursor().iterate(({ type, node }) => {
    if (type.isError) problems.push(describe(node, source))
  })
  return problems.length > 0 ? problems : findDroppedInput(root, source)
}

function describe(error: TreeNode, source: string): ExpressionProblem {
  const from = error.from
  const text = source.slice(error.from, error.to)
  if (text.startsWith('"')) {
    return { message: 'Expected a closing quotation mark, but the text does not end.', from, to: source.length }
  }
  const found = text ? `but found “${shorten(text)}”` : describeEnd(source, from)
  return { message: `Expected ${describeExpected(error, source)}, ${found}.`, from, to: error.to }
}

function describeEnd(source: string, at: number): string {
  const rest = source.slice(at).trim()
  return rest ? `but found “${shorten(rest)}”` : 'but the expression ends there'
}

function describeExpected(error: TreeNode, source: string): string {
  const { parent } = error
  if (!parent || parent.type.isTop)
    return error.from === error.to ? 'an expression' : 'an operator or the end of the expression'
  const expected = EXPECTED[parent.name]
  if (typeof expected === 'string') return expected
  const keyword = expected?.find((word) => !parent.getChild(word))
  if (keyword) return `“${keyword}” in “${shorten(source.slice(parent.from, parent.to))}”`
  return error.from === error.to ? 'a value' : 'an operator or the end of the expression'
}

/** The expected texts in order, by the kind of the faulty node. */
const EXPECTED: Readonly<Record<string, string | readonly string[]>> = {
  IfExpression: ['then', 'else'],
  ForExpression: ['return'],
  QuantifiedExpression: ['satisfies'],
  InExpression: ['in'],
  List: [']'],
  FilterExpression: [']'],
  Context: ['}'],
  ContextEntry: 'a colon and a value after the key',
  ParenthesizedExpression: [')'],
  FunctionInvocation: [')'],
  DateTimeLiteral: [')'],
  FunctionDefinition: [')'],
  Interval: 'the end of the range',
  ArithmeticExpression: 'a value beside the operator',
  Comparison: 'a value beside the comparison',
  Conjunction: 'a condition beside “and”',
  Disjunction: 'a condition beside “or”',
  PathExpression: 'a name after the point',
  InstanceOfExpression: 'a type after “instance of”',
  Type: 'a type',
  AtLiteral: 'the text to stand right after @',
}

/** Finds text that the parser dropped: everything after the tree must be white space or comments. */
function findDroppedInput(root: TreeNode, source: string): ExpressionProblem[] {
  const end = root.lastChild?.to ?? 0
  const rest = source.slice(end)
  if (rest.trim() === '') return []
  const from = end + (rest.length - rest.trimStart().length)
  return [{ message: `Expected the expression to end, but found “${shorten(rest.trim())}”.`, from, to: source.length }]
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
