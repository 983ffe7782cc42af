// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions are written like that
import { describe, expect, test } from 'vitest'
import { createTestExecution, createTestScope } from '../test-scope.ts'
import { evaluateUel, failUel } from '../test-uel.ts'

const when = new Date('2024-05-01T10:11:12.013Z')
const variables = () => ({
  s: 'Hello World',
  n: 7,
  f: 2.5,
  big: 2n ** 70n,
  yes: true,
  when,
  later: new Date(when.getTime() + 1000),
  list: ['a', 'b', 'a'],
  map: { a: 1, b: null },
  order: { price: 120, paid: false, URL: 'u' },
  decisionResult: [{ result: 'ok' }],
})

describe.each([
  [
    'texts',
    [
      ['s.length()', 11],
      ['s.isEmpty()', false],
      ["s.equals('Hello World')", true],
      ['s.equals(null)', false],
      ["s.equalsIgnoreCase('hello world')", true],
      ['s.equalsIgnoreCase(null)', false],
      ["s.contains('o W')", true],
      ["s.startsWith('He') && s.endsWith('ld') && s.startsWith('lo', 3)", true],
      ['s.toUpperCase()', 'HELLO WORLD'],
      ['s.toLowerCase()', 'hello world'],
      ["' x\t'.trim()", 'x'],
      ['s.substring(6)', 'World'],
      ['s.substring(0, 5)', 'Hello'],
      ["s.indexOf('o')", 4],
      ["s.indexOf('o', 5)", 7],
      ["s.lastIndexOf('o')", 7],
      ["s.lastIndexOf('o', 5)", 4],
      ["s.replace('l', '$&')", 'He$&$&o Wor$&d'],
      ["'ab'.replace('', '-')", '-a-b-'],
      ['s.charAt(1)', 'e'],
      ["s.concat('!')", 'Hello World!'],
      ['s.concat(1)', 'Hello World1'],
      ["'ab'.repeat(2)", 'abab'],
      ['s.toString()', 'Hello World'],
      ["'b'.compareTo('a')", 1],
      ["'abc'.compareTo('ab')", 1],
      ["'abc'.hashCode()", 96354],
      ["'polygenelubricants'.hashCode()", -2147483648],
      ["'  '.isBlank()", true],
      ['s.blank', false],
    ],
  ],
  [
    'numbers and booleans',
    [
      ['n.intValue()', 7],
      ['f.intValue()', 2],
      ['f.longValue()', 2],
      ['n.doubleValue()', 7],
      ['n.toString()', '7'],
      ['big.toString()', '1180591620717411303424'],
      ['n.equals(7)', true],
      ["n.equals('7')", false],
      ['n.compareTo(8)', -1],
      ['n.hashCode()', 7],
      ['big.intValue()', 0],
      ['yes.booleanValue()', true],
      ['yes.toString()', 'true'],
      ['yes.equals(true)', true],
      ['yes.hashCode()', 1231],
    ],
  ],
  [
    'dates',
    [
      ['when.getTime()', when.getTime()],
      ['when.time', when.getTime()],
      ['when.before(later)', true],
      ['when.after(later)', false],
      ['when.compareTo(later)', -1],
      ['when.equals(later)', false],
      ['when.toString()', '2024-05-01T10:11:12.013Z'],
      ['when.getHours()', 10],
      ['when.getMonth()', 4],
      ['when.year', 124],
      ['when.getDay()', 3],
    ],
  ],
  [
    'lists',
    [
      ['list.size()', 3],
      ['list.isEmpty()', false],
      ['list.get(1)', 'b'],
      ["list.contains('b')", true],
      ["list.contains('c')", false],
      ['list.containsAll(list)', true],
      ["list.indexOf('a')", 0],
      ["list.lastIndexOf('a')", 2],
      ['list.subList(1, 3)', ['b', 'a']],
      ['list.toString()', '["a","b","a"]'],
      ['list.equals(list)', true],
      ['list.getLast()', 'a'],
    ],
  ],
  [
    'maps and beans',
    [
      ["map.get('a')", 1],
      ["map.get('x')", null],
      ["map.containsKey('b')", true],
      ["map.containsKey('x')", false],
      ['map.containsValue(1)', true],
      ['map.size()', 2],
      ['map.isEmpty()', false],
      ['map.keySet()', ['a', 'b']],
      ['map.values()', [1, null]],
      ["map.getOrDefault('x', 5)", 5],
      ['map.entrySet().get(0).key', 'a'],
      ['map.entrySet().get(0).getValue()', 1],
      ['map.toString()', '{"a":1,"b":null}'],
      ['order.getPrice()', 120],
      ['order.isPaid()', false],
      ['order.getURL()', 'u'],
    ],
  ],
  [
    'results of decisions',
    [
      ['decisionResult.getSingleResult().result', 'ok'],
      ['decisionResult.getFirstResult().getEntry("result")', 'ok'],
      ['decisionResult.getSingleEntry()', 'ok'],
      ["decisionResult.collectEntries('result')", ['ok']],
      ['decisionResult.getResultList().size()', 1],
      ['decisionResult.getSingleResult().getSingleEntry()', 'ok'],
      ['decisionResult.get(0).getFirstEntry()', 'ok'],
    ],
  ],
] satisfies [string, [string, unknown][]][])('methods of %s', (_, cases) => {
  test.each(cases)('%s is %j', (source, expected) => {
    expect(evaluateUel(`\${${source}}`, variables())).toEqual(expected)
  })
})

test.each([
  's.charAt(99)',
  's.substring(5, 2)',
  's.substring(-1)',
  's.contains(null)',
  'list.get(9)',
  'list.subList(2, 9)',
  "list.containsAll('a')",
  "map.putAll('a')",
  "n.compareTo('x')",
  "when.before('x')",
  "'a'.repeat(-1)",
])('%s is an error, as in Java', (source) => {
  expect(failUel(`\${${source}}`, variables()).message).toMatch(/^Expected .*, but .*\.$/)
})

describe('methods that change a value', () => {
  const change = (source: string, values: Record<string, unknown>) => {
    const before = structuredClone(values)
    const given = { ...values }
    const scope = createTestScope(given, { execution: createTestExecution(given) })
    const result = evaluateUel(`\${${source}}`, scope)
    expect(values, 'values of the scope are never changed in place').toEqual(before)
    return { result, variables: given }
  }

  test.each([
    ["list.add('c')", { list: ['a'] }, true, { list: ['a', 'c'] }],
    ["list.add(0, 'c')", { list: ['a'] }, null, { list: ['c', 'a'] }],
    ['list.addAll(list)', { list: ['a'] }, true, { list: ['a', 'a'] }],
    ["list.remove('a')", { list: ['a', 'b'] }, true, { list: ['b'] }],
    ['list.remove(1)', { list: ['a', 'b'] }, 'b', { list: ['a'] }],
    ["list.set(0, 'z')", { list: ['a'] }, 'a', { list: ['z'] }],
    ['list.removeAll(other)', { list: [1, 2, 3], other: [1, 3] }, true, { list: [2], other: [1, 3] }],
    ['list.retainAll(other)', { list: [1, 2, 3], other: [1, 3] }, true, { list: [1, 3], other: [1, 3] }],
    ['list.clear()', { list: [1] }, null, { list: [] }],
    ["map.put('a', 2)", { map: { a: 1 } }, 1, { map: { a: 2 } }],
    ["map.putIfAbsent('a', 2)", { map: { a: 1 } }, 1, { map: { a: 1 } }],
    ["map.remove('a')", { map: { a: 1 } }, 1, { map: {} }],
    ['map.clear()', { map: { a: 1 } }, null, { map: {} }],
    [
      "order.items[0].tags.add('x')",
      { order: { items: [{ tags: [] }] } },
      true,
      { order: { items: [{ tags: ['x'] }] } },
    ],
    ["order.prop('a', 1).prop('b', list)", { order: {}, list: [1] }, { a: 1 }, { order: { a: 1 }, list: [1] }],
    ["order.prop('items').append(5)", { order: { items: [] } }, [5], { order: { items: [5] } }],
    ["execution.getVariable('list').add(1)", { list: [] }, true, { list: [1] }],
    ['list.add(list.size())', { list: [] }, true, { list: [0] }],
    ['list.add(list.remove(0))', { list: ['a', 'b'] }, true, { list: ['b', 'a'] }],
    ['list.add(other.remove(0))', { list: [], other: [1, 2] }, true, { list: [1], other: [2] }],
    ['list.add(now().after(now()))', { list: [] }, true, { list: [false] }],
  ])('%s writes the variable', (source, values, result, after) => {
    const changed = change(source, values)
    expect(changed.variables).toMatchObject(after)
    if (!source.includes('prop(')) expect(changed.result).toEqual(result)
  })

  test('a change of what is no variable leaves no trace', () => {
    expect(change("vars:get('list').add(1)", { list: [] })).toEqual({ result: true, variables: { list: [] } })
  })

  test('a change that fails writes nothing', () => {
    const scope = createTestScope({ list: ['a'] })
    failUel('${list.set(5, 1)}', scope)
    failUel('${list.add(nope)}', scope)
    expect(scope.variables).toEqual({ list: ['a'] })
  })

  test('a key that JavaScript knows is a key like any other', () => {
    const scope = createTestScope({ map: {} })
    evaluateUel("${map.put('__proto__', 'mine')}", scope)
    expect(Object.entries(scope.variables.map as object)).toEqual([['__proto__', 'mine']])
    expect(Object.getPrototypeOf(scope.variables.map)).toBe(Object.prototype)
  })
})
