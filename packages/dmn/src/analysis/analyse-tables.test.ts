import { describe, expect, it } from 'vitest'
import { decision, definitions, parseOk, type TableParts, table } from '../test-dmn.ts'
import { analyseTables, type TableFinding } from './analyse-tables.ts'

/** `npm run soak` tries more random tables. */
const isSoak = process.env.MILLRACE_SOAK === '1'

const amount = { text: 'amount', typeRef: 'number' }
const count = { text: 'count', typeRef: 'integer' }
const contract = { text: 'contract', typeRef: 'boolean' }
const budget = {
  text: 'budget',
  typeRef: 'string',
  inner: '<inputValues id="allowed"><text>"operating","capital"</text></inputValues>',
}
const outputs = [{ attributes: 'id="out" name="level" typeRef="string"' }]

function findingsOf(parts: Partial<TableParts>): TableFinding[] {
  const whole = table({ inputs: [amount], outputs, rules: [], ...parts })
  return analyseTables(parseOk(definitions(decision('d', whole))))
}

/** Rules and values of what was found, in short. */
function inShort(parts: Partial<TableParts>): string[] {
  return findingsOf(parts).map(({ kind, rules, conditions }) =>
    [kind, rules.join('+'), ...conditions.map(({ label, test }) => `${label} ${test}`)].filter(Boolean).join(' '),
  )
}

describe('the analysis of a decision table', () => {
  it('finds nothing where each value has one rule', () => {
    const rules = [
      ['<= 5000', '"a"'],
      [']5000..20000]', '"b"'],
      ['> 20000', '"c"'],
    ]
    expect(inShort({ rules })).toEqual([])
  })

  it('names the values that two rules have in common, and how to part them', () => {
    const rules = [
      ['<= 20000', '-', '-', '"a"'],
      ['> 20000', '"capital"', 'true', '"b"'],
      ['> 20000', '"operating"', '-', '"c"'],
      ['> 20000', '-', 'true', '"d"'],
    ]
    const inputs = [amount, budget, contract]
    expect(inShort({ inputs, rules })).toEqual([
      'overlap 2+4 amount > 20000 budget "capital" contract true',
      'overlap 3+4 amount > 20000 budget "operating" contract true',
      'gap amount > 20000 budget "capital" contract false',
    ])
    const [first, , gap] = findingsOf({ inputs, rules })
    expect(first?.repair).toEqual({ kind: 'narrow', rule: 4, input: 1, test: '"operating"' })
    expect(first?.message).toContain('rules 2 and 4 match together for amount > 20000 and budget "capital"')
    expect(gap?.repair).toEqual({ kind: 'add-rule', tests: ['> 20000', '"capital"', 'false'] })
  })

  it.each([
    ['numbers between two rules', [amount], [['< 5'], ['> 10']], ['gap amount [5..10]']],
    ['a border that nobody has', [amount], [['< 5'], ['> 5']], ['gap amount 5']],
    ['texts that no rule names', [{ text: 'x', typeRef: 'string' }], [['"a"'], ['"b"']], ['gap x not("a", "b")']],
    ['the other truth', [contract], [['true']], ['gap contract false']],
    ['allowed values only', [budget], [['"operating"']], ['gap budget "capital"']],
    [
      'days between two ranges',
      [{ text: 'day', typeRef: 'date' }],
      [['< date("2026-01-01")'], ['> date("2026-02-01")']],
      ['gap day [date("2026-01-01")..date("2026-02-01")]'],
    ],
  ] as const)('finds %s', (_about, inputs, rules, expected) => {
    expect(inShort({ inputs, rules: rules.map((tests) => [...tests, '"r"']) })).toEqual(expected)
  })

  it.each([
    ['whole numbers beside each other', [count], [['<= 5'], ['>= 6']]],
    [
      'days beside each other',
      [{ text: 'day', typeRef: 'date' }],
      [['<= date("2026-01-31")'], ['>= date("2026-02-01")']],
    ],
    ['a rest that is negated', [{ text: 'x', typeRef: 'string' }], [['"a"'], ['not("a")']]],
    ['a condition that reads something else', [amount], [['> limit'], ['<= limit']]],
    [
      'two columns with one expression',
      [amount, amount],
      [
        ['< 5', '-'],
        ['-', '>= 5'],
      ],
    ],
    ['all allowed values', [budget], [['"operating"'], ['"capital"']]],
  ] as const)('finds no gap in %s', (_about, inputs, rules) => {
    expect(inShort({ inputs, rules: rules.map((tests) => [...tests, '"r"']) })).toEqual([])
  })

  it('asks of Any that rules which match together give the same', () => {
    const rules = [
      ['< 10', '"a"'],
      ['>= 5', '"a"'],
    ]
    expect(inShort({ hitPolicy: 'ANY', rules })).toEqual([])
    expect(
      inShort({
        hitPolicy: 'ANY',
        rules: [
          ['< 10', '"a"'],
          ['>= 5', '"b"'],
        ],
      }),
    ).toEqual(['overlap 1+2 amount [5..10['])
  })

  it('names rules that those before them leave nothing for', () => {
    const rules = [
      ['< 10', '"a"'],
      ['>= 10', '"b"'],
      ['5', '"c"'],
      ['-', '"d"'],
    ]
    expect(inShort({ hitPolicy: 'FIRST', rules })).toEqual(['hidden 3', 'hidden 4'])
    expect(
      inShort({
        hitPolicy: 'FIRST',
        rules: [
          ['< 10', '"a"'],
          ['-', '"d"'],
        ],
      }),
    ).toEqual([])
  })

  it('finds nothing in tables that collect, and no gap where there is a default', () => {
    const rules = [
      ['< 10', '"a"'],
      ['< 5', '"b"'],
    ]
    for (const hitPolicy of ['COLLECT', 'RULE ORDER', 'OUTPUT ORDER']) expect(inShort({ hitPolicy, rules })).toEqual([])
    const withDefault = [{ ...outputs[0], inner: '<defaultOutputEntry><text>"z"</text></defaultOutputEntry>' }]
    expect(inShort({ outputs: withDefault as never, rules: [['< 10', '"a"']] })).toEqual([])
  })

  it('agrees with trying all values, for random tables', () => {
    const random = seeded(7)
    for (let round = 0; round < (isSoak ? 3000 : 120); round++) {
      const columns = 1 + random(3)
      const cells = Array.from({ length: 1 + random(5) }, () =>
        Array.from({ length: columns }, () => randomTest(random)),
      )
      const inputs = Array.from({ length: columns }, (_, at) => ({ text: `v${at}`, typeRef: 'number' }))
      const found = findingsOf({ inputs, rules: cells.map((tests) => [...tests.map(({ text }) => text), '"r"']) })
      const values = Array.from({ length: 23 }, (_, at) => at / 2 - 1)
      const points = values.flatMap((a) => (columns > 1 ? values.map((b) => [a, b]) : [[a]]))
      const all = columns > 2 ? points.flatMap((point) => values.map((c) => [...point, c])) : points
      const counts = all.map(
        (point) => cells.filter((row) => row.every(({ passes }, at) => passes(point[at] ?? 0))).length,
      )
      const about = JSON.stringify(cells.map((row) => row.map(({ text }) => text)))
      expect(
        found.some(({ kind }) => kind === 'gap'),
        about,
      ).toBe(counts.includes(0))
      expect(
        found.some(({ kind }) => kind === 'overlap'),
        about,
      ).toBe(counts.some((matches) => matches > 1))
    }
  })

  it('takes little more time for ten times as many rules', () => {
    const time = (length: number) => {
      const rules = Array.from({ length }, (_, at) => [`[${at * 10}..${at * 10 + 10}[`, '-', '"r"'])
      const model = parseOk(definitions(decision('d', table({ inputs: [amount, budget], outputs, rules }))))
      const start = process.threadCpuUsage().user / 1000
      expect(analyseTables(model).map(({ kind }) => kind)).toEqual(['gap'])
      return process.threadCpuUsage().user / 1000 - start
    }
    time(300)
    const least = (length: number) => Math.min(...[1, 2, 3].map(() => time(length)))
    expect(least(3000)).toBeLessThan(Math.max(50, least(300) * 40))
  })

  it('takes little time for rules with many values each, however many of them overlap', () => {
    // Where long cells cost no more than others, these take ten times as long.
    const many = Array.from({ length: 300 }, (_, at) => at * 2).join(', ')
    const rules = Array.from({ length: 1000 }, (_, at) => [many, at % 2 === 0 ? many : `not(${at})`, '"r"'])
    for (const hitPolicy of ['ANY', 'FIRST']) {
      const model = parseOk(definitions(decision('d', table({ hitPolicy, inputs: [amount, count], outputs, rules }))))
      const start = process.threadCpuUsage().user / 1000
      analyseTables(model)
      expect(process.threadCpuUsage().user / 1000 - start).toBeLessThan(6000)
    }
  })
})

interface RandomTest {
  readonly text: string
  readonly passes: (value: number) => boolean
}

function randomTest(random: (below: number) => number): RandomTest {
  const a = random(6)
  const b = a + random(3)
  const kinds: readonly RandomTest[] = [
    { text: '-', passes: () => true },
    { text: `< ${a}`, passes: (value) => value < a },
    { text: `>= ${a}`, passes: (value) => value >= a },
    { text: `${a}`, passes: (value) => value === a },
    { text: `[${a}..${b}]`, passes: (value) => value >= a && value <= b },
    { text: `]${a}..${b + 1}]`, passes: (value) => value > a && value <= b + 1 },
    { text: `not(${a})`, passes: (value) => value !== a },
    { text: `${a}, > ${b}`, passes: (value) => value === a || value > b },
  ]
  return kinds[random(kinds.length)] as RandomTest
}

function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
