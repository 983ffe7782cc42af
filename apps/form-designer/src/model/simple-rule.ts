import type { FieldType } from '@millrace/forms'
import { isDateValue } from '../../../web/src/components/day-input/day-text.ts'

/** A condition as comparisons that users choose instead of writing them. */
export interface SimpleRule {
  /** Whether all of them have to hold, or any. */
  readonly join: 'and' | 'or'
  readonly tests: readonly SimpleTest[]
}

export interface SimpleTest {
  /** The key of a field. */
  readonly name: string
  readonly operator: Operator
  /** As it is typed or chosen; empty for operators that compare with nothing. */
  readonly value: string
  readonly kind: ValueKind
}

/** The notation of a value in FEEL. */
export type ValueKind = 'text' | 'number' | 'flag' | 'day'

export type Operator =
  | 'is'
  | 'isNot'
  | 'less'
  | 'atMost'
  | 'more'
  | 'atLeast'
  | 'contains'
  | 'includes'
  | 'filled'
  | 'empty'

const ordered = ['is', 'isNot', 'less', 'atMost', 'more', 'atLeast', 'filled', 'empty'] as const
const looks: Readonly<Partial<Record<FieldType, { kind: ValueKind; operators: readonly Operator[] }>>> = {
  number: { kind: 'number', operators: ordered },
  currency: { kind: 'number', operators: ordered },
  slider: { kind: 'number', operators: ordered },
  rating: { kind: 'number', operators: ordered },
  date: { kind: 'day', operators: ordered },
  checkbox: { kind: 'flag', operators: ['is'] },
  'multi-select': { kind: 'text', operators: ['includes', 'filled', 'empty'] },
  'check-list': { kind: 'text', operators: ['includes', 'filled', 'empty'] },
  tags: { kind: 'text', operators: ['includes', 'filled', 'empty'] },
  select: { kind: 'text', operators: ['is', 'isNot', 'filled', 'empty'] },
  radio: { kind: 'text', operators: ['is', 'isNot', 'filled', 'empty'] },
}
const texts: ReadonlySet<string> = new Set([
  'text',
  'textarea',
  'email',
  'url',
  'phone',
  'masked',
  'computed',
  'hidden',
])

/** Returns the kind of values of a field type, and the operators for it. */
export function listOperators(type: FieldType): { kind: ValueKind; operators: readonly Operator[] } {
  const found = looks[type]
  if (found !== undefined) return found
  return texts.has(type)
    ? { kind: 'text', operators: ['is', 'isNot', 'contains', 'filled', 'empty'] }
    : { kind: 'text', operators: ['filled', 'empty'] }
}

/** Returns whether an operator compares the field with a value. */
export function hasValue(operator: Operator): boolean {
  return operator !== 'filled' && operator !== 'empty'
}

/** Returns whether FEEL can read a key as a name without further marks. */
export function isPlainName(key: string): boolean {
  return /^[A-Za-z_]\w*$/.test(key) && !reserved.has(key)
}

const reserved: ReadonlySet<string> = new Set(
  'and or not true false null if then else for in return some every satisfies between instance of function'.split(' '),
)

/** Returns a rule as FEEL without a leading `=`. Null while a value is missing or has the wrong kind. */
export function printRule({ join, tests }: SimpleRule): string | null {
  const parts = tests.map(printTest)
  return parts.length === 0 || parts.includes(null) ? null : parts.join(` ${join} `)
}

/** Returns the comparisons of a FEEL expression; null when the expression contains anything else. */
export function parseRule(text: string): SimpleRule | null {
  const { parts, joins } = split(text)
  const [join = 'and'] = joins
  if (joins.some((one) => one !== join)) return null
  const tests = parts.map(parseTest)
  const known = tests.filter((test) => test !== null)
  return known.length === tests.length ? { join, tests: known } : null
}

const signs = { is: '=', isNot: '!=', less: '<', atMost: '<=', more: '>', atLeast: '>=' } as const

function printTest({ name, operator, value, kind }: SimpleTest): string | null {
  if (operator === 'filled') return `${name} != null`
  if (operator === 'empty') return `${name} = null`
  const literal = printValue(value, kind)
  if (literal === null) return null
  if (operator === 'contains') return `contains(${name}, ${literal})`
  if (operator === 'includes') return `list contains(${name}, ${literal})`
  return `${name} ${signs[operator]} ${literal}`
}

function printValue(value: string, kind: ValueKind): string | null {
  if (kind === 'number') return /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? value.trim() : null
  if (kind === 'day') return value !== '' && isDateValue(value, 'day') ? `date("${value}")` : null
  if (kind === 'flag') return value === 'true' || value === 'false' ? value : null
  return value === '' ? null : JSON.stringify(value)
}

/** At `and` and `or` outside of texts. */
function split(text: string): { parts: string[]; joins: ('and' | 'or')[] } {
  const parts: string[] = []
  const joins: ('and' | 'or')[] = []
  let part = ''
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\(?:.|$))*(?:"|$)|(?<!\s)\s+(?:and|or)\s+|./gs)) {
    const join = token.trim()
    if (token.length > join.length && (join === 'and' || join === 'or')) {
      parts.push(part.trim())
      joins.push(join)
      part = ''
    } else part += token
  }
  return { parts: [...parts, part.trim()], joins }
}

function parseTest(text: string): SimpleTest | null {
  const call = /^(list contains|contains)\(\s*(\w+)\s*,([\s\S]+)\)$/.exec(text)
  if (call !== null) {
    const [, operator, name = '', literal = ''] = call
    const value = parseValue(literal.trim())
    if (value === null || value.kind !== 'text' || !isPlainName(name)) return null
    return { name, operator: operator === 'contains' ? 'contains' : 'includes', ...value }
  }
  const [, name = '', sign = '', literal = ''] = /^(\w+)\s*(!=|<=|>=|=|<|>)\s*([\s\S]+)$/.exec(text) ?? []
  if (!isPlainName(name)) return null
  if (literal === 'null')
    return sign === '=' || sign === '!='
      ? { name, operator: sign === '=' ? 'empty' : 'filled', value: '', kind: 'text' }
      : null
  const value = parseValue(literal)
  const operator = operators.find((one) => signs[one] === sign)
  return value === null || operator === undefined ? null : { name, operator, ...value }
}

const operators = ['is', 'isNot', 'less', 'atMost', 'more', 'atLeast'] as const

function parseValue(literal: string): { value: string; kind: ValueKind } | null {
  if (/^-?\d+(?:\.\d+)?$/.test(literal)) return { value: literal, kind: 'number' }
  if (literal === 'true' || literal === 'false') return { value: literal, kind: 'flag' }
  const day = /^date\("(\d{4}-\d\d-\d\d)"\)$/.exec(literal)?.[1]
  if (day !== undefined) return isDateValue(day, 'day') ? { value: day, kind: 'day' } : null
  if (!/^"(?:[^"\\]|\\.)*"$/.test(literal)) return null
  try {
    const value: unknown = JSON.parse(literal)
    return typeof value === 'string' && value !== '' ? { value, kind: 'text' } : null
  } catch {
    return null
  }
}
