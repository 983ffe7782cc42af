import { describe, expect, test } from 'vitest'
import type { HostObject } from '../expression.ts'
import { createWire } from './wire.ts'

describe('a value crosses the wire unchanged', () => {
  test.each([
    ['text', 'x'],
    ['the empty text', ''],
    ['a NUL', 'a\0b'],
    ['half of a pair', '\ud800'],
    ['an emoji', '\u{1F600}'],
    ['a number', -1.5e-7],
    ['NaN', Number.NaN],
    ['infinity', Number.NEGATIVE_INFINITY],
    ['a bigint', -(2n ** 80n)],
    ['null', null],
    ['an instant', new Date(5)],
    ['no instant', new Date(Number.NaN)],
    ['bytes', new Uint8Array([0, 1, 255, 128])],
    ['no bytes', new Uint8Array()],
    ['a list', [1, [2, []], { a: null }]],
    ['an object', { a: { b: [new Date(5), 7n] }, 'c d': 'e' }],
    ['an object that looks like a tag', { $: 'd', v: [5n] }],
    ['a key of JavaScript', JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}')],
  ])('%s', (_, value) => {
    const wire = createWire([])
    expect(wire.decode(wire.encode(value))).toEqual(value)
  })

  test('objects of the engine go by number, the same one each time', () => {
    const objects: HostObject[] = []
    const wire = createWire(objects)
    const object = { properties: { a: () => 1 }, methods: {} }
    expect(wire.decode(wire.encode([object, { again: object }]))).toEqual([object, { again: object }])
    expect(objects).toEqual([object])
  })
})

test('what is no data does not cross', () => {
  const wire = createWire([])
  const cyclic: unknown[] = []
  cyclic.push(cyclic)
  expect(() => wire.encode({ f: () => 1 })).toThrow(TypeError)
  expect(() => wire.encode([Symbol('x')])).toThrow(TypeError)
  expect(() => wire.encode(cyclic)).toThrow('levels')
})
