import { DateTime } from './joda/date-time.ts'
import { dateTimeMethods } from './methods/date-methods.ts'
import { decisionResultMethods, listMethods, listMutators } from './methods/list-methods.ts'
import { decisionRuleMethods, mapMethods, mapMutators } from './methods/map-methods.ts'
import type { MethodTable } from './methods/method-table.ts'
import { stringMethods } from './methods/string-methods.ts'
import { regexMethods } from './regex/regex-methods.ts'
import { jsonMethods, jsonMutators } from './spin/json-methods.ts'

/** A test expression over variables of which at least one is huge. */
export interface HostileExpression {
  /** The variables in words. */
  readonly says: string
  readonly source: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** Lists calls of all methods with huge and ordinary values as target and arguments, and operators, for tests. */
export function* listHostileExpressions(): Iterable<HostileExpression> {
  for (const [kind, tables] of Object.entries(METHODS)) {
    for (const [method, counts] of tables.flatMap((table) => Object.entries(table).map(readCounts))) {
      for (const self of BASES[kind] ?? []) yield* listCalls(method, counts, self)
    }
  }
  for (const source of OPERATIONS) {
    for (const [says, self] of ARGUMENTS) {
      for (const [other, a] of ARGUMENTS) yield { says: `${says}, ${other}`, source, variables: { self, a } }
    }
  }
}

function readCounts([name, method]: [string, MethodTable<never>[string]]): [string, readonly number[]] {
  const [fewest, most] = 'arguments' in method ? method.arguments : method
  return [name, [fewest, most]]
}

function* listCalls(method: string, counts: readonly number[], [says, self]: Pick): Iterable<HostileExpression> {
  if (counts.includes(0)) yield { says, source: `\${self.${method}()}`, variables: { self } }
  for (const [other, a] of ARGUMENTS) {
    const both = `${says}, ${other}`
    if (counts.includes(1)) yield { says: both, source: `\${self.${method}(a)}`, variables: { self, a } }
    if (!counts.includes(2)) continue
    for (const [third, b] of [...SMALL, ...ARGUMENTS.slice(0, 1)]) {
      yield { says: `${both}, ${third}`, source: `\${self.${method}(a, b)}`, variables: { self, a, b } }
    }
  }
}

const METHODS: Readonly<Record<string, readonly MethodTable<never>[]>> = {
  text: [stringMethods, regexMethods],
  list: [listMethods, listMutators, decisionResultMethods],
  map: [mapMethods, mapMutators, decisionRuleMethods],
  json: [jsonMethods, jsonMutators],
  date: [dateTimeMethods],
}

const OPERATIONS = [
  '${self == a}',
  '${self < a}',
  '${self + a}',
  '${self * a}',
  '${self % a}',
  '${-self}',
  '${empty self}',
  '${!self}',
  '${self[a]}',
  'text ${self} and ${a}',
  '${S(self)}',
  '${JSON(self).toString()}',
  '${vars:contains(self, a)}',
  '${vars:equals(self, a)}',
  '${vars:base64(self)}',
  '${date:format(self)}',
]

const MILLION = 1_000_000
const text = 'a'.repeat(MILLION)
const half = `${'a'.repeat(250_000)}b${'a'.repeat(250_000)}`
const numbers = Array.from({ length: 100_000 }, (_, index) => index)
const entries = Object.fromEntries(numbers.slice(0, 50_000).map((number) => [`k${number}`, number]))
const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: index, name: `name ${index}` }))
const deep = Array.from({ length: 150 }).reduce((inner: unknown) => ({ a: inner, b: 1 }), 1)

type Pick = readonly [string, unknown]

const SMALL: readonly Pick[] = [
  ['“a”', 'a'],
  ['1', 1],
]

const ARGUMENTS: readonly Pick[] = [
  ['1 MB', text],
  ['half of it, with one other', half],
  ['100,000 numbers', numbers],
  ['50,000 entries', entries],
  ['20,000 rows', rows],
  ['150 levels', deep],
  ['1 MB of digits', '9'.repeat(MILLION)],
  ['1 MB of spaces and a letter', `a${' '.repeat(MILLION)}a`],
  ['JSON', JSON.stringify(rows)],
  ['a path', '$..*..*..*'],
  ['a pattern', '(?:a?){300}b'],
  ['a set', `[${'b-c'.repeat(600)}]*`],
  ['empty parts', '((?:){1000}){1000}'],
  ['half a million', 500_000],
  ['a big number', 10n ** 300n],
  ['bytes', new Uint8Array(MILLION)],
  ...SMALL,
]

const BASES: Readonly<Record<string, readonly Pick[]>> = {
  text: ARGUMENTS.filter(([, value]) => typeof value === 'string' && value.length > 100_000),
  list: ARGUMENTS.filter(([, value]) => Array.isArray(value)),
  map: [
    ['50,000 entries', entries],
    ['150 levels', deep],
  ],
  json: [
    ['20,000 rows', rows],
    ['50,000 entries', entries],
    ['150 levels', deep],
  ],
  date: [['now', DateTime.at(new Date(0), 'Europe/Berlin')]],
}
