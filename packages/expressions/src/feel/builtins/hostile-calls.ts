import { createYearMonthDuration, DayTimeDuration } from '../temporal/duration.ts'
import { parseDate, parseDateTime, parseTime } from '../temporal/parse-temporal.ts'
import { ANY } from '../types/feel-type.ts'
import type { FeelKind } from '../values/feel-object.ts'
import { FeelFunction, type Signature } from '../values/function.ts'
import { Decimal } from '../values/number.ts'
import { FeelRange } from '../values/range.ts'
import { createContext, type FeelList, type FeelValue } from '../values/value.ts'
import { BUILTINS } from './index.ts'

/** A call of a builtin with arguments of which at least one is huge. */
export interface HostileCall {
  readonly name: string
  /** The arguments in words. */
  readonly says: string
  readonly signature: Signature
  readonly args: readonly FeelValue[]
}

/**
 * Lists calls of all builtins for tests and measurements: each signature with every huge value of the types that its
 * parameters accept, and ordinary values for the others.
 */
export function* listHostileCalls(): Iterable<HostileCall> {
  for (const [name, { signatures }] of BUILTINS) {
    for (const signature of signatures) {
      for (const [says, args] of listArguments(signature)) yield { name, says, signature, args }
    }
  }
}

function* listArguments({ parameters, isVariadic }: Signature): Iterable<[string, FeelValue[]]> {
  const count = isVariadic ? 2 : parameters.length
  const pools = Array.from({ length: count }, (_, index) =>
    valuesFor(parameters[Math.min(index, parameters.length - 1)]?.type.kind ?? 'Any'),
  )
  const longest = Math.max(0, ...pools.map((pool) => pool.length))
  const seen = new Set<string>()
  // Every value once with the first of the others, and all of them side by side, shifted against each other.
  for (const shift of [0, 1]) {
    for (let turn = 0; turn < longest; turn++) {
      for (const fixed of [-1, ...pools.keys()]) {
        const picked = pools.map((pool, index) => {
          const place = fixed === -1 || fixed === index ? turn + index * shift : index * shift
          return pool[place % pool.length] ?? NOTHING
        })
        const says = picked.map(([word]) => word).join(', ')
        if (seen.size === seen.add(says).size) continue
        yield [says, picked.map(([, make]) => make())]
      }
    }
  }
}

type Pick = readonly [string, () => FeelValue]
const NOTHING: Pick = ['null', () => null]

function once(make: () => FeelValue): () => FeelValue {
  let made: { value: FeelValue } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function valuesFor(kind: FeelKind | 'Any'): readonly Pick[] {
  const own = Object.hasOwn(VALUES, kind) ? VALUES[kind as keyof typeof VALUES] : undefined
  return (
    own ?? [...VALUES.string.slice(0, 4), ...VALUES.list, ...VALUES.number.slice(0, 2), ...VALUES.context, ...OTHERS]
  )
}

const MILLION = 1_000_000

const longRange = once(() => new FeelRange('a'.repeat(MILLION), `${'a'.repeat(MILLION)}b`, { start: true, end: false }))

const VALUES = {
  string: [
    ['a text of 1 MB', once(() => 'a'.repeat(MILLION))],
    ['“a”', () => 'a'],
    ['“ab”', () => 'ab'],
    ['half of it, with one other', once(() => `${'a'.repeat(250_000)}b${'a'.repeat(250_000)}`)],
    ['1 MB of emoji', once(() => '😀'.repeat(MILLION / 2))],
    ['1 MB of Chinese', once(() => '中'.repeat(MILLION))],
    ['1 MB of random letters', once(() => randomText(MILLION))],
    ['1 MB of digits', once(() => '9'.repeat(MILLION))],
    ['1 MB of white space', once(() => ' '.repeat(MILLION))],
    ['1 MB of digits and a letter', once(() => `${'9'.repeat(MILLION)}x`)],
    ['a duration of many digits', once(() => `P${'9'.repeat(MILLION)}Y`)],
    ['a time with a long zone', once(() => `10:00:00@Europe/${'a'.repeat(MILLION)}`)],
    ['a range of dates', () => '[date("2020-01-01")..date("2021-01-01")]'],
    ['a long range', once(() => `[${'1 + '.repeat(10_000)}1..2]`)],
    ['a range of brackets', once(() => `[${'('.repeat(400)}1${')'.repeat(400)}..2]`)],
    ['“(a+)+$”', () => '(a+)+$'],
    ['“(a*)*b”', () => '(a*)*b'],
    ['“(.*)\\1”', () => '(.*)\\1'],
    ['“\\p{L}*x”', () => '\\p{L}*x'],
    ['“(?:){1000000000}”', () => '(?:){1000000000}'],
    ['“((a{1,99}){1,99}){1,99}”', () => '((a{1,99}){1,99}){1,99}'],
    ['a class of many ranges', once(() => `[${'b-c'.repeat(5000)}]*$`)],
    ['flags', () => 'ix'],
    ['many references', once(() => '$1'.repeat(1000))],
    ['nothing', () => ''],
  ],
  number: [
    ['34 digits', () => new Decimal('1234567890123456789012345678901.234')],
    ['a huge number', () => new Decimal('9.999e6143')],
    ['a tiny number', () => new Decimal('1.111111111111111111111111111111111e-6143')],
    ['2', () => 2],
    ['-6111', () => -6111],
    ['6176', () => 6176],
    ['almost 1', () => new Decimal('0.9999999999999999999999999999999999')],
    ['99999', () => 99_999],
    ['a safe integer', () => Number.MAX_SAFE_INTEGER],
    ['-14 and a half', () => new Decimal('-14.5')],
  ],
  boolean: [['true', () => true]],
  list: [
    ['100,000 numbers', once(() => Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 100_003))],
    ['100,000 equal numbers', once(() => Array.from({ length: 100_000 }, () => 7))],
    ['100,000 decimals', once(() => Array.from({ length: 100_000 }, (_, index) => new Decimal(index).plus('0.37')))],
    ['100,000 texts', once(() => Array.from({ length: 100_000 }, (_, index) => `text ${index}`))],
    ['1,000 long texts', once(() => Array.from({ length: 1000 }, (_, index) => `${'a'.repeat(5000)}${index}`))],
    ['10,000 contexts', once(() => listContexts(10_000))],
    [
      'entries',
      once(() =>
        Array.from({ length: 50_000 }, (_, index) =>
          createContext([
            ['key', `k${index}`],
            ['value', index],
          ]),
        ),
      ),
    ],
    [
      'equal contexts',
      once(() =>
        Array.from({ length: 10_000 }, () =>
          createContext([
            ['a', 1],
            ['b', 2],
          ]),
        ),
      ),
    ],
    ['190 lists within each other', once(() => nested(190, 1))],
    ['lists that share their parts', once(() => shared(40))],
    ['100,000 lists', once(() => Array.from({ length: 100_000 }, (_, index) => [index]))],
    ['100,000 truths', once(() => Array.from({ length: 100_000 }, () => true))],
    ['100,000 dates', once(() => Array.from({ length: 100_000 }, () => parseDate('2024-02-29')))],
    ['durations', once(() => Array.from({ length: 100_000 }, (_, index) => new DayTimeDuration(BigInt(index) ** 3n)))],
    [
      'ranges',
      once(() =>
        Array.from({ length: 20_000 }, (_, index) => new FeelRange(index, index + 1, { start: true, end: true })),
      ),
    ],
    ['nothing', () => []],
    ['two numbers', () => [1, 2]],
    ['keys', () => ['k1', 'k2', 'k3']],
  ],
  context: [
    ['100,000 entries', once(() => createContext(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index])))],
    ['190 contexts within each other', once(() => nestedContexts(190))],
    ['contexts that share their parts', once(() => sharedContexts(40))],
  ],
  date: [
    ['a date', () => parseDate('999999999-12-31')],
    ['an early date', () => parseDate('-999999999-01-01')],
  ],
  range: [
    ['a range of numbers', () => new FeelRange(1, 1_000_000_000, { start: true, end: true })],
    ['a range of long texts', longRange],
    ['an open range', () => new FeelRange(undefined, 5, { start: false, end: true })],
  ],
} satisfies Partial<Record<FeelKind, readonly Pick[]>>

const OTHERS: readonly Pick[] = [
  ['a date and time in a zone', () => parseDateTime('2024-03-31T02:30:00@Europe/Paris')],
  ['a time', () => parseTime('10:00:00+01:00')],
  ['a range', () => new FeelRange(1, 10, { start: true, end: true })],
  ['a range of long texts', longRange],
  ['a duration', () => new DayTimeDuration(10n ** 39n)],
  ['months', () => createYearMonthDuration(2 ** 50)],
  ['a function', () => SMALLER],
]

/** Compares as `sort` wants it, without steps of an expression. */
const SMALLER = new FeelFunction([
  {
    parameters: [
      { name: 'left', type: ANY },
      { name: 'right', type: ANY },
    ],
    result: ANY,
    apply: ([left, right], evaluation) => {
      evaluation.charge(3)
      return typeof left === 'number' && typeof right === 'number' && left < right
    },
  },
])

function randomText(length: number): string {
  let state = 7
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return String.fromCharCode(97 + (state % 26))
  }).join('')
}

function listContexts(count: number): FeelList {
  return Array.from({ length: count }, (_, index) =>
    createContext([
      ['id', index],
      ['name', `name ${index % 100}`],
    ]),
  )
}

function nested(depth: number, value: FeelValue): FeelValue {
  return depth === 0 ? value : [nested(depth - 1, value)]
}

function nestedContexts(depth: number): FeelValue {
  return depth === 0 ? 1 : createContext([['a', nestedContexts(depth - 1)]])
}

function shared(depth: number): FeelValue {
  let value: FeelValue = 1
  for (let level = 0; level < depth; level++) value = [value, value]
  return value
}

function sharedContexts(depth: number): FeelValue {
  let value: FeelValue = 1
  for (let level = 0; level < depth; level++)
    value = createContext([
      ['a', value],
      ['b', value],
    ])
  return value
}
