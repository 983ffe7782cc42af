import { describe, expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'

/** One long number beside it, so that the text is not left to JSON.parse. */
const beside = (text: string) => `[1234567890123456789, ${text}]`
const read = (text: string) => (parseJson(beside(text)) as unknown[])[1]

describe('parseJson', () => {
  it('gives whole numbers beyond 2^53 with all their digits', () => {
    expect(parseJson('9007199254740993')).toBe(9007199254740993n)
    expect(parseJson('-9007199254740992')).toBe(-9007199254740992n)
    expect(parseJson('[9007199254740991, 12345678901234567890]')).toEqual([9007199254740991, 12345678901234567890n])
    expect(parseJson('{"a":{"b":[1234567890123456789]}}')).toEqual({ a: { b: [1234567890123456789n] } })
  })

  it('gives other numbers as JSON.parse does, however long', () => {
    for (const text of ['1234567890123456789.5', '1234567890123456789e1', '0.12345678901234567', '1e400'])
      expect(parseJson(text)).toBe(JSON.parse(text))
  })

  it.each([
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1.5e-3',
    '""',
    '"a\\"b\\\\"',
    '"\\\\\\""',
    '"\\ud83d\\ude00 \\u0041"',
    '{}',
    '[]',
    ' [ 1 , { "a" : [ ] } , "x" ] ',
    '{"a":1,"a":2,"1":3}',
    '"1234567890123456789"',
    '{"1234567890123456789":{"b":[null,{"c":"d"}]}}',
  ])('reads %s as JSON.parse does', (text) => {
    expect(read(text)).toEqual(JSON.parse(text))
  })

  it.each([
    '',
    '1 2',
    '01',
    '+1',
    '1.',
    '.5',
    'tru',
    'nulll',
    '"a',
    '"\\x"',
    '"a\nb"',
    "'a'",
    '[1,]',
    '[1',
    '[,1]',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    '{"a":1',
    '1]',
    'NaN',
  ])('refuses %j as JSON.parse does', (text) => {
    expect(() => JSON.parse(beside(text))).toThrow(SyntaxError)
    expect(() => parseJson(beside(text))).toThrow(SyntaxError)
  })

  it('takes a name for nothing but a name', () => {
    const read = parseJson('{"__proto__":{"isAdmin":true},"n":1234567890123456789}') as Record<string, unknown>
    expect(Object.keys(read)).toEqual(['__proto__', 'n'])
    expect(read.isAdmin).toBeUndefined()
  })

  it('takes a time that grows with the text alone', () => {
    const list = (count: number) => `{"a":[${'1,'.repeat(count)}1234567890123456789]}`
    const workOf = (text: string) => {
      const before = process.threadCpuUsage()
      parseJson(text)
      return process.threadCpuUsage(before).user / 1000
    }
    workOf(list(10_000))
    // Six megabytes took twelve seconds with a reviver.
    expect(workOf(list(3_000_000))).toBeLessThan(5000)
    expect(workOf(`["${'\\\\'.repeat(3_000_000)}",1234567890123456789]`)).toBeLessThan(5000)
  })
})
