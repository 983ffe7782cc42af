// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions are written like that
import { describe, expect, test } from 'vitest'
import { evaluateUel, failUel } from './test-uel.ts'

const when = new Date('2024-05-01T00:00:00Z')

describe('arithmetic', () => {
  test.each([
    ['${7 / 2}', 3.5],
    ['${6 / 2}', 3],
    ['${1 / 0}', Number.POSITIVE_INFINITY],
    ['${-7 % 3}', -1],
    ['${7.5 % 2}', 1.5],
    ['${0.1 + 0.2}', 0.30000000000000004],
    ["${'5' + 3}", 8],
    ["${'5' + '3'}", 8],
    ["${'1.5' * 2}", 3],
    ["${'1e2' - 1}", 99],
    ["${'' + 1}", 1],
    ['${nothing + 1}', 1],
    ['${nothing + nothing}', 0],
    ['${nothing / nothing}', 0],
    ['${nothing % nothing}', 0],
    ['${-nothing}', 0],
    ["${-'4'}", -4],
    ["${-'4.5'}", -4.5],
    ['${-0}', 0],
    ['${9007199254740991 + 2}', 9007199254740993n],
    ['${big + 1}', 100000000000000000001n],
    ['${big - big + 1}', 1],
    ['${3037000500 * 3037000500}', -9223372036709301616n],
    ['${9223372036854775807 + 1}', -9223372036854775808n],
    ['${9223372036854775807 + 9223372036854775807}', -2],
    ['${0 - 9223372036854775807 - 2}', 9223372036854775807n],
    ['${-(0 - 9223372036854775807 - 1)}', -9223372036854775808n],
    ['${9223372036854775806 + 1}', 9223372036854775807n],
    ['${big % 7}', 2],
    ['${big + 0.5}', 100000000000000000000],
    ['${big / 2}', 50000000000000000000],
    ['${-big}', -100000000000000000000n],
  ])('%s is %s', (source, expected) => {
    expect(evaluateUel(source, { nothing: null, big: 100000000000000000000n })).toBe(expected)
  })

  test.each([
    ["${'a' + 1}"],
    ["${'hello ' + name}"],
    ['${true + 1}'],
    ['${when + 1}'],
    ['${list * 2}'],
    ["${-'x'}"],
    ['${-true}'],
    ['${1 % 0}'],
    ["${'12 ' - 'x'}"],
  ])('%s is an error: there is no concatenation, and only numbers calculate', (source) => {
    expect(failUel(source, { name: 'Bo', when, list: [1] })).toMatchObject({ from: 2, to: source.length - 1 })
  })
})

describe('comparison', () => {
  const variables = { nothing: null, when, later: new Date(when.getTime() + 1), yes: true, big: 100000000000000000000n }

  test.each(
    [
      ['${1 == 1.0}', true],
      ["${1 == '1'}", true],
      ["${1 == '1.0'}", true],
      ["${1.5 == '1.5'}", true],
      ["${'a' == 'a'}", true],
      ["${'1' == '1.0'}", false],
      ["${yes == 'true'}", true],
      ["${yes == 'TRUE'}", true],
      ["${yes == 'yes'}", false],
      ['${nothing == null}', true],
      ["${nothing == ''}", false],
      ['${nothing == 0}', false],
      ['${nothing != 0}', true],
      ['${nothing < 1}', false],
      ['${nothing >= null}', true],
      ['${nothing <= 1}', false],
      ['${when == when}', true],
      ['${when < later}', true],
      ['${when >= later}', false],
      ["${when == '2024-05-01T00:00:00.000Z'}", true],
      ["${'a' < 'b'}", true],
      ["${'B' < 'a'}", true],
      ["${'10' < '9'}", true],
      ["${10 > '9'}", true],
      ["${'1.5' < 2}", true],
      ['${2.5 > 2}', true],
      ['${big > 5}', true],
      ['${big == big}', true],
      ['${false < yes}', true],
    ].filter(([, expected]) => expected !== undefined),
  )('%s is %s', (source, expected) => {
    expect(evaluateUel(String(source), variables)).toBe(expected)
  })

  test.each([
    ["${1 == 'abc'}"],
    ["${1 < 'abc'}"],
    ['${yes == 1}'],
    ['${yes < 1}'],
    ['${list < list2}'],
    ['${when < yes}'],
  ])('%s is an error: the two are of different kinds', (source) => {
    expect(failUel(source, { yes: true, when, list: [1], list2: [2] }).message).toMatch(/^Expected .*, but .*\.$/)
  })

  test('lists and objects are equal when their contents are', () => {
    const variables = { a: [1, { b: [when] }], b: [1, { b: [new Date(when)] }], c: [1, { b: [] }] }
    expect(evaluateUel('${a == b && a != c}', variables)).toBe(true)
  })
})

describe('logic', () => {
  test.each([
    ["${'true' && true}", true],
    ["${'anything' || false}", false],
    ['${!nothing}', true],
    ["${!''}", true],
    ["${nothing ? 'y' : 'n'}", 'n'],
  ])('%s is %s', (source, expected) => {
    expect(evaluateUel(source, { nothing: null })).toBe(expected)
  })

  test.each(['${1 && true}', '${!1}', '${list ? 1 : 2}', '${true && 0}'])(
    '%s is an error: numbers and lists are no booleans',
    (source) => {
      expect(failUel(source, { list: [] }).message).toContain('true or false')
    },
  )

  test.each([
    ['${empty nothing}', true],
    ["${empty ''}", true],
    ['${empty list}', true],
    ['${empty map}', true],
    ['${empty 0}', false],
    ['${empty false}', false],
    ["${empty ' '}", false],
    ['${empty when}', false],
    ['${empty full}', false],
  ])('%s is %s', (source, expected) => {
    expect(evaluateUel(source, { nothing: null, list: [], map: {}, when, full: [null] })).toBe(expected)
  })
})
