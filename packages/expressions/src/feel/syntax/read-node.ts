import { parseAt } from '../temporal/parse-temporal.ts'
import { ANY } from '../types/feel-type.ts'
import { parseNumber } from '../values/number.ts'
import { collapseName } from './names.ts'
import type { ArithmeticOperator, CompareOperator, FormalParameter, Iterator, NamedArgument, Node } from './node.ts'
import { childrenOf, getChild, type TreeNode } from './parse-tree.ts'
import { readString } from './read-literal.ts'
import { readType } from './read-type.ts'
import type { Reader } from './reader.ts'

/** Reads one expression of a tree without errors. */
export function readNode(node: TreeNode, reader: Reader): Node {
  const read = READERS[node.name]
  if (!read) throw new Error(`Expected an expression at ${node.from}, but found ${node.name}.`)
  return read(node, reader)
}

/** Returns the expressions among the children: every child that is no keyword, sign or operator. */
function operandsOf(node: TreeNode): TreeNode[] {
  return childrenOf(node).filter((child) => child.name in READERS)
}

function operand(node: TreeNode, index: number, reader: Reader): Node {
  const child = operandsOf(node).at(index)
  if (!child) throw new Error(`Expected operand ${index} of ${node.name} at ${node.from}, but there is none.`)
  return readNode(child, reader)
}

const READERS: Readonly<Record<string, (node: TreeNode, reader: Reader) => Node>> = {
  NumericLiteral: readNumber,
  StringLiteral: (node, reader) => ({ ...at(node), kind: 'literal', value: readString(reader.textOf(node)) }),
  BooleanLiteral: (node, reader) => ({ ...at(node), kind: 'literal', value: reader.textOf(node) === 'true' }),
  null: (node) => ({ ...at(node), kind: 'literal', value: null }),
  DateTimeLiteral: readDateTimeLiteral,
  VariableName: (node, reader) => ({ ...at(node), kind: 'name', name: readName(node, reader) }),
  SpecialFunctionName: (node, reader) => ({ ...at(node), kind: 'name', name: readName(node, reader) }),
  '?': (node) => ({ ...at(node), kind: 'input' }),
  ParenthesizedExpression: (node, reader) => operand(node, 0, reader),
  PositiveUnaryTest: (node, reader) => operand(node, 0, reader),
  SimplePositiveUnaryTest: readUnaryComparison,
  Interval: readInterval,
  List: (node, reader) => ({
    ...at(node),
    kind: 'list',
    items: operandsOf(node).map((item) => readNode(item, reader)),
  }),
  Context: (node, reader) => ({
    ...at(node),
    kind: 'context',
    entries: node.getChildren('ContextEntry').map((entry) => readEntry(entry, reader)),
  }),
  Conjunction: (node, reader) => readLogic('and', node, reader),
  Disjunction: (node, reader) => readLogic('or', node, reader),
  Comparison: readComparison,
  ArithmeticExpression: readArithmetic,
  InstanceOfExpression: (node, reader) => ({
    ...at(node),
    kind: 'instance of',
    value: operand(node, 0, reader),
    type: readType(getChild(node, 'Type'), reader),
  }),
  IfExpression: (node, reader) => ({
    ...at(node),
    kind: 'if',
    condition: operand(node, 0, reader),
    whenTrue: operand(node, 1, reader),
    whenFalse: operand(node, 2, reader),
  }),
  ForExpression: (node, reader) => ({
    ...at(node),
    kind: 'for',
    iterators: readIterators(node, reader),
    body: operand(node, 0, reader),
  }),
  QuantifiedExpression: (node, reader) => ({
    ...at(node),
    kind: node.getChild('some') ? 'some' : 'every',
    iterators: readIterators(node, reader),
    body: operand(node, 0, reader),
  }),
  PathExpression: (node, reader) => ({
    ...at(node),
    kind: 'path',
    target: operand(node, 0, reader),
    name: readName(getChild(node, 'PathName'), reader),
  }),
  FilterExpression: (node, reader) => ({
    ...at(node),
    kind: 'filter',
    target: operand(node, 0, reader),
    filter: operand(node, 1, reader),
  }),
  FunctionInvocation: (node, reader) => readCall(node, operand(node, 0, reader), reader),
  FunctionDefinition: readFunction,
}

function at(node: TreeNode): { from: number; to: number } {
  return { from: node.from, to: node.to }
}

function readName(node: TreeNode, reader: Reader): string {
  const text = reader.textOf(node)
  return text.startsWith('`') ? text.slice(1, -1) : collapseName(text)
}

function readNumber(node: TreeNode, reader: Reader): Node {
  const value = parseNumber(reader.textOf(node).replace(/\s+/g, ''))
  if (value === null) reader.report(node, 'Expected a number below 1e6145, but this one is larger.')
  return { ...at(node), kind: 'literal', value }
}

function readDateTimeLiteral(node: TreeNode, reader: Reader): Node {
  const literal = node.getChild('AtLiteral')
  if (!literal) {
    const name = getChild(node, 'DateTimeConstructor')
    return readCall(node, { ...at(name), kind: 'name', name: readName(name, reader) }, reader)
  }
  const text = readString(reader.textOf(getChild(literal, 'StringLiteral')))
  const value = parseAt(text)
  if (value === null) {
    reader.report(node, `Expected a date, time, date and time or duration after @, but “${text}” is none.`)
  }
  return { ...at(node), kind: 'literal', value }
}

/**
 * Returns the grammar reads `> 1 and y` as `> (1 and y)`. No comparison has a condition for its endpoint, so the sign
 * belongs to the first operand only.
 */
function readUnaryComparison(node: TreeNode, reader: Reader): Node {
  const interval = node.getChild('Interval')
  if (interval) return readInterval(interval, reader)
  const operator = readOperator(node, reader)
  return bindFirst(operand(node, 0, reader), (endpoint) => ({
    from: node.from,
    to: endpoint.to,
    kind: 'unary comparison',
    operator,
    endpoint,
  }))
}

function bindFirst(node: Node, bind: (first: Node) => Node): Node {
  if (node.kind !== 'and' && node.kind !== 'or') return bind(node)
  // A left side in parentheses begins behind its parenthesis, and is one test.
  const left = node.left.from === node.from ? bindFirst(node.left, bind) : bind(node.left)
  return { ...node, from: left.from, left }
}

function readOperator(node: TreeNode, reader: Reader): CompareOperator {
  return reader.textOf(getChild(node, 'CompareOp')) as CompareOperator
}

function readInterval(node: TreeNode, reader: Reader): Node {
  const text = reader.textOf(node)
  return {
    ...at(node),
    kind: 'interval',
    start: operand(node, 0, reader),
    end: operand(node, 1, reader),
    includes: { start: text.startsWith('['), end: text.endsWith(']') },
  }
}

function readEntry(node: TreeNode, reader: Reader): NamedArgument {
  const key = getChild(node, 'Key')
  const text = reader.textOf(key)
  const name = key.getChild('StringLiteral') ? readString(text) : collapseName(text)
  return { ...at(node), name, value: operand(node, 0, reader) }
}

function readLogic(kind: 'and' | 'or', node: TreeNode, reader: Reader): Node {
  return { ...at(node), kind, left: operand(node, 0, reader), right: operand(node, 1, reader) }
}

function readComparison(node: TreeNode, reader: Reader): Node {
  if (node.getChild('between')) {
    const [value, low, high] = [operand(node, 0, reader), operand(node, 1, reader), operand(node, 2, reader)]
    return { ...at(node), kind: 'between', value, low, high }
  }
  if (node.getChild('in')) return readIn(node, reader)
  const operator = readOperator(node, reader)
  return { ...at(node), kind: 'comparison', operator, left: operand(node, 0, reader), right: operand(node, 1, reader) }
}

function readIn(node: TreeNode, reader: Reader): Node {
  const value = operand(node, 0, reader)
  const list = node.getChild('PositiveUnaryTests')
  if (list) {
    const tests = list.getChildren('PositiveUnaryTest').map((test) => readNode(test, reader))
    return { ...at(node), kind: 'in', value, tests }
  }
  const test = operand(node, 1, reader)
  const bind = (first: Node): Node => ({ from: node.from, to: first.to, kind: 'in', value, tests: [first] })
  return isOpen(getChild(node, 'PositiveUnaryTest')) ? bindFirst(test, bind) : bind(test)
}

/**
 * Returns whether “and” or “or” can follow the test itself, because no parentheses are around them: `in` binds as tightly
 * as a comparison (DMN 1.5, 10.3.1.2), so `n in [1..3] or n in [5..6]` asks two questions.
 */
function isOpen(test: TreeNode): boolean {
  const first = childrenOf(test)[0]
  if (first?.name === 'Conjunction' || first?.name === 'Disjunction') return true
  return first?.name === 'SimplePositiveUnaryTest' && !first.getChild('Interval')
}

function readArithmetic(node: TreeNode, reader: Reader): Node {
  const sign = reader.textOf(getChild(node, 'ArithOp'))
  const operator = (sign === '^' ? '**' : sign) as ArithmeticOperator
  if (operandsOf(node).length > 1) {
    return {
      ...at(node),
      kind: 'arithmetic',
      operator,
      left: operand(node, 0, reader),
      right: operand(node, 1, reader),
    }
  }
  if (operator === '+') reader.report(node, 'Expected a value before “+”, but there is none.')
  return { ...at(node), kind: 'negation', operand: operand(node, 0, reader) }
}

function readIterators(node: TreeNode, reader: Reader): Iterator[] {
  return getChild(node, 'InExpressions')
    .getChildren('InExpression')
    .map((iterator) => {
      const name = readName(getChild(iterator, 'Name'), reader)
      const context = getChild(iterator, 'IterationContext')
      const end = operandsOf(context).length > 1 ? operand(context, 1, reader) : null
      return { ...at(iterator), name, domain: operand(context, 0, reader), end }
    })
}

function readCall(node: TreeNode, callee: Node, reader: Reader): Node {
  const named = node.getChild('NamedParameters')
  if (named) return { ...at(node), kind: 'named call', callee, args: readNamedArguments(named, reader) }
  const args = operandsOf(getChild(node, 'PositionalParameters')).map((argument) => readNode(argument, reader))
  return { ...at(node), kind: 'call', callee, args }
}

function readNamedArguments(node: TreeNode, reader: Reader): NamedArgument[] {
  return node.getChildren('NamedParameter').map((argument) => ({
    ...at(argument),
    name: readName(getChild(argument, 'ParameterName'), reader),
    value: operand(argument, 0, reader),
  }))
}

function readFunction(node: TreeNode, reader: Reader): Node {
  const parameters = getChild(node, 'FormalParameters')
    .getChildren('FormalParameter')
    .map((parameter): FormalParameter => {
      const type = parameter.getChild('Type')
      const name = readName(getChild(parameter, 'ParameterName'), reader)
      return { ...at(parameter), name, type: type ? readType(type, reader) : ANY }
    })
  const body = operand(getChild(node, 'FunctionBody'), 0, reader)
  return { ...at(node), kind: node.getChild('external') ? 'external function' : 'function', parameters, body }
}
