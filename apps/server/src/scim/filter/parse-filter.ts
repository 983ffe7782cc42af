import { invalid } from '../scim-error.ts'

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'

/** A filter (RFC 7644, section 3.4.2.2). Paths are lower case, without the names of schemas. */
export type Filter =
  | { readonly kind: 'compare'; readonly path: string; readonly operator: Comparison; readonly value: FilterValue }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  /** `emails[type eq "work"]`: one of several values meets the filter. */
  | { readonly kind: 'some'; readonly path: string; readonly filter: Filter }

export type FilterValue = string | number | boolean | null

const comparisons: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'])
/** Characters of a filter, and parts of one. */
const most = { length: 10_000, parts: 200 } as const

interface Token {
  readonly kind: 'word' | 'text' | '(' | ')' | '[' | ']'
  readonly text: string
}

/** Parses a filter. @throws ScimError `invalidFilter`. */
export function parseFilter(text: string): Filter {
  const reader = new FilterReader(tokenize(text))
  const filter = reader.readOr()
  reader.end()
  return filter
}

function tokenize(text: string): Token[] {
  if (text.length > most.length) throw fault(`Expected a filter of at most ${most.length} characters.`)
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === ' ' || char === '\t') at++
    else if (char === '(' || char === ')' || char === '[' || char === ']') {
      tokens.push({ kind: char, text: char })
      at++
    } else if (char === '"') {
      const end = endOfText(text, at)
      tokens.push({ kind: 'text', text: readText(text.slice(at, end)) })
      at = end
    } else {
      let end = at
      while (end < text.length && !' \t()[]"'.includes(text[end] ?? ' ')) end++
      tokens.push({ kind: 'word', text: text.slice(at, end) })
      at = end
    }
  }
  return tokens
}

/** Returns the position after a text that begins at a quotation mark. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  throw fault('Expected a quotation mark at the end of a value.')
}

function readText(written: string): string {
  try {
    return JSON.parse(written) as string
  } catch {
    throw fault(`Expected a value in quotation marks as JSON writes it, but it is ${written}.`)
  }
}

class FilterReader {
  readonly #tokens: readonly Token[]
  #at = 0
  #parts = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  end(): void {
    const token = this.#tokens[this.#at]
    if (token !== undefined) throw fault(`Expected the end of the filter, but it goes on with “${token.text}”.`)
  }

  readOr(): Filter {
    const parts = [this.#readAnd()]
    while (this.#takeWord('or')) parts.push(this.#readAnd())
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'or', parts }
  }

  #readAnd(): Filter {
    const parts = [this.#readOne()]
    while (this.#takeWord('and')) parts.push(this.#readOne())
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'and', parts }
  }

  #readOne(): Filter {
    this.#parts++
    if (this.#parts > most.parts) throw fault(`Expected a filter of at most ${most.parts} conditions.`)
    if (this.#takeWord('not')) {
      this.#expect('(')
      return { kind: 'not', part: this.#readClosed(')') }
    }
    if (this.#take('(')) return this.#readClosed(')')
    const path = readPath(this.#expect('word').text)
    if (this.#take('[')) {
      const filter = this.#readClosed(']')
      return { kind: 'some', path, filter }
    }
    const operator = this.#expect('word').text.toLowerCase()
    if (operator === 'pr') return { kind: 'present', path }
    if (!comparisons.has(operator)) throw fault(`Expected an operator such as eq, but there is “${operator}”.`)
    return { kind: 'compare', path, operator: operator as Comparison, value: this.#readValue() }
  }

  #readClosed(end: ')' | ']'): Filter {
    const filter = this.readOr()
    this.#expect(end)
    return filter
  }

  #readValue(): FilterValue {
    const token = this.#tokens[this.#at++]
    if (token?.kind === 'text') return token.text
    const word = token?.kind === 'word' ? token.text.toLowerCase() : ''
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(word)) return Number(word)
    throw fault('Expected a value in quotation marks, a number, true, false or null.')
  }

  #takeWord(word: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'word' || token.text.toLowerCase() !== word) return false
    this.#at++
    return true
  }

  #take(kind: Token['kind']): boolean {
    if (this.#tokens[this.#at]?.kind !== kind) return false
    this.#at++
    return true
  }

  #expect(kind: Token['kind']): Token {
    const token = this.#tokens[this.#at++]
    if (token?.kind === kind) return token
    const expected = kind === 'word' ? 'an attribute' : `“${kind}”`
    throw fault(`Expected ${expected} in the filter, but there is “${token?.text ?? 'its end'}”.`)
  }
}

/** Returns a path in lower case, without the name of a schema before it. */
export function readPath(text: string): string {
  const colon = text.lastIndexOf(':')
  // `urn:…:2.0:User:userName`, and not the dot of the version before the last colon.
  return text.slice(colon + 1).toLowerCase()
}

function fault(detail: string) {
  return invalid('invalidFilter', detail)
}
