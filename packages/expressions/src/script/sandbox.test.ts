import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestExecution, createTestScope } from '../uel/test-scope.ts'
import { compileJavaScript, loadScriptEngine } from './index.ts'
import { workedTime } from './load-script-engine.ts'
import { evaluateScript, failScript, refuseScript, runTestScript } from './test-script.ts'

beforeAll(() => loadScriptEngine())
beforeEach(() => loadScriptEngine())

const quick = { scriptTime: 100 }

describe('time', () => {
  test.each([
    'while (true) {}',
    'for (;;) try { while (true) {} } catch (e) {} finally { while (true) {} }',
    '/(a+)+$/.test("a".repeat(40) + "b")',
    'new Promise(() => {}); Promise.resolve().then(function again() { return Promise.resolve().then(again) })',
    'var s = new Set([1]); for (var x of s) { s.delete(x); s.add(x) }',
    'var l = [1], it = l.values(); l.length = 4e9; new Set(it)',
    '[1].sort.call([2, 1], function () { for (;;); })',
    '({ get x() { for (;;); } }).x',
    'throw { get message() { for (;;); } }',
    'execution.setVariable("x", { get a() { for (;;); } })',
    '({ get a() { for (;;); } })',
  ])('%s ends', (source) => {
    const scope = createTestScope({}, { execution: createTestExecution({}) })
    expect(failScript(source, scope, quick).message).toMatch(/within 100 ms|no error/)
  })

  test.each([
    'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)',
    'Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 1)',
    'Array(2 ** 32 - 1).join()',
    'String(Array(2 ** 32 - 1))',
    'Array(2 ** 32 - 1).forEach(() => 1)',
    '[].concat(Array(2 ** 32 - 1))',
    '[Array(2 ** 32 - 1)].flat()',
    '[1].flatMap(() => Array(2 ** 32 - 1))',
    'new Set(Array(2 ** 32 - 1))',
    'JSON.stringify({}, Array(2 ** 32 - 1))',
    'var n = 0; Array.prototype.indexOf.call({ get length() { return n++ ? 2 ** 53 - 1 : 1 } }, 5); Array(4e9).reverse()',
    'var a = "a".repeat(4e6); a.indexOf("a".repeat(2e6) + "b")',
    'var a = "a".repeat(4e6); a.lastIndexOf({ toString: () => "b" + "a".repeat(2e6) })',
    'var a = "a".repeat(4e6); a.split("a".repeat(2e6) + "b")',
    'var a = "a".repeat(4e6); a.replace("a".repeat(2e6) + "b", "")',
  ])('%s is refused before it hangs in a native loop', (source) => {
    expect(failScript(source).message).toMatch(/RangeError|TypeError/)
  })
})

test('time counts by the clock that the engine is given', async () => {
  let time = 0
  await loadScriptEngine({ now: () => (time += 30) })
  try {
    expect(failScript('while (true) {}', {}, { scriptTime: 100 }).message).toContain('within 100 ms')
    expect(time).toBeLessThan(1000)
    expect(evaluateScript('1 + 1')).toBe(2)
  } finally {
    await loadScriptEngine({ now: workedTime })
  }
})

test('time in which others have the processor is none of a script', () => {
  const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * quick.scriptTime)
  const scope = createTestScope({}, { others: { properties: {}, methods: { work: pause } } })
  const source = 'others.work(); for (var i = 0; i < 100000; i++); i'
  expect(runTestScript(source, scope, quick).value).toBe(100_000)
})

describe('memory', () => {
  test.each([
    'var a = []; for (;;) a[a.length] = new Uint8Array(1e5)',
    'var a = []; for (;;) a[a.length] = "x" + a.length',
    'var s = "x"; for (;;) s = s + s + "y"',
    'new Uint8Array(1e9)',
    'Array.from({ length: 4e9 })',
    '"x".repeat(2 ** 29)',
    'var m = new Map(); for (var i = 0; ; i++) m.set(i, [i])',
    '[...Array(2 ** 32 - 1)]',
  ])('%s is stopped', (source) => {
    expect(failScript(source, {}, { scriptTime: 5000 }).message).toMatch(
      /bytes of memory|memory runs out|too long|RangeError/,
    )
  })

  test('a bomb leaves nothing behind for the next run', () => {
    for (let round = 0; round < 5; round += 1) failScript('var a = []; for (;;) a[a.length] = new Uint8Array(1e5)', {})
    expect(evaluateScript('"x".repeat(1e6).length')).toBe(1_000_000)
  })

  test('the limit can be set', () => {
    const source = 'let a = []; for (let i = 0; i < 150; i++) a[i] = new Uint8Array(1e5); a.length'
    expect(evaluateScript(source)).toBe(150)
    expect(failScript(source, {}, { scriptMemory: 4 * 1024 * 1024 }).message).toContain('4194304 bytes')
  })
})

describe('depth', () => {
  test.each([
    'function f() { f() } f()',
    'function f() { return [1, 2].map(f) } f()',
    'var o = { get x() { return this.x } }; o.x',
    'var o = { valueOf() { return +o } }; +o',
    'JSON.parse("[".repeat(1e5))',
    'var o = []; for (var i = 0; i < 1e5; i++) o = [o]; JSON.stringify(o)',
    'var o = []; for (var i = 0; i < 1e5; i++) o = [o]; String(o)',
    'var o = []; for (var i = 0; i < 1e5; i++) o = [o]; o.flat(Infinity)',
    'var o = []; for (var i = 0; i < 1e5; i++) o = [o]; o',
    'function* g() { yield* g() } [...g()]',
    'new RegExp("(?:".repeat(1e5) + ")".repeat(1e5))',
  ])('%s is stopped', (source) => {
    expect(failScript(source).message).toMatch(/stack overflow|overflowed|levels/)
  })

  test('some hundred nested calls are fine', () => {
    expect(evaluateScript('function f(n) { return n < 1 ? 0 : 1 + f(n - 1) } f(400)')).toBe(400)
  })

  test.each(['(', '[', '{'])('a source of many nested %s is refused before it is parsed', (bracket) => {
    expect(refuseScript(bracket.repeat(100_000)).message).toContain('levels of brackets')
  })

  test('a stack set too large for the host breaks one engine, which is replaced', async () => {
    for (let round = 0; round < 3; round += 1) {
      const compiled = compileJavaScript('function f() { f() } f()', 1024 * 1024)
      expect(() => compiled.ok && compiled.expression.run(createTestScope())).toThrow('overflowed the stack')
    }
    await loadScriptEngine()
    expect(evaluateScript('1 + 1')).toBe(2)
  })
})

describe('isolation', () => {
  test.each([
    ['process'],
    ['require'],
    ['globalThis.process'],
    ['Function'],
    ['eval'],
    ['Proxy'],
    ['WebAssembly'],
    ['fetch'],
    ['setTimeout'],
    ['SharedArrayBuffer'],
    ['std'],
    ['os'],
    ['Deno'],
  ])('%s is not there', (name) => {
    expect(evaluateScript(`typeof ${name}`)).toBe('undefined')
  })

  test.each([
    '(function () {}).constructor("return 1")()',
    '(() => {}).constructor.constructor("return 1")()',
    '(async function () {}).constructor("return 1")()',
    '(function* () {}).constructor("yield 1")().next()',
    'Object.getPrototypeOf(function () {}).constructor("return 1")()',
    '[].map.constructor("return 1")()',
    'execution.getVariable.constructor("return 1")()',
    'execution.constructor.constructor("return 1")()',
    'execution.__proto__.constructor("return 1")()',
  ])('%s makes no code', (source) => {
    expect(failScript(source, createTestScope({}, { execution: createTestExecution({}) })).message).toContain(
      'TypeError',
    )
  })

  test('nothing a run does is seen by the next', () => {
    evaluateScript(`Array.prototype.map = null; Object.prototype.polluted = 1; JSON.parse = null; Math.random = () => 4;
      String.prototype.trim = () => 'x'; globalThis.left = 1; Date.now = () => 0; Object.freeze(Array.prototype); 1`)
    expect(
      evaluateScript(
        '[typeof [].map, typeof ({}).polluted, typeof JSON.parse, Math.random() < 1, " a ".trim(), typeof left]',
      ),
    ).toEqual(['function', 'undefined', 'function', true, 'a', 'undefined'])
  })

  test('neither the host’s prototypes nor its values are reached', () => {
    const map = { a: { b: 1 } }
    const execution = createTestExecution({ map })
    const scope = createTestScope({ map }, { execution })
    evaluateScript(
      `map.__proto__.polluted = 1; Object.prototype.polluted = 1; execution.getVariable('map').a.b = 2;
       execution.setVariable('evil', JSON.parse('{"__proto__":{"polluted":1}}')); map.a.b = 3; 1`,
      scope,
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(map).toEqual({ a: { b: 1 } })
  })

  test.each([
    'Object.setPrototypeOf(execution, null)',
    'Object.defineProperty(execution, "x", { value: 1 })',
    'delete execution.getVariable; "use strict"; execution.x = 1',
    'Object.assign(execution, { getVariable: 1 })',
  ])('%s does not change an object of the engine', (source) => {
    const scope = createTestScope({ a: 1 }, { execution: createTestExecution({ a: 1 }) })
    failScript(source, scope)
    expect(evaluateScript('execution.getVariable("a")', scope)).toBe(1)
  })

  test.each([
    'JSON = null; Date = 1; Array = 2; Math = 3; ({ a: [1] })',
    'JSON.stringify = () => "x"; Object.keys = () => []; Array.isArray = () => false; ({ a: [1] })',
    'String.prototype.slice = String.prototype.indexOf = () => { throw 1 }; Reflect.apply = null; ({ a: [1] })',
    'Array.prototype.join = () => "x"; Object.prototype.toJSON = () => 5; ({ a: [1] })',
  ])('%s still gives its value', (source) => {
    expect(evaluateScript(source)).toEqual({ a: [1] })
  })

  test.each([
    'Object.defineProperty(Array.prototype, "0", { set() {} }); [1]',
    'Object.defineProperty(Object.prototype, "0", { set() {} }); ({ a: 1 })',
    'throw { fault: 0 }',
    'throw { fault: "__proto__", name: {}, message: Symbol() }',
    'throw null',
    'throw undefined',
    'throw Symbol("x")',
    'var e = new Error("x"); e.stack = "script:999999:999999"; throw e',
    'Object.defineProperty(Error.prototype, "message", { get() { throw 1 } }); throw new Error()',
  ])('%s fails in order', (source) => {
    expect(failScript(source).message).toMatch(/^Expected .*, but .*\.$/)
  })

  test('a NUL character and a huge source are refused', () => {
    expect(refuseScript('1\0; 2')).toMatchObject({ from: 1, to: 2 })
    expect(refuseScript('1;'.repeat(600_000)).message).toContain('1000000 characters')
  })
})
