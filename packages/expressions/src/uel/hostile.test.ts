// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions are written like that
import { describe, expect, test } from 'vitest'
import { compileUel } from './index.ts'
import { createTestExecution, createTestScope } from './test-scope.ts'
import { evaluateUel, failUel, refuseUel } from './test-uel.ts'

describe('JavaScript’s own members stay out of reach', () => {
  const members = [
    'constructor',
    '__proto__',
    'prototype',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
    'valueOf',
    'call',
    'apply',
  ]

  test.each(members)('of a map, %s is only a key', (member) => {
    expect(evaluateUel(`\${map.${member}}`, { map: {} })).toBeNull()
    expect(evaluateUel(`\${map['${member}']}`, { map: {} })).toBeNull()
  })

  test.each(members)('of a text, list, number, date or object of the engine, %s is no property', (member) => {
    const variables = { s: 'x', l: [1], n: 1, b: true, d: new Date(0) }
    const scope = createTestScope(variables, { execution: createTestExecution(variables) })
    for (const name of ['s', 'l', 'n', 'b', 'd', 'execution']) {
      expect(failUel(`\${${name}.${member}}`, scope).message).toMatch(/^Expected/)
    }
  })

  test.each([
    "${''.constructor.constructor('return process')}",
    "${map['constructor']['constructor']('x')}",
    '${map.constructor()}',
    '${map.hasOwnProperty("a")}',
    '${map.__defineGetter__("a", 1)}',
    '${list.map(1)}',
    '${list.constructor("x")}',
    '${execution.constructor("x")}',
    '${execution.__proto__()}',
    '${n.toFixed(2)}',
    '${execution.hasOwnProperty("x")}',
  ])('%s finds no method', (source) => {
    const scope = createTestScope({ map: {}, list: [], n: 1 }, { execution: createTestExecution({}) })
    expect(failUel(source, scope).message).toMatch(/^Expected/)
  })

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'globalThis', 'process', 'undefined', 'eval'])(
    'the name %s stands for nothing',
    (name) => {
      expect(failUel(`\${${name}}`).message).toContain(`'${name}'`)
      expect(failUel(`\${${name}(1)}`).message).toContain(`'${name}'`)
    },
  )

  test('data that looks like an object of the engine is data', () => {
    expect(evaluateUel('${x.properties.a}', { x: { properties: { a: 1 }, methods: {} } })).toBe(1)
  })

  test('a variable is not found on the prototype of the scope’s objects', () => {
    expect(failUel('${valueOf}').message).toContain("'valueOf'")
  })
})

describe('size', () => {
  test('a text too long is refused', () => {
    expect(refuseUel(`\${${'1+'.repeat(600_000)}1}`).message).toContain('1000000 characters')
  })

  test.each([
    ['parentheses', `\${${'('.repeat(5000)}1${')'.repeat(5000)}}`],
    ['unary operators', `\${${'!'.repeat(50_000)}true}`],
    ['choices', `\${${'true ? 1 : '.repeat(5000)}2}`],
    ['indices', `\${a${'[a'.repeat(5000)}${']'.repeat(5000)}}`],
    ['a long sum', `\${${'1+'.repeat(5000)}1}`],
    ['a long path', `\${a${'.b'.repeat(5000)}}`],
    ['nested calls', `\${${'f('.repeat(5000)}${')'.repeat(5000)}}`],
  ])('%s nested deep are refused, not overflowed by', (_, source) => {
    expect(refuseUel(source).message).toContain('levels')
  })

  test('a sum of some hundred terms is fine', () => {
    expect(evaluateUel(`\${${'1+'.repeat(900)}1}`)).toBe(901)
  })

  test('many expressions in one text are fine', () => {
    expect(evaluateUel('${1}-'.repeat(10_000))).toBe('1-'.repeat(10_000))
  })

  test.each([
    '${s.concat(s)}',
    '${s.replace("a", s)}',
    '${s.replaceAll("a", s)}',
    '${"a".repeat(2147483647)}',
    '${s}${s}',
    'x${l}',
  ])('%s cannot make a text of more than ten million characters', (source) => {
    const s = 'a'.repeat(6_000_000)
    expect(failUel(source, { s: source.includes('replace') ? 'a'.repeat(10_000) : s, l: [s, s] }).message).toMatch(
      /10000000|too long/,
    )
  })

  test('searching a huge text for a huge text is refused', () => {
    const [s, part] = ['a'.repeat(1_000_000), `${'a'.repeat(10_000)}b`]
    for (const method of ['contains', 'indexOf', 'lastIndexOf']) {
      expect(failUel(`\${s.${method}(part)}`, { s, part }).message).toContain('shorter')
    }
  })

  test('comparing huge lists item by item is refused', () => {
    const l = Array.from({ length: 10_000 }, (_, index) => index)
    expect(failUel('${l.containsAll(l)}', { l }).message).toContain('shorter lists')
  })

  test('data nested without end is refused, not overflowed by', () => {
    let deep: unknown = []
    for (let level = 0; level < 20_000; level += 1) deep = [deep]
    const variables = { deep, other: structuredClone(['x']), text: `${'['.repeat(20_000)}${']'.repeat(20_000)}` }
    for (const source of ['${deep == S(text)}', '${S(deep)}', 'x ${deep}', '${deep.add(1)}', '${deep.toString()}']) {
      expect(failUel(source, variables).message).toMatch(/levels|stack/)
    }
  })

  test('a JSON path cannot multiply its hits without end', () => {
    let json: unknown = 1
    for (let level = 0; level < 300; level += 1) json = { a: json, b: level }
    expect(failUel('${S(j).jsonPath("$..*..*..*")}', { j: json }).message).toContain('visits')
  })
})

test('evaluation does not change what it is given', () => {
  const variables = { list: [3, 1], map: { a: { b: 1 } } }
  const frozen = structuredClone(variables)
  for (const source of [
    '${list.subList(0, 1)}',
    '${list.removeAll(list)}',
    '${map.a.put("c", 1)}',
    '${S(map).prop("a", 1)}',
  ]) {
    const compiled = compileUel(source)
    if (compiled.ok) compiled.expression.evaluate({ ...createTestScope({ ...variables }) })
  }
  expect(variables).toEqual(frozen)
})
