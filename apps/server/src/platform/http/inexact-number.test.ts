import { describe, expect, it } from 'vitest'
import { findInexactNumber } from './inexact-number.ts'

const exact = (json: string) => findInexactNumber(json, { keepsIntegers: true })
const plain = (json: string) => findInexactNumber(json, { keepsIntegers: false })

describe('a number of a JSON text', () => {
  it.each([
    '1e999',
    '-1E+400',
    '1e-999',
    '123e-400',
    '9'.repeat(400),
    '0.00000000000000001e-400',
    `${'1'.repeat(250)}e99`,
    `0.${'0'.repeat(250)}1e-99`,
  ])('that no double holds is found: %s', (number) => {
    for (const json of [number, `{"a":[1,"x",${number}]}`, `["\\"",${number}]`, `{"1e5":${number}}`])
      expect([exact(json), plain(json)]).toEqual([number, number])
  })

  it.each(['9007199254740993', '-9007199254740992', '1180591620717411303424'])(
    'that is whole and beyond 2^53 is found where digits would be lost: %s',
    (number) => {
      expect([exact(`[${number}]`), plain(`[${number}]`)]).toEqual([null, number])
    },
  )

  it.each([
    '0',
    '-0',
    '0e999',
    '0.0e-999',
    '1e308',
    '5e-324',
    '9007199254740991',
    '1e20',
    '0.12345678901234568',
    `${'9'.repeat(199)}e99`,
    `0.${'0'.repeat(198)}1e-99`,
  ])('that is read as it is written is none: %s', (number) => {
    expect([exact(`{"n":${number}}`), plain(`{"n":${number}}`)]).toEqual([null, null])
  })

  it('is none in a text, whatever stands before it', () => {
    for (const text of ['1e999', '\\" 1e999', '\\\\\\" 12345678901234567890', '{"a":1e999}'])
      expect(plain(JSON.stringify({ text, [text]: 1 }))).toBeNull()
    expect(plain('"\\\\",1e999')).toBe('1e999')
  })

  it('is looked for in a time that grows with the text alone', () => {
    const texts = [
      `["${'\\\\'.repeat(2_000_000)}",1e999]`,
      `[${'"\\"",'.repeat(500_000)}1e999]`,
      `[${'1234567890123456.5,'.repeat(200_000)}1e999]`,
      `"${'1'.repeat(4_000_000)}`,
    ]
    const before = process.threadCpuUsage()
    expect(texts.map(exact)).toEqual(['1e999', '1e999', '1e999', null])
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5000)
  })
})
