import { describe, expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'
import { fromPlain, isSameValue, toJson, toPlain } from './value.ts'

describe('a value', () => {
  it.each([
    ['text', { type: 'String', value: 'text', info: null }],
    [true, { type: 'Boolean', value: true, info: null }],
    [7, { type: 'Integer', value: 7, info: null }],
    [2147483648, { type: 'Long', value: 2147483648, info: null }],
    [1.5, { type: 'Double', value: 1.5, info: null }],
    [2 ** 60, { type: 'Double', value: 2 ** 60, info: null }],
    [9007199254740993n, { type: 'Long', value: 9007199254740993n, info: null }],
    [5n, { type: 'Long', value: 5, info: null }],
    [null, { type: 'Null', value: null, info: null }],
    [undefined, { type: 'Null', value: null, info: null }],
    [new Date('2026-01-02T03:04:05.678Z'), { type: 'Date', value: '2026-01-02T03:04:05.678Z', info: null }],
    [{ a: [1, 9007199254740993n] }, { type: 'Json', value: '{"a":[1,9007199254740993]}', info: null }],
  ])('%o is stored with the type that Camunda would give it', (plain, typed) => {
    expect(fromPlain(plain)).toEqual(typed)
  })

  it.each(['Object', 'Json'])('of type %s that is no JSON is seen as its text', (type) => {
    expect(toPlain({ type, value: 'rO0ABXQABHRleHQ=', info: null })).toBe('rO0ABXQABHRleHQ=')
    expect(toPlain({ type, value: '{"a":1}', info: null })).toEqual({ a: 1 })
  })

  it.each([
    [new Date(Number.NaN), 'a date that is none'],
    [new Date(8.64e15), 'the date +275760-09-13T00:00:00.000Z'],
    [new Date('0000-12-31T23:59:59.999Z'), 'the date 0000-12-31T23:59:59.999Z'],
  ])('that could not be read again is none: %s', (date, found) => {
    expect(() => fromPlain(date)).toThrow(`Expected dates of the years 1 to 9999, but there is ${found}.`)
  })

  it('comes back unchanged', () => {
    const values = [
      'text',
      7,
      9007199254740993n,
      new Date(0),
      { deep: { list: [1n << 70n, null, 'ü 漢 🎉'] } },
      new Uint8Array([1, 2]),
    ]
    for (const value of values) expect(toPlain(fromPlain(value))).toEqual(value)
  })

  it('of an object with JSON is the object', () => {
    expect(toPlain({ type: 'Object', value: '["a"]', info: { serializationDataFormat: 'application/json' } })).toEqual([
      'a',
    ])
    expect(toPlain({ type: 'Json', value: null, info: null })).toBeNull()
  })

  it('is the same as another when type and contents are', () => {
    const bytes = (...list: number[]) => fromPlain(new Uint8Array(list))
    expect(isSameValue(bytes(1, 2), bytes(1, 2))).toBe(true)
    expect(isSameValue(bytes(1, 2), bytes(1, 3))).toBe(false)
    expect(isSameValue(fromPlain(1), { type: 'Long', value: 1, info: null })).toBe(false)
    expect(isSameValue(fromPlain(Number.NaN), fromPlain(Number.NaN))).toBe(true)
  })

  it('keeps whole numbers beyond 2^53 in JSON, and nothing for what has no JSON', () => {
    expect(parseJson('{"n":12345678901234567890,"f":1.5e300}')).toEqual({ n: 12345678901234567890n, f: 1.5e300 })
    expect(toJson(undefined)).toBe('null')
  })
})
