import { readTokens, type Token } from './read-tokens.ts'
import { type BinaryOperator, type Node, type Span, SyntaxFault, type UnaryOperator } from './syntax.ts'
import { accept, type Cursor, expect, isSymbol, isWord, peek, previous, take, unexpected } from './token-cursor.ts'

/** Longest source, deepest nesting and highest tree (`a + b + c` grows by one with each term) that are read. */
const maximumLength = 1_000_000
const maximumDepth = 200
const maximumHeight = 1000

/**
 * Parses a text with `${…}` and `#{…}` (EL 2.2, clause 1.19). A text that is one expression, white space around it
 * aside, becomes that expression; anything else a composite, whose value is text.
 * @throws SyntaxFault with the offsets of the fault.
 */
export function parseUel(source: string): Node {
  if (source.length > maximumLength) {
    const message = `Expected at most ${maximumLength} characters in an expression, but it has ${source.length}.`
    throw new SyntaxFault(message, { from: maximumLength, to: source.length })
  }
  const { texts, expressions } = readParts(source)
  const [only] = expressions
  if (only === undefined) return texts[0] ?? textNode('', 0, 0)
  if (expressions.length === 1 && texts.every((text) => source.slice(text.from, text.to).trim() === '')) return only
  const parts = [...texts, ...expressions].sort((one, other) => one.from - other.from)
  const span = { from: 0, to: source.length }
  return { kind: 'composite', parts, height: heightOver(parts, span), ...span }
}

/** Returns whether a text contains `${…}` or `#{…}`. `\${` is text. */
export function isUel(text: string): boolean {
  return nextExpression(text, 0) !== undefined
}

/** A piece of a text with expressions: text without its escapes, or an expression with its braces. */
export interface UelPiece {
  readonly isExpression: boolean
  readonly text: string
}

/** Splits a text into its pieces, in order. Null for a text with an invalid expression. */
export function splitUel(source: string): UelPiece[] | null {
  const pieces: UelPiece[] = []
  try {
    for (let position = 0; position < source.length; ) {
      const start = nextExpression(source, position) ?? source.length
      if (start > position)
        pieces.push({ isExpression: false, text: source.slice(position, start).replace(/\\([$#]\{)/g, '$1') })
      if (start === source.length) break
      const { end } = readExpression(source, start)
      pieces.push({ isExpression: true, text: source.slice(start, end) })
      position = end
    }
  } catch (error) {
    if (error instanceof SyntaxFault) return null
    throw error
  }
  return pieces
}

function readParts(source: string): { texts: Node[]; expressions: Node[] } {
  const texts: Node[] = []
  const expressions: Node[] = []
  let position = 0
  while (position < source.length) {
    const start = nextExpression(source, position) ?? source.length
    if (start > position) {
      texts.push(textNode(source.slice(position, start).replace(/\\([$#]\{)/g, '$1'), position, start))
    }
    if (start === source.length) break
    const { node, end } = readExpression(source, start)
    expressions.push(node)
    position = end
  }
  return { texts, expressions }
}

function textNode(value: string, from: number, to: number): Node {
  return { kind: 'literal', value, height: 1, from, to }
}

function nextExpression(source: string, from: number): number | undefined {
  const opening = /[$#]\{/g
  opening.lastIndex = from
  for (let found = opening.exec(source); found !== null; found = opening.exec(source)) {
    if (found.index === from || source[found.index - 1] !== '\\') return found.index
  }
  return undefined
}

function readExpression(source: string, start: number): { node: Node; end: number } {
  const cursor: Cursor = { tokens: readTokens(source, start + 2), index: 0, depth: 0 }
  const node = parseExpression(cursor, 0)
  const close = peek(cursor)
  if (close.kind !== 'symbol' || close.symbol !== '}') throw unexpected(close, 'an operator or }')
  return { node, end: close.to }
}

/** Binding powers, weakest first (EL 2.2, clause 1.19: operator precedence). */
const bindingPower: ReadonlyMap<string, number> = new Map([
  ['?', 1],
  ['||', 2],
  ['&&', 3],
  ['==', 4],
  ['!=', 4],
  ['<', 5],
  ['>', 5],
  ['<=', 5],
  ['>=', 5],
  ['+', 6],
  ['-', 6],
  ['*', 7],
  ['/', 7],
  ['%', 7],
])

function parseExpression(cursor: Cursor, weakest: number): Node {
  cursor.depth += 1
  if (cursor.depth > maximumDepth) throw tooDeep(peek(cursor), maximumDepth)
  let left = parseUnary(cursor)
  for (;;) {
    const token = peek(cursor)
    const power = token.kind === 'symbol' ? bindingPower.get(token.symbol) : undefined
    if (token.kind !== 'symbol' || power === undefined || power <= weakest) break
    cursor.index += 1
    left = power === 1 ? parseChoice(cursor, left) : parseRight(cursor, left, token.symbol as BinaryOperator, power)
  }
  cursor.depth -= 1
  return left
}

function parseChoice(cursor: Cursor, test: Node): Node {
  const yes = parseExpression(cursor, 0)
  expect(cursor, ':')
  const no = parseExpression(cursor, 0)
  const span = { from: test.from, to: no.to }
  return { kind: 'choice', test, yes, no, height: heightOver([test, yes, no], span), ...span }
}

function parseRight(cursor: Cursor, left: Node, operator: BinaryOperator, power: number): Node {
  const right = parseExpression(cursor, power)
  const span = { from: left.from, to: right.to }
  return { kind: 'binary', operator, left, right, height: heightOver([left, right], span), ...span }
}

const unaryOperators: ReadonlySet<string> = new Set(['-', '!', 'empty'])

function parseUnary(cursor: Cursor): Node {
  const operators: (Token & { symbol: UnaryOperator })[] = []
  for (let token = peek(cursor); isUnary(token); token = peek(cursor)) {
    operators.push(token)
    cursor.index += 1
  }
  let node = parsePostfix(cursor)
  for (const { symbol: operator, from } of operators.reverse()) {
    const span = { from, to: node.to }
    node = { kind: 'unary', operator, operand: node, height: heightOver([node], span), ...span }
  }
  return node
}

function isUnary(token: Token): token is Token & { symbol: UnaryOperator } {
  return token.kind === 'symbol' && unaryOperators.has(token.symbol)
}

function parsePostfix(cursor: Cursor): Node {
  let node = parsePrimary(cursor)
  for (;;) {
    const key = parseKey(cursor)
    if (key === undefined) return node
    const { from } = node
    if (isSymbol(peek(cursor), '(')) {
      const { args, to } = parseArguments(cursor)
      const height = heightOver([node, key, ...args], { from, to })
      node = { kind: 'call', base: node, method: key, args, height, from, to }
    } else {
      const to = previous(cursor).to
      node = { kind: 'property', base: node, key, height: heightOver([node, key], { from, to }), from, to }
    }
  }
}

function parseKey(cursor: Cursor): Node | undefined {
  if (accept(cursor, '.')) {
    const name = take(cursor)
    if (!isWord(name)) throw unexpected(name, 'the name of a property or method')
    return { kind: 'literal', value: name.text, height: 1, from: name.from, to: name.to }
  }
  if (accept(cursor, '[')) {
    const key = parseExpression(cursor, 0)
    expect(cursor, ']')
    return key
  }
  return undefined
}

function parsePrimary(cursor: Cursor): Node {
  const token = take(cursor)
  const { from, to } = token
  if (token.kind === 'number' || token.kind === 'string')
    return { kind: 'literal', value: token.value, height: 1, from, to }
  if (token.kind === 'name') return parseNameOrFunction(cursor, token)
  if (token.kind === 'symbol') {
    if (token.symbol === 'true' || token.symbol === 'false') {
      return { kind: 'literal', value: token.symbol === 'true', height: 1, from, to }
    }
    if (token.symbol === 'null') return { kind: 'literal', value: null, height: 1, from, to }
    if (token.symbol === '(') {
      const inner = parseExpression(cursor, 0)
      expect(cursor, ')')
      return inner
    }
  }
  throw unexpected(token, 'a value, a name or (')
}

function parseNameOrFunction(cursor: Cursor, token: Token): Node {
  let name = token.text
  const [colon, local, open] = [0, 1, 2].map((ahead) => cursor.tokens[cursor.index + ahead])
  if (isSymbol(colon, ':') && isFunctionName(local, name) && isSymbol(open, '(')) {
    name += `:${local.text}`
    cursor.index += 2
  }
  if (!isSymbol(peek(cursor), '(')) return { kind: 'name', name, height: 1, from: token.from, to: token.to }
  const { args, to } = parseArguments(cursor)
  const height = heightOver(args, { from: token.from, to })
  return { kind: 'function', name, args, height, from: token.from, to }
}

const variableNamespaces: ReadonlySet<string> = new Set(['variables', 'vars', 'var'])

/** `vars:empty(x)` and `vars:eq(x, 1)` are functions though `empty` and `eq` are words of the language. */
function isFunctionName(token: Token | undefined, namespace: string): token is Token {
  return token !== undefined && (token.kind === 'name' || (isWord(token) && variableNamespaces.has(namespace)))
}

function parseArguments(cursor: Cursor): { args: Node[]; to: number } {
  expect(cursor, '(')
  const args: Node[] = []
  if (!isSymbol(peek(cursor), ')')) {
    do args.push(parseExpression(cursor, 0))
    while (accept(cursor, ','))
  }
  return { args, to: expect(cursor, ')').to }
}

function heightOver(nodes: readonly Node[], span: Span): number {
  let height = 0
  for (const node of nodes) height = Math.max(height, node.height)
  if (height >= maximumHeight) throw tooDeep(span, maximumHeight)
  return height + 1
}

function tooDeep(span: Span, most: number): SyntaxFault {
  return new SyntaxFault(`Expected at most ${most} levels in an expression, but it goes deeper.`, span)
}
