/** One line of a condition: a variable compared with a value. */
export interface Clause {
  /** Name of a variable, or a path such as `address.city`. */
  readonly name: string
  readonly operator: Operator
  /** As people type it: text without quotes. Empty where nothing is compared with. */
  readonly value: string
  readonly kind: 'text' | 'number' | 'flag'
}

export const operators = ['=', '!=', '<', '<=', '>', '>=', 'contains', 'isSet', 'isEmpty'] as const
export type Operator = (typeof operators)[number]

export interface Clauses {
  /** Whether all of them have to hold, or one. */
  readonly join: 'and' | 'or'
  readonly clauses: readonly Clause[]
}

export type ConditionLanguage = 'feel' | 'uel'

/** Returns whether an operator compares with a value. */
export function takesValue(operator: Operator): boolean {
  return operator !== 'isSet' && operator !== 'isEmpty'
}

/**
 * Returns the lines of a condition, if it consists only of comparisons that are joined; null when it contains anything
 * else.
 */
export function readClauses(text: string): (Clauses & { readonly language: ConditionLanguage }) | null {
  const feel = /^\s*=([\s\S]*)$/.exec(text)?.[1]
  const uel = /^\s*[$#]\{([\s\S]*)\}\s*$/.exec(text)?.[1]
  const inside = feel ?? uel
  if (inside === undefined) return null
  const language = feel === undefined ? 'uel' : 'feel'
  const clauses: Clause[] = []
  const joins = new Set<string>()
  let rest = inside.trim()
  for (;;) {
    const found = readClause(rest, language)
    if (found === null) return null
    clauses.push(found.clause)
    rest = rest.slice(found.length).trimStart()
    if (rest === '') break
    const join = joinPatterns[language].exec(rest)
    if (join === null) return null
    joins.add(joinOperators[join[1] ?? ''] ?? '')
    rest = rest.slice(join[0].length)
  }
  const [join = 'and', ...others] = joins
  return others.length > 0 ? null : { language, join: join === 'or' ? 'or' : 'and', clauses }
}

export function writeClauses({ join, clauses }: Clauses, language: ConditionLanguage): string {
  const words = language === 'feel' ? join : join === 'and' ? '&&' : '||'
  const inside = clauses.map((clause) => writeClause(clause, language)).join(` ${words} `)
  return language === 'feel' ? `= ${inside}` : `\${${inside}}`
}

const joinPatterns = { feel: /^(and|or)\s+/, uel: /^(&&|\|\||and\b|or\b)\s*/ } as const
const joinOperators: Readonly<Record<string, Clauses['join']>> = { and: 'and', or: 'or', '&&': 'and', '||': 'or' }

const name = String.raw`[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*`
const literal = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?\d+(?:\.\d+)?(?![\w.])|true\b|false\b|null\b`
const compared = new RegExp(`^(${name})\\s*(==|!=|<=|>=|=|<|>)\\s*(${literal})`, 'u')
const containing = {
  feel: new RegExp(`^contains\\(\\s*(${name})\\s*,\\s*("(?:[^"\\\\]|\\\\.)*")\\s*\\)`, 'u'),
  uel: new RegExp(`^(${name})\\.contains\\(\\s*("(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*')\\s*\\)`, 'u'),
} as const

function readClause(text: string, language: ConditionLanguage): { clause: Clause; length: number } | null {
  const contains = containing[language].exec(text)
  if (contains !== null) {
    const [whole, of = '', value = ''] = contains
    return { clause: { name: of, operator: 'contains', value: unquote(value), kind: 'text' }, length: whole.length }
  }
  const [whole, of = '', sign = '', value = ''] = compared.exec(text) ?? []
  // FEEL knows no `==` and no single quotes, UEL no `=`.
  const isForeign = language === 'feel' ? sign === '==' || value.startsWith("'") : sign === '='
  if (whole === undefined || isForeign || words.has(of)) return null
  const operator = sign === '==' ? '=' : (sign as Operator)
  if (value === 'null') {
    const test = operator === '=' ? 'isEmpty' : operator === '!=' ? 'isSet' : null
    return test === null
      ? null
      : { clause: { name: of, operator: test, value: '', kind: 'text' }, length: whole.length }
  }
  return { clause: { name: of, operator, ...readValue(value) }, length: whole.length }
}

/** No names. */
const words: ReadonlySet<string> = new Set(['true', 'false', 'null', 'not', 'empty'])

function readValue(value: string): Pick<Clause, 'value' | 'kind'> {
  if (value === 'true' || value === 'false') return { value, kind: 'flag' }
  return /^["']/.test(value) ? { value: unquote(value), kind: 'text' } : { value, kind: 'number' }
}

function writeClause({ name: of, operator, value, kind }: Clause, language: ConditionLanguage): string {
  const equals = language === 'feel' ? '=' : '=='
  if (operator === 'isEmpty') return `${of} ${equals} null`
  if (operator === 'isSet') return `${of} != null`
  if (operator === 'contains')
    return language === 'feel' ? `contains(${of}, ${quote(value, '"')})` : `${of}.contains(${quote(value, "'")})`
  const isPlain = kind === 'flag' ? /^(true|false)$/.test(value) : kind === 'number' && /^-?\d+(\.\d+)?$/.test(value)
  const written = isPlain ? value : quote(value, language === 'feel' ? '"' : "'")
  return `${of} ${operator === '=' ? equals : operator} ${written}`
}

function quote(value: string, mark: string): string {
  return mark + value.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`) + mark
}

function unquote(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, '$1')
}
