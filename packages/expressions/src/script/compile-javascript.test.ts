import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestExecution, createTestScope, testNow } from '../uel/test-scope.ts'
import { compileJavaScript, loadScriptEngine } from './index.ts'
import { evaluateScript, failScript, refuseScript, runTestScript } from './test-script.ts'

describe('before the engine is loaded', async () => {
  // Other files of the same run have loaded theirs.
  vi.resetModules()
  const fresh = await import('./index.ts')
  const early = fresh.compileJavaScript('1 + 1')
  const brokenEarly = fresh.compileJavaScript('let = ;')

  test('a script compiles, running it says what is missing, and it runs or fails by its syntax afterwards', async () => {
    if (!early.ok || !brokenEarly.ok) throw new Error('Expected the scripts to compile unchecked.')
    expect(() => early.expression.evaluate(createTestScope())).toThrow('loadScriptEngine()')
    await fresh.loadScriptEngine()
    expect(early.expression.evaluate(createTestScope())).toBe(2)
    expect(() => brokenEarly.expression.evaluate(createTestScope())).toThrow('SyntaxError')
  })
})

describe('with the engine loaded', () => {
  beforeAll(() => loadScriptEngine())

  describe('the value', () => {
    test.each([
      ['1 + 2', 3],
      ['var sum = a + b; sum', 7],
      ['var sum = a + b;', null],
      ['if (a > 1) { "yes" } else { "no" }', 'yes'],
      ['for (var i = 0; i < 3; i++) { i * 10 }', 20],
      ['function twice(x) { return x * 2 } twice(a)', 6],
      ['"use strict"; let z = [1, 2].map((x) => x * 2); z', [2, 4]],
      ['({ a: [1, { b: null }], c: "x", d: undefined })', { a: [1, { b: null }], c: 'x' }],
      ['', null],
      ['null', null],
      ['undefined', null],
      ['// only a comment', null],
      ['new Date(5)', new Date(5)],
      ['[new Date(5), 7n]', [new Date(5), 7n]],
      ['2n ** 70n', 2n ** 70n],
      ['NaN', Number.NaN],
      ['1 / 0', Number.POSITIVE_INFINITY],
      ['new Uint8Array([1, 2, 250])', new Uint8Array([1, 2, 250])],
      ['new Map([["a", 1]])', { a: 1 }],
      ['new Set([1, 2])', [1, 2]],
      ['class P { constructor() { this.x = 1 } } new P()', { x: 1 }],
      ['new String("x") + new Number(1)', 'x1'],
      ['"a\\0b\\ud800"', 'a\0b\ud800'],
      ['({ "$": "d", "v": 5 })', { $: 'd', v: 5 }],
      ['({ "$": new Date(1) })', { $: new Date(1) }],
      ['JSON.parse(\'{"__proto__": 1}\')', JSON.parse('{"__proto__": 1}')],
      ['[1, 2, 3].concat([4]).reverse().indexOf(1)', 3],
      ['[[1, [2]], 3].flat(Infinity).join("-")', '1-2-3'],
      ['"a-b-c".split("-").join("+").replace("+", "*").replaceAll("+", "/").replace(/[ac]/g, (x) => x + x)', 'aa*b/cc'],
      ['console.log(1); print(2); console.error(3)', null],
      ['Promise.resolve(1).then((x) => x); 5', 5],
    ])('of %s', (source, expected) => {
      expect(evaluateScript(source, { a: 3, b: 4 })).toEqual(expected)
    })

    test('may be a text of megabytes', () => {
      const text = 'äx'.repeat(1_000_000)
      expect(evaluateScript('text + "!"', { text })).toBe(`${text}!`)
      expect(evaluateScript('text.length', { text })).toBe(2_000_000)
    })

    test.each([
      '(function () {})',
      'Math.max',
      '({ f() {} })',
      '[Symbol("x")]',
      'var o = {}; o.o = o; o',
      'Promise.resolve(1)',
      '[execution]',
    ])('of %s is an error: no data', (source) => {
      expect(failScript(source, createTestScope({}, { execution: createTestExecution({}) })).message).toContain(
        'Expected data',
      )
    })

    test('of an object of the engine is null', () => {
      expect(evaluateScript('execution', createTestScope({}, { execution: createTestExecution({}) }))).toBeNull()
    })
  })

  describe('variables', () => {
    test('are globals, of every kind', () => {
      const variables = {
        s: 'x',
        n: 1.5,
        big: 2n ** 70n,
        yes: true,
        none: null,
        when: testNow,
        bytes: new Uint8Array([0, 255, 3, 4]),
        list: [1, { a: 'x' }],
        map: { a: { b: [testNow, 5n] }, $: 1 },
        nan: Number.NaN,
      }
      expect(evaluateScript('[s, n, big, yes, none, when, bytes, list, map, nan]', variables)).toEqual(
        Object.values(variables),
      )
      expect(evaluateScript('when instanceof Date && bytes instanceof Uint8Array && typeof big', variables)).toBe(
        'bigint',
      )
    })

    test('an invalid name is a ReferenceError, and typeof sees undefined', () => {
      expect(failScript('1;\n  nope + 1')).toMatchObject({
        message: expect.stringContaining("ReferenceError: 'nope' is not defined"),
        source: '1;\n  nope + 1',
        from: 5,
      })
      expect(evaluateScript('typeof nope')).toBe('undefined')
    })

    test('are read only when they are used', () => {
      const asked: string[] = []
      const scope = createTestScope({ small: 1, large: { a: 1 }, other: 2 })
      const get = (name: string) => {
        asked.push(name)
        return scope.get(name)
      }
      const spying = { ...scope, get }
      evaluateScript('small; if (false) large', spying)
      expect(asked.filter((name) => name === 'large')).toHaveLength(1)
      expect(asked).not.toContain('other')
    })

    test('changing one in place changes a copy', () => {
      const variables = { list: [1], map: { a: { b: 1 } } }
      expect(evaluateScript('list.push(2); map.a.b = 2; [list, map]', variables)).toEqual([[1, 2], { a: { b: 2 } }])
      expect(variables).toEqual({ list: [1], map: { a: { b: 1 } } })
    })

    test('assigning one does not write it, but is reported', () => {
      const variables = { a: 1, b: { x: 1 }, c: 3 }
      const { globals } = runTestScript(
        'a = 5; b = { y: 2 }; var d = c + 1; e = [d]; function f() {} let g = 1; this.h = "h"',
        variables,
      )
      expect(globals).toEqual({ a: 5, b: { y: 2 }, d: 4, e: [4], h: 'h' })
      expect(variables).toEqual({ a: 1, b: { x: 1 }, c: 3 })
    })

    test('a declaration without a value keeps the variable’s', () => {
      expect(evaluateScript('var a; a', { a: 7 })).toBe(7)
    })

    test('one set through the execution is read again', () => {
      const variables = { a: 1 }
      const scope = createTestScope(variables, { execution: createTestExecution(variables) })
      expect(evaluateScript("var before = a; execution.setVariable('a', 2); [before, a]", scope)).toEqual([1, 2])
    })

    test('globals of JavaScript are not replaced by variables', () => {
      expect(evaluateScript('Math.max(1, 2) + JSON.stringify([1])', { Math: 1, JSON: 2 })).toBe('2[1]')
    })

    test('names may be of any script', () => {
      expect(evaluateScript('größe + 変数 + $x + _y', { größe: 1, 変数: 2, $x: 3, _y: 4 })).toBe(10)
    })
  })

  describe('objects of the engine', () => {
    const open = (variables: Record<string, unknown> = {}) => {
      const calls: unknown[] = []
      const task = {
        properties: { name: () => 'Review', assignee: () => 'kermit' },
        methods: {
          setAssignee: (name: unknown) => void calls.push(['setAssignee', name]),
          getVariable: (name: unknown) => variables[String(name)],
          getExecution: () => createTestExecution(variables),
          isSuspended: () => false,
          take: (...args: unknown[]) => void calls.push(['take', ...args]),
          fail: () => {
            throw new TypeError('from the engine')
          },
        },
      }
      return { calls, scope: createTestScope(variables, { task, execution: createTestExecution(variables) }) }
    }

    test.each([
      ['task.name', 'Review'],
      ['task.getName()', 'Review'],
      ['task.getAssignee()', 'kermit'],
      ['task.suspended', false],
      ['task.execution.id', 'execution-1'],
      ['task.getExecution().processInstanceId', 'instance-1'],
      ["!!task.getVariable('approver')", true],
      ["task.getVariable('missing')", null],
      ['typeof task.nope', 'undefined'],
      ["'name' in task", true],
      ['typeof task.take', 'function'],
      ["execution.getVariable('approver').length", 4],
      ['String(task)', '[object of the engine]'],
    ])('%s is %j', (source, expected) => {
      expect(evaluateScript(source, open({ approver: 'demo' }).scope)).toBe(expected)
    })

    test('run the listeners of real models', () => {
      const { calls, scope } = open({ approver: 'demo' })
      evaluateScript("if(!!task.getVariable('approver')) {\n  task.setAssignee(approver);\n}", scope)
      expect(calls).toEqual([['setAssignee', 'demo']])
    })

    test('a counter in a loop of the process', () => {
      const variables: Record<string, unknown> = {}
      const scope = createTestScope(variables, { execution: createTestExecution(variables) })
      const source = `var counter = execution.getVariable('counter');
        if (!counter) { counter = 0; }
        var newCounter = counter + 1;
        execution.setVariable('counter', newCounter);
        if (newCounter >= 3) { execution.setVariable('completed', true); }`
      for (let round = 0; round < 3; round += 1) evaluateScript(source, scope)
      expect(variables).toEqual({ counter: 3, completed: true })
    })

    test('assigning a property calls its setter, and one without is an error', () => {
      const { calls, scope } = open()
      evaluateScript("task.assignee = 'gonzo'", scope)
      expect(calls).toEqual([['setAssignee', 'gonzo']])
      expect(failScript("task.name = 'x'", scope).message).toContain('cannot')
    })

    test('get plain data as arguments', () => {
      const { calls, scope } = open()
      evaluateScript('task.take(1, "x", null, undefined, [new Date(5)], { a: 2n }, true)', scope)
      expect(calls).toEqual([['take', 1, 'x', null, null, [new Date(5)], { a: 2n }, true]])
      expect(failScript('task.take(function () {})', scope).message).toContain('Expected data')
    })

    test('get themselves back as arguments', () => {
      const { calls, scope } = open()
      evaluateScript('task.take(task)', scope)
      expect(calls).toEqual([['take', scope.objects.task?.()]])
    })

    test('their errors can be caught, and come out as what they were', () => {
      const { scope } = open()
      expect(evaluateScript('try { task.fail() } catch (e) { e.name + ": " + e.message }', scope)).toBe(
        'TypeError: from the engine',
      )
      expect(() => evaluateScript('task.fail()', scope)).toThrow(new TypeError('from the engine'))
      expect(() => evaluateScript('try { task.fail() } finally { 1 }', scope)).toThrow(new TypeError('from the engine'))
    })

    test('an invalid method is a TypeError of the script', () => {
      expect(failScript('task.explode()', open().scope).message).toContain('TypeError')
    })

    test('a script may run while an object of the engine serves another', () => {
      const compiled = compileJavaScript('inner.run() + 1')
      const inner = { properties: {}, methods: { run: () => evaluateScript('20 + x', { x: 1 }) } }
      expect(compiled.ok && compiled.expression.evaluate(createTestScope({}, { inner }))).toBe(22)
    })

    test('scripts that run inside one another without end are stopped', () => {
      const inner = { properties: {}, methods: { run: () => evaluateScript('inner.run()', scope) } }
      const scope = createTestScope({}, { inner })
      expect(() => evaluateScript('inner.run()', scope)).toThrow('nest scripts less')
      expect(evaluateScript('1')).toBe(1)
    })
  })

  describe('time and chance', () => {
    test.each(['new Date()', 'new Date(Date.now())', 'new (new Date().constructor)()', 'new Date(Date())'])(
      '%s is the instant of the step',
      (source) => {
        const seconds = Math.floor(testNow.getTime() / 1000)
        expect(Math.floor((evaluateScript(source) as Date).getTime() / 1000)).toBe(seconds)
      },
    )

    test('dates are dates otherwise', () => {
      const source =
        'class Day extends Date {}; [new Date(0) instanceof Date, new Day() instanceof Day, new Date("2024-02-03T04:05:06Z").getTime(), Date.UTC(2024, 0)]'
      expect(evaluateScript(source)).toEqual([true, true, Date.UTC(2024, 1, 3, 4, 5, 6), Date.UTC(2024, 0)])
    })

    test('random numbers are the same for the same instant, and differ within a run', () => {
      const source = '[Math.random(), Math.random(), Math.random()]'
      const [first, second] = [evaluateScript(source), evaluateScript(source)] as [number[], number[]]
      const later = evaluateScript(source, { ...createTestScope(), now: new Date(testNow.getTime() + 1) })
      expect(first).toEqual(second)
      expect(later).not.toEqual(first)
      expect(new Set(first).size).toBe(3)
      expect(first.every((number) => number >= 0 && number < 1)).toBe(true)
    })
  })

  describe('what scripts expect of Java', () => {
    test.each([
      ["S(text).prop('a').prop('b').elements().get(1).numberValue()", 2],
      ["S(text).prop('a').hasProp('c')", false],
      ["order.prop('price').value() + order.items.size()", 122],
      ["order.get('price')", 120],
      ["order.items.get(0).get('n')", 'x'],
      ["order.containsKey('price') && !order.isEmpty()", true],
      ['order.keySet()', ['price', 'items']],
      ["order.put('a', 1); order", { price: 120, items: [{ n: 'x' }, { n: 'y' }], a: 1 }],
      ["S('{}').prop('x', order).prop('y', S('[1]'))", { x: { price: 120, items: [{ n: 'x' }, { n: 'y' }] }, y: [1] }],
      ["text.contains('b') && text.equals(text) && !text.isEmpty()", true],
      ['var l = []; l.add(1); l.add(2); l.remove(0); l', [2]],
      ['(5.7).intValue()', 5],
      ['when.before(new Date(0))', false],
    ])('%s is %j', (source, expected) => {
      const variables = {
        text: '{"a":{"b":[1,2]}}',
        order: { price: 120, items: [{ n: 'x' }, { n: 'y' }] },
        when: testNow,
      }
      expect(evaluateScript(source, variables)).toEqual(expected)
    })

    test.each([
      'java.lang.System.out.println(1)',
      'new org.camunda.spin.X()',
      "Java.type('java.util.Date')",
      'com.acme.Bean.run()',
    ])('%s is not there, which the error says', (source) => {
      const name = /^(?:new )?(\w+)/.exec(source)?.[1]
      expect(failScript(source)).toMatchObject({ message: expect.stringContaining(`needs '${name}'`) })
    })
  })

  describe('syntax', () => {
    test.each([
      ['let x = ;', 8],
      ['var a = 1;\nif (a {', 17],
      ['return 1', 0],
      ['"abc', 0],
      ['} evil(); {', 0],
      ['import "x"', 7],
    ])('%j is refused, and the problem says where', (source, from) => {
      const problem = refuseScript(source)
      expect(problem.message).toMatch(/^Expected JavaScript, but .*\.$/)
      expect(Math.abs(problem.from - from)).toBeLessThanOrEqual(3)
    })

    test('errors at run time say where, in later lines too', () => {
      const source = 'var a = 1;\nvar ü = "ä"; null.foo;\n'
      const failure = failScript(source)
      expect(source.slice('from' in failure ? failure.from : 0)).toMatch(/^\.?foo/)
    })
  })

  test('a script knows its source and language, and no variables beforehand', () => {
    const compiled = compileJavaScript('a')
    expect(compiled.ok && compiled.expression).toMatchObject({ source: 'a', language: 'javascript', variables: [] })
  })
})
