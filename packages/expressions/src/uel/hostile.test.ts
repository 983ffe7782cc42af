// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions are written like that
import { describe, expect, test } from 'vitest'
import { createMeter, expressionBudgets } from '../meter.ts'
import { compileUel } from './index.ts'
import { createTestExecution, createTestScope } from './test-scope.ts'
import { evaluateUel, exhaustUel, failUel, refuseUel } from './test-uel.ts'

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
    const variables = { s: source.includes('replace') ? 'a'.repeat(10_000) : s, l: [s, s] }
    if (source === 'x${l}') expect(failUel(source, variables).message).toContain('at most 10000000 characters')
    else expect(exhaustUel(source, variables)).toMatchObject({ limit: 'textLength', most: 10_000_000 })
  })

  test.each(['contains', 'indexOf', 'lastIndexOf'])('%s finds a huge text in a huge text', (method) => {
    const part = `${'a'.repeat(250_000)}b${'a'.repeat(249_999)}`
    const s = `${'a'.repeat(500_000)}b${'a'.repeat(499_999)}`
    expect(evaluateUel(`\${s.${method}(part)}`, { s, part })).toBe(method === 'contains' ? true : 250_000)
    expect(evaluateUel(`\${s.${method}(other)}`, { s, other: `${part}b` })).toBe(method === 'contains' ? false : -1)
  })

  test('comparing huge lists item by item is too much', () => {
    const l = Array.from({ length: 10_000 }, (_, index) => index)
    expect(exhaustUel('${l.containsAll(l)}', { l }).limit).toBe('work')
  })

  test.each(['l.contains(l)', 'l.lastIndexOf(l)', 'S(l).contains(l)', 'm.containsValue(l)'])(
    'a long list is looked for in a long list at once: %s',
    (call) => {
      const l = Array.from({ length: 40_000 }, (_, index) => index)
      const m = Object.fromEntries(l.map((number) => [`k${number}`, number]))
      expect(evaluateUel(`\${${call}}`, { l, m })).toBe(call.includes('Index') ? -1 : false)
    },
  )

  test.each([
    ['a long JSON path', '${S(j).jsonPath(p)}', { j: {}, p: '.a'.repeat(150_000) }],
    ['bytes', '${vars:base64(t)}', { t: '中'.repeat(300_000) }],
  ])('%s takes more than others wait for', (_, source, variables) => {
    const meter = createMeter(20_000, 'inline')
    const allowance = { meter, isOnLoop: true, budgets: expressionBudgets }
    expect(exhaustUel(source, { ...createTestScope(variables), allowance }).limit).toBe('inline')
  })

  test('a text that grows with its case is not too long either', () => {
    expect(exhaustUel('${s.toUpperCase()}', { s: 'ΐ'.repeat(4_000_000) }).limit).toBe('textLength')
  })

  test('data nested without end is refused, not overflowed by', () => {
    let deep: unknown = []
    for (let level = 0; level < 20_000; level += 1) deep = [deep]
    const variables = { deep, other: structuredClone(['x']), text: `${'['.repeat(20_000)}${']'.repeat(20_000)}` }
    for (const source of ['${deep == S(text)}', '${S(deep)}', 'x ${deep}', '${deep.add(1)}', '${deep.toString()}']) {
      expect(exhaustUel(source, variables)).toMatchObject({ limit: 'valueDepth', most: 200 })
    }
  })

  test('a JSON path cannot multiply its hits without end', () => {
    let json: unknown = 1
    for (let level = 0; level < 150; level += 1) json = { a: json, b: level }
    expect(exhaustUel('${S(j).jsonPath("$..*..*..*..*")}', { j: json }).limit).toBe('work')
  })

  test('white space in the middle of a text is not gone through again and again', () => {
    expect(evaluateUel('${s.trim().length()}', { s: ` x${' '.repeat(1_000_000)}x ` })).toBe(1_000_002)
  })

  test('whether a huge text is true is reported at once', () => {
    const terms = Array.from({ length: 190 }, () => 's').join(' || ')
    expect(evaluateUel(`\${${terms}}`.repeat(20), { s: 'T'.repeat(9_000_000) })).toBe('false'.repeat(20))
    expect(evaluateUel('${s ? 1 : 2}', { s: 'TRUE' })).toBe(1)
  })

  test('digits and a letter are no number at once', () => {
    expect(failUel('${s + 1}', { s: `${'9'.repeat(1_000_000)}x.` }).message).toContain('Expected a number')
  })

  test('whole numbers have an end', () => {
    expect(failUel('${s + 1}', { s: '9'.repeat(1_000_000) }).message).toContain('at most 308 digits')
    expect(failUel('${s * s}', { s: '9'.repeat(300) }).message).toContain('at most 308 digits')
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
