import { countTurns } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { isLarge, writeInTurns } from './write-in-turns.ts'

const text = 'ä"\\\n'.repeat(50_000)
const rows = Array.from({ length: 20_000 }, (_, n) => ({
  id: `row ${n}`,
  n,
  at: new Date(n),
  none: undefined,
  empty: [],
}))

/** What is large, by what is remarkable about it. */
const cases: Readonly<Record<string, unknown>> = {
  'a list of many': rows,
  'an object of many': Object.fromEntries(rows.map((row) => [`member “${row.n}”`, row])),
  'an object of many whose names are numbers': Object.fromEntries(rows.map((row) => [String(row.n), row])),
  'one long text': text.repeat(3),
  'long texts in a list': [text, text, '', text, text],
  'long texts in an object': { '"': text, b: text, c: '', d: text, __proto__: null, e: undefined, f: text },
  'large in small in large': { rows: [{ inside: { rows } }, { inside: { rows: [rows, rows] } }], after: true },
  'what JSON leaves out': {
    none: undefined,
    do: () => 1,
    list: [undefined, () => 1, ...rows],
    large: rows,
    last: undefined,
  },
  'nothing but what JSON leaves out': {
    rows: rows.map(() => undefined),
    all: Object.fromEntries(rows.map(({ n }) => [n, undefined])),
  },
  'a way of its own': { rows, own: { toJSON: () => rows }, texts: [{ text, toJSON: () => 'short' }, new Date(0)] },
  holes: Object.assign(new Array(100_000), { 50000: text }),
  'a member of a bad name': JSON.parse(`{"__proto__": ${JSON.stringify(text)}, "rows": ${JSON.stringify(rows)}}`),
}

describe('writing in turns', () => {
  it.each(Object.entries(cases))('gives the bytes of %s that writing at once gives', async (_, value) => {
    expect((await writeInTurns(value)).equals(Buffer.from(JSON.stringify(value)))).toBe(true)
  })

  it('writes as it is reported', async () => {
    const write = (value: unknown) =>
      JSON.stringify(value, function (this: Record<string, unknown>, key, item) {
        return typeof item === 'bigint' || this[key] instanceof Date ? 'other' : item
      })
    const value = { rows, numbers: rows.map(({ n }) => BigInt(n)) }
    expect((await writeInTurns(value, write)).toString()).toBe(write(value))
  })

  it('lets others come in between', async () => {
    const all = { rows: Array.from({ length: 10 }, () => rows) }
    const { length } = JSON.stringify(all)
    expect(await countTurns(() => writeInTurns(all))).toBeGreaterThan(length / 400_000)
  })

  it('of little is done at once', async () => {
    expect(await countTurns(() => writeInTurns(rows.slice(0, 100)))).toBe(0)
  })
})

describe('what is large', () => {
  it.each([
    ['a list of a hundred rows', rows.slice(0, 100), false],
    ['a list of twenty thousand', rows, true],
    ['a long text', text, false],
    ['a longer text', text.repeat(2), true],
    ['nothing', null, false],
    ['a number with all its digits', JSON.parse('1', (_, number) => number), false],
  ])('%s', (_, value, expected) => {
    expect(isLarge(value)).toBe(expected)
  })
})
