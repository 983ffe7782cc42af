// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions are written like that
import { describe, expect, test } from 'vitest'
import { compileUel, isUel } from './index.ts'
import { createTestExecution, createTestScope, testNow } from './test-scope.ts'
import { evaluateUel, failUel, refuseUel } from './test-uel.ts'

const order = { price: 120, name: 'Bo', items: [{ n: 'x' }, { n: 'y' }], 'post code': 1234 }

describe('text and expressions', () => {
  test.each([
    ['plain text', 'plain text'],
    ['', ''],
    ['${name}', 'Bo'],
    ['#{name}', 'Bo'],
    ['  ${price}\n', 120],
    ['Review of ${name} by #{who}', 'Review of Bo by demo'],
    ['${name}${price}', 'Bo120'],
    ['${name} ', 'Bo'],
    ['${nothing}!', '!'],
    ['costs 5$ {or} #5', 'costs 5$ {or} #5'],
    ['\\${name}', '${name}'],
    ['a \\#{name} ${name}', 'a #{name} Bo'],
    ['C:\\dir\\ ${name}', 'C:\\dir\\ Bo'],
    ["${'}'}", '}'],
    ["${'it\\'s \\\\ \"fine\"'}", 'it\'s \\ "fine"'],
    ['${"a \'b\' \\" c"}', "a 'b' \" c"],
  ])('%j gives %j', (source, expected) => {
    expect(evaluateUel(source, { name: 'Bo', price: 120, who: 'demo', nothing: null })).toBe(expected)
  })

  test('a text has an expression only where one begins', () => {
    expect(['${a}', 'x #{a}', '${', 'a\\${b} ${c}'].map(isUel)).toEqual([true, true, true, true])
    expect(['', 'a', '$ {a}', '\\${a}', '#a'].map(isUel)).toEqual([false, false, false, false, false])
  })

  test('a composite writes numbers, dates, lists and objects as text', () => {
    const variables = { n: 2.5, big: 123456789012345678901n, d: testNow, l: ['a', 1, null], o: { a: [true] } }
    expect(evaluateUel('${n}|${big}|${d}|${l}|${o}', variables)).toBe(
      '2.5|123456789012345678901|2024-01-31T10:20:30.400Z|["a",1,null]|{"a":[true]}',
    )
  })
})

describe('syntax', () => {
  test.each([
    ['${a +}', 5, 6],
    ['${a b}', 4, 5],
    ['${(a}', 4, 5],
    ['${a', 3, 3],
    ['${}', 2, 3],
    ['${a ? b}', 7, 8],
    ["${'abc}", 2, 7],
    ["${'a\\n'}", 4, 6],
    ['x ${a} ${@}', 9, 10],
    ['${a.}', 4, 5],
    ['${a[1}', 5, 6],
    ['${f(1,)}', 6, 7],
    ['${a = 1}', 4, 5],
    ['${a += 1}', 5, 6],
    ['${now(1)}', 2, 8],
    ['${vars:getOrDefault(a)}', 2, 22],
  ])('%j is refused, and the problem tells where', (source, from, to) => {
    expect(refuseUel(source)).toMatchObject({ from, to, message: expect.stringMatching(/^Expected .+, but .+\.$/) })
  })

  test.each([
    ['${1 + 2 * 3}', 7],
    ['${(1 + 2) * 3}', 9],
    ['${10 - 3 - 2}', 5],
    ['${2 * 3 % 4}', 2],
    ['${7 div 2}', 3.5],
    ['${7 mod 2}', 1],
    ['${-2 + 5}', 3],
    ['${- -2}', 2],
    ['${1 < 2 && 2 < 3 || false}', true],
    ['${true || nope}', true],
    ['${false and nope}', false],
    ['${not false && true}', true],
    ['${!true || true}', true],
    ['${1 + 1 == 2}', true],
    ['${1 lt 2 eq true}', true],
    ['${5 ge 5 and 5 le 5 and 5 gt 4 and 5 ne 4}', true],
    ['${true ? 1 : 2}', 1],
    ['${false ? 1 : true ? 2 : 3}', 2],
    ['${true ? false ? 1 : 2 : 3}', 2],
    ['${true?1:2}', 1],
    ['${empty null}', true],
    ['${not empty "a"}', true],
    ['${.5 + 1.}', 1.5],
    ['${1e3}', 1000],
    ['${9223372036854775807}', 9223372036854775807n],
    ['${null}', null],
    ['${"a"}', 'a'],
  ])('%s is %s', (source, expected) => {
    expect(evaluateUel(source)).toBe(expected)
  })

  test('words of the language may name properties', () => {
    expect(evaluateUel('${o.empty + o.mod}', { o: { empty: 1, mod: 2 } })).toBe(3)
  })

  test('evaluation never parses: one compilation serves many scopes', () => {
    const compiled = compileUel('${a + 1}')
    if (!compiled.ok) throw new Error('Expected the text to compile.')
    expect([1, 2, 3].map((a) => compiled.expression.evaluate(createTestScope({ a })))).toEqual([2, 3, 4])
    expect(compiled.expression).toMatchObject({ source: '${a + 1}', language: 'uel' })
  })
})

describe('names and properties', () => {
  const variables = { order, list: ['p', 'q'], nothing: null, key: 'name', index: 1 }
  const scope = createTestScope(variables, { execution: createTestExecution(variables) })

  test.each([
    ['${order.name}', 'Bo'],
    ["${order['post code']}", 1234],
    ['${order[key]}', 'Bo'],
    ['${order.items[1].n}', 'y'],
    ['${order.items[index].n}', 'y'],
    ["${order.items['0'].n}", 'x'],
    ['${list[5]}', null],
    ['${list[-1]}', 'q'],
    ['${order.missing}', null],
    ['${order.missing.deeper}', null],
    ['${nothing.x}', null],
    ['${order[nothing]}', null],
    ['${execution.id}', 'execution-1'],
    ['${execution.getId()}', 'execution-1'],
    ['${execution.processInstanceId}', 'instance-1'],
    ['${execution.getProcessInstanceId()}', 'instance-1'],
    ['${execution.active}', true],
    ['${execution["processBusinessKey"]}', 'order-7'],
    ["${execution.getVariable('index') + 1}", 2],
    ["${execution['getVariable']('index')}", 1],
    ['${variables.index}', 1],
    ["${variables['list'][0]}", 'p'],
    ['${variables.missing}', null],
    ["${variables.containsKey('list')}", true],
    ["${variableContainer.getVariable('index')}", 1],
    ['${authenticatedUserId}', 'demo'],
  ])('%s is %j', (source, expected) => {
    expect(evaluateUel(source, scope)).toBe(expected)
  })

  test('a name that stands for nothing is an error that says so and where', () => {
    expect(failUel('Hello ${ nope + 1}')).toMatchObject({
      message: "Expected a variable or object named 'nope', but there is none (unknown property).",
      source: 'Hello ${ nope + 1}',
      from: 9,
      to: 13,
    })
  })

  test.each(['${nothing.run()}', '${order.missing.run()}', '${null.run()}'])(
    '%s fails: null has no methods',
    (source) => {
      expect(failUel(source, { nothing: null, order }).message).toContain('target unreachable')
    },
  )

  test.each([
    ['${order.name.x}', "'x'"],
    ['${list.first}', '"first"'],
    ['${execution.nope}', "'nope'"],
    ['${execution.nope()}', "'nope'"],
    ['${order.name.explode()}', "'explode'"],
    ['${index.explode()}', "'explode'"],
    ['${order.explode()}', "'explode'"],
    ['${unheardOf(1)}', "'unheardOf'"],
    ['${order.name.substring()}', 'substring()'],
    ['${order.name.substring(0, 1, 2)}', 'substring()'],
  ])('%s fails and names what is missing', (source, name) => {
    expect(failUel(source, scope).message).toContain(name)
  })

  test('execution means the object of the engine even where a variable has its name', () => {
    const own = { execution: 'mine', bean: 'mine' }
    const objects = { execution: createTestExecution(own), bean: createTestExecution(own) }
    expect(evaluateUel('${execution.id}', createTestScope(own, objects))).toBe('execution-1')
    expect(evaluateUel('${bean}', createTestScope(own, objects))).toBe('mine')
  })

  test('an object of the engine alone is the value, so that a delegate expression can be bound', () => {
    const bean = createTestExecution({})
    expect(evaluateUel('${bean}', createTestScope({}, { bean }))).toBe(bean)
  })

  test('errors of the engine’s objects come through unchanged', () => {
    const failing = {
      properties: {},
      methods: {
        fail: () => {
          throw new TypeError('from the engine')
        },
      },
    }
    expect(() => evaluateUel('${bean.fail()}', createTestScope({}, { bean: failing }))).toThrow(
      new TypeError('from the engine'),
    )
  })

  test('methods of the engine get plain values', () => {
    const received: unknown[] = []
    const bean = { properties: {}, methods: { take: (...args: unknown[]) => received.push(...args) } }
    evaluateUel("${bean.take(dateTime(), S('[1]'), 'x', null, variables)}", createTestScope({ a: 1 }, { bean }))
    expect(received).toEqual([testNow, [1], 'x', null, { a: 1 }])
  })
})

describe('free variables', () => {
  test.each([
    ['${a + b.c[d]}', ['a', 'b', 'd']],
    ['${a} ${a}', ['a']],
    ["${execution.getVariable('x') + task.name}", ['x']],
    ['${variables.x}${variables["y"]}', ['x', 'y']],
    ['${vars:get(x) + vars:getOrDefault("y", z)}', ['x', 'y', 'z']],
    ['${bean.run(a ? b : c)}', ['bean', 'a', 'b', 'c']],
    ['${-a > !b}', ['a', 'b']],
    ['text', []],
  ])('%s has %j', (source, expected) => {
    const compiled = compileUel(source)
    expect(compiled.ok && [...compiled.expression.variables].sort()).toEqual([...expected].sort())
  })
})
