/** The types of columns that the simple editor of a cell supports. */
export type SimpleType = 'number' | 'string' | 'boolean' | 'date'

export type Comparison = '=' | '<' | '<=' | '>' | '>='

/** A condition that users create without writing FEEL. Texts have no quotes. */
export type SimpleTest =
  | { readonly kind: 'any' }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly value: string }
  | {
      readonly kind: 'range'
      readonly low: string
      readonly high: string
      readonly hasLow: boolean
      readonly hasHigh: boolean
    }
  | { readonly kind: 'values'; readonly values: readonly string[]; readonly isNegated: boolean }

const types: Readonly<Record<string, SimpleType>> = {
  string: 'string',
  boolean: 'boolean',
  number: 'number',
  integer: 'number',
  long: 'number',
  double: 'number',
  date: 'date',
}

/** Returns the type of a column for the simple editor; null for types that are only written in FEEL. */
export function simpleTypeOf(typeRef: string): SimpleType | null {
  return types[typeRef] ?? null
}

/** Reads a condition; null when it is too complex for the simple editor. */
export function readSimpleTest(text: string, type: SimpleType): SimpleTest | null {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === '-') return { kind: 'any' }
  if (type === 'boolean') return trimmed === 'true' || trimmed === 'false' ? valuesOf([trimmed]) : null
  if (type === 'string') return readTexts(trimmed)
  return readRange(trimmed, type) ?? readComparison(trimmed, type)
}

function valuesOf(values: readonly string[], isNegated = false): SimpleTest {
  return { kind: 'values', values, isNegated }
}

function readTexts(text: string): SimpleTest | null {
  const isNegated = text.startsWith('not(') && text.endsWith(')')
  const values = readList(isNegated ? text.slice(4, -1) : text)
  return values === null ? null : valuesOf(values, isNegated)
}

/** Texts in quotes beside each other, without escapes; null for anything else. */
function readList(text: string): readonly string[] | null {
  const values: string[] = []
  for (let at = 0; ; ) {
    while (text[at] === ' ') at++
    const end = text[at] === '"' ? text.indexOf('"', at + 1) : -1
    if (end < 0) return null
    values.push(text.slice(at + 1, end))
    at = end + 1
    while (text[at] === ' ') at++
    if (at === text.length) return values.some((value) => value.includes('\\')) ? null : values
    if (text[at] !== ',') return null
    at++
  }
}

function readRange(text: string, type: SimpleType): SimpleTest | null {
  const [first = '', last = ''] = [text[0], text.at(-1)]
  const middle = text.indexOf('..')
  if (!'[]('.includes(first) || !'[])'.includes(last) || middle < 0) return null
  const low = readValue(text.slice(1, middle), type)
  const high = readValue(text.slice(middle + 2, -1), type)
  if (low === null || high === null) return null
  return { kind: 'range', low, high, hasLow: first === '[', hasHigh: last === ']' }
}

function readComparison(text: string, type: SimpleType): SimpleTest | null {
  const operator = /^(?:<=|>=|<|>|=)/.exec(text)?.[0] ?? ''
  const value = readValue(text.slice(operator.length), type)
  return value === null ? null : { kind: 'compare', operator: (operator || '=') as Comparison, value }
}

function readValue(text: string, type: SimpleType): string | null {
  const trimmed = text.trim()
  if (type === 'number') return isNumber(trimmed) ? trimmed : null
  return /^date(?: and time)?\("([^"\\]*)"\)$/.exec(trimmed)?.[1] ?? null
}

function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text)
}

/** Writes a condition as FEEL. A value that is not a number is written unchanged, so that the check reports it. */
export function writeSimpleTest(test: SimpleTest, type: SimpleType): string {
  switch (test.kind) {
    case 'any':
      return ''
    case 'compare':
      if (test.value === '') return ''
      return test.operator === '=' ? writeValue(test.value, type) : `${test.operator} ${writeValue(test.value, type)}`
    case 'range': {
      // A range that has one end so far is not any value.
      if (test.low === '' || test.high === '') return writeHalf(test, type)
      const [low, high] = [writeValue(test.low, type), writeValue(test.high, type)]
      return `${test.hasLow ? '[' : ']'}${low}..${high}${test.hasHigh ? ']' : '['}`
    }
    case 'values': {
      const values = test.values.map((value) => writeValue(value, type)).join(', ')
      return values === '' ? '' : test.isNegated ? `not(${values})` : values
    }
  }
}

function writeHalf({ low, high, hasLow, hasHigh }: Extract<SimpleTest, { kind: 'range' }>, type: SimpleType): string {
  if (low !== '') return `${hasLow ? '>=' : '>'} ${writeValue(low, type)}`
  return high === '' ? '' : `${hasHigh ? '<=' : '<'} ${writeValue(high, type)}`
}

/** Writes a value of a type as FEEL. */
export function writeValue(value: string, type: SimpleType): string {
  if (value === '') return ''
  if (type === 'string') return JSON.stringify(value)
  if (type === 'date') return value.includes('T') ? `date and time("${value}")` : `date("${value}")`
  return value.trim()
}

/**
 * Reads a single value, such as that of an output: a text without its quotes; null when the text is another FEEL
 * expression.
 */
export function readSimpleValue(text: string, type: SimpleType): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  if (type === 'string') {
    const values = readList(trimmed)
    return values?.length === 1 ? (values[0] ?? null) : null
  }
  if (type === 'boolean') return trimmed === 'true' || trimmed === 'false' ? trimmed : null
  return readValue(trimmed, type)
}

/** Returns the allowed texts of a column; null when it has no allowed values, or values other than texts. */
export function readChoices(allowed: string): readonly string[] | null {
  return allowed.trim() === '' ? null : readList(allowed.trim())
}
