import { type Span, SyntaxFault } from './syntax.ts'

export type Token = Span & { readonly text: string } & (
    | { readonly kind: 'number'; readonly value: number | bigint }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'name' }
    | { readonly kind: 'symbol'; readonly symbol: string }
    | { readonly kind: 'end' }
  )

/**
 * Reads the tokens of a `${…}` from the offset after its opening brace to its closing brace (the last token, `}`).
 *
 * @throws SyntaxFault on a character, escape or string that JUEL's scanner also refuses.
 */
export function readTokens(source: string, from: number): Token[] {
  const tokens: Token[] = []
  let position = from
  for (;;) {
    position = skipWhitespace(source, position)
    const token = readToken(source, position)
    tokens.push(token)
    if (token.kind === 'end' || (token.kind === 'symbol' && token.symbol === '}')) return tokens
    position = token.to
  }
}

const whitespace = /\s*/y
const numeral = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const identifier = /[\p{L}\p{Nl}\p{Sc}\p{Pc}][\p{L}\p{Nl}\p{Sc}\p{Pc}\p{Nd}\p{Mn}\p{Mc}]*/uy
const symbols = /==|!=|<=|>=|&&|\|\||[-+*/%?:[\](),.!<>}]/y

/** Words that stand for an operator or a literal (EL 2.2, clause 1.14). */
const wordSymbols: ReadonlyMap<string, string> = new Map([
  ['div', '/'],
  ['mod', '%'],
  ['not', '!'],
  ['and', '&&'],
  ['or', '||'],
  ['le', '<='],
  ['lt', '<'],
  ['eq', '=='],
  ['ne', '!='],
  ['ge', '>='],
  ['gt', '>'],
  ['empty', 'empty'],
  ['null', 'null'],
  ['true', 'true'],
  ['false', 'false'],
  ['instanceof', 'instanceof'],
])

function skipWhitespace(source: string, position: number): number {
  whitespace.lastIndex = position
  whitespace.test(source)
  return whitespace.lastIndex
}

function readToken(source: string, from: number): Token {
  if (from >= source.length) return { kind: 'end', text: '', from, to: from }
  const first = source[from]
  if (first === '"' || first === "'") return readString(source, from)
  const number = match(numeral, source, from)
  if (number !== undefined)
    return { kind: 'number', text: number, value: toNumber(number), from, to: from + number.length }
  const name = match(identifier, source, from)
  if (name !== undefined) {
    const symbol = wordSymbols.get(name)
    const span = { text: name, from, to: from + name.length }
    return symbol === undefined ? { kind: 'name', ...span } : { kind: 'symbol', symbol, ...span }
  }
  const symbol = match(symbols, source, from)
  if (symbol !== undefined) return { kind: 'symbol', symbol, text: symbol, from, to: from + symbol.length }
  throw new SyntaxFault(`Expected an expression, but ${JSON.stringify(first)} means nothing here.`, {
    from,
    to: from + 1,
  })
}

function match(pattern: RegExp, source: string, from: number): string | undefined {
  pattern.lastIndex = from
  return pattern.exec(source)?.[0]
}

function toNumber(text: string): number | bigint {
  const number = Number(text)
  return /^\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number
}

function readString(source: string, from: number): Token {
  const quote = source[from]
  let value = ''
  let position = from + 1
  while (position < source.length) {
    const character = source[position]
    if (character === quote) {
      const to = position + 1
      return { kind: 'string', value, text: source.slice(from, to), from, to }
    }
    if (character === '\\') {
      const escaped = source[position + 1]
      if (escaped !== '\\' && escaped !== quote) {
        const message = `Expected \\\\ or \\${quote} in a string, but found \\${escaped ?? ''}.`
        throw new SyntaxFault(message, { from: position, to: Math.min(position + 2, source.length) })
      }
      value += escaped
      position += 2
    } else {
      value += character
      position += 1
    }
  }
  throw new SyntaxFault(`Expected the string to end with ${quote}, but the text ends before.`, {
    from,
    to: source.length,
  })
}
