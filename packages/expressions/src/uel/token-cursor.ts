import type { Token } from './read-tokens.ts'
import { SyntaxFault } from './syntax.ts'

/** The current position in the tokens of one expression. */
export interface Cursor {
  readonly tokens: readonly Token[]
  index: number
  depth: number
}

export function peek(cursor: Cursor): Token {
  return cursor.tokens[Math.min(cursor.index, cursor.tokens.length - 1)]!
}

export function previous(cursor: Cursor): Token {
  return cursor.tokens[cursor.index - 1]!
}

export function take(cursor: Cursor): Token {
  const token = peek(cursor)
  cursor.index += 1
  return token
}

export function accept(cursor: Cursor, symbol: string): boolean {
  const isNext = isSymbol(peek(cursor), symbol)
  if (isNext) cursor.index += 1
  return isNext
}

export function expect(cursor: Cursor, symbol: string): Token {
  const token = take(cursor)
  if (!isSymbol(token, symbol)) throw unexpected(token, symbol)
  return token
}

export function isSymbol(token: Token | undefined, symbol: string): boolean {
  return token !== undefined && token.kind === 'symbol' && token.symbol === symbol
}

export function unexpected(token: Token, wanted: string): SyntaxFault {
  const found = token.kind === 'end' ? 'the text ends' : `found ${token.text}`
  return new SyntaxFault(`Expected ${wanted}, but ${found}.`, token)
}

export function isWord(token: Token): boolean {
  return token.kind === 'name' || (token.kind === 'symbol' && /^\p{L}/u.test(token.text))
}
