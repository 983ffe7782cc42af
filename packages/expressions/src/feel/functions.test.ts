import { describe, expect, it } from 'vitest'
import { createAllowance } from '../meter.ts'
import { compileOk, createScope, evaluate, expectValues } from './test-feel.ts'

describe('functions', () => {
  it('close over their surroundings and call each other', () => {
    expectValues(
      {
        '(function(a, b) a + b)(1, 2)': 3,
        '{f: function(x) x * n, r: f(3)}.r': 30,
        '{add: function(a) function(b) a + b, r: add(1)(2)}.r': 3,
        '(function(a, b) a - b)(b: 1, a: 3)': 2,
        '{f: function(x) x}.f(2)': 2,
        '[function(x) x + 1][1](3)': 4,
        'for f in [function(x) x + 1, function(x) x * 2] return f(3)': [4, 6],
        '{compose: function(f, g) function(x) f(g(x)), r: compose(function(x) x + 1, function(x) x * 2)(3)}.r': 7,
        '{f: function(n) if n <= 1 then 1 else n * f(n - 1), r: f(5)}.r': 120,
        '{n: 2, a: {n: n + 1}, r: a.n}.r': 3,
      },
      { n: 10 },
    )
  })

  it('are null when called wrongly', () => {
    expectValues({
      'nothing(1)': null,
      '1(2)': null,
      '(function(a) a)()': null,
      '(function(a) a)(1, 2)': null,
      '(function(a) a)(b: 1)': null,
      'abs(x: 1)': null,
      'abs(1, 2)': null,
      'abs()': null,
      'contains(string: "ab", match: "b")': true,
      'contains(match: "b", string: "ab")': true,
    })
  })

  it('check and convert their arguments', () => {
    expectValues({
      '(function(a: number) a)(1)': 1,
      '(function(a: number) a)("1")': null,
      '(function(a: number) a)([1])': 1,
      '(function(a: list<number>) a)(1)': [1],
      '(function(a: date and time) string(a))(@"2024-01-01")': '2024-01-01T00:00:00Z',
      '(function(a: number) a = null)(null)': true,
      '(function(f: function<number>->number, x) f(x))(function(y: number) y * 2, 2)': 4,
      '(function(f: function<number>->number, x) f(x))(function(y) y * 2, 2)': 4,
      '(function(f: function<number>->number, x) f(x))(function(y: string) y, 2)': null,
      '(function(f: function<number>->number, x) f(x))("no", 2)': null,
      'upper case(["a"])': 'A',
    })
  })

  it('end when they call each other without end', () => {
    const forever = '{f: function(g, n) g(g, n + 1), r: f(f, 0)}.r'
    expect(() => evaluate(forever)).toThrow('Expected functions to call each other at most')
  })

  it('refuse to build what fits no memory', () => {
    const doubling = `{d: function(s) s + s, r: ${'d('.repeat(40)}"abcdefgh"${')'.repeat(40)}}.r`
    expect(() => evaluate(doubling)).toThrow('Expected at most 10000000 characters in a text')
  })

  it('of Java are those of a small table', () => {
    const java = (parameters: string, className: string, signature: string, args: string) =>
      `(function(${parameters}) external {java: {class: "${className}", method signature: "${signature}"}})(${args})`
    expectValues({
      [java('a, b', 'java.lang.Math', 'max(int, int)', '3, 5.9')]: 5,
      [java('a', 'java.lang.Math', 'cos(double)', '0')]: 1,
      [java(
        'm, v',
        'java.lang.String',
        'format(java.lang.String, [Ljava.lang.Object;)',
        '"%s is %05.1f", ["x", 2.25]',
      )]: 'x is 002.3',
      [java('m, v', 'java.lang.String', 'format(java.lang.String, java.lang.Object...)', '"foo %s", "bar"')]: 'foo bar',
      [java('a', 'java.lang.Integer', 'valueOf(java.lang.String)', '"12"')]: 12,
      [java('a', 'java.lang.Integer', 'valueOf(java.lang.String)', '"3000000000"')]: null,
      [java('a', 'java.lang.Short', 'valueOf(java.lang.String)', '"40000"')]: null,
      [java('a', 'java.lang.Byte', 'parseByte(java.lang.String)', '"-128"')]: -128,
      [java('a', 'java.lang.Float', 'valueOf(java.lang.String)', '"1.5"')]: 1.5,
      [java('a', 'java.math.BigDecimal', 'valueOf(double)', '2.25')]: 2.25,
      [java('a', 'java.math.BigInteger', 'valueOf(long)', '12')]: 12,
      [java('a', 'java.lang.Double', 'valueOf(java.lang.String)', '"NaN"')]: null,
      [java('a', 'java.lang.Character', 'isDigit(char)', '"7"')]: true,
      [java('a', 'java.lang.Math', 'cos(double)', '"x"')]: null,
      [java('a', 'java.lang.Runtime', 'exec(java.lang.String)', '"ls"')]: null,
      [java('a, b', 'java.lang.Math', 'cos(double)', '1, 2')]: null,
      [java('a', 'java.lang.String', 'valueOf(double)', '1')]: '1.0',
      [java('a', 'java.lang.String', 'valueOf(double)', '-12345678.5')]: '-1.23456785E7',
      [java('a', 'java.lang.Double', 'toString(double)', '0.0005')]: '5.0E-4',
      [java('a', 'java.lang.Float', 'toString(float)', '0.1')]: '0.1',
      [java('a', 'java.lang.String', 'valueOf(int)', '7')]: '7',
      [java('a', 'java.lang.String', 'valueOf(java.lang.Object)', '1.50')]: '1.5',
    })
  })

  it('of Java fit their arguments to the types of their parameters first', () => {
    const absolute = (parameter: string, argument: string) =>
      `(function(${parameter}) external {java: {class: "java.lang.Math", method signature: "abs(int)"}})(${argument})`
    expectValues({
      [absolute('a: number', '-3')]: 3,
      [absolute('a: number', '[-3]')]: 3,
      [absolute('a: string', '-3')]: null,
      [absolute('a: boolean', '-3')]: null,
      [absolute('a: Any', '-3')]: 3,
    })
  })

  it('of Java are not looked for by names that none has', () => {
    const signature = `cos(${'int,'.repeat(200_000)}int)`
    const source = 'for i in 1..1000 return function(a) external {java: {class: "x", method signature: s}}'
    expect(evaluate(`count(${source})`, { s: signature })).toBe(1000)
  })
})

describe('types', () => {
  it('say what a value is an instance of', () => {
    expectValues({
      '1 instance of number': true,
      'null instance of Any': false,
      'null instance of Null': true,
      '[1, 2] instance of list<number>': true,
      '[1, "a"] instance of list<number>': false,
      '{a: 1} instance of context<a: number>': true,
      '{a: null} instance of context<a: number>': true,
      '{} instance of context<a: number>': false,
      '[1..3] instance of range<number>': true,
      '[1..3] instance of range<string>': false,
      '@"P1D" instance of days and time duration': true,
      '@"P1D" instance of years and months duration': false,
      '(function(a: number) a) instance of function<number>->Any': true,
      '(function(a: number) a) instance of function<string>->Any': false,
      '(function(a: number) a) instance of function<number, number>->Any': false,
    })
  })

  it('may be declared by the caller', () => {
    const person = { kind: 'context', entries: { name: { kind: 'string' }, 'e-mail': { kind: 'string' } } } as const
    const options = { types: { Person: person }, names: { boss: person } }
    const variables = { boss: { name: 'Ada', 'e-mail': 'a@b' } }
    expect(evaluate('boss instance of Person', variables, options)).toBe(true)
    expect(evaluate('boss.e-mail', variables, options)).toBe('a@b')
    expect(evaluate('{name: 1} instance of Person', variables, options)).toBe(false)
  })
})

describe('values that share their parts', () => {
  it('are not walked for ever', () => {
    const doubled = Array.from({ length: 40 }, (_, index) => `v${index + 1}: [v${index}, v${index}]`).join(', ')
    const build = (use: string) => `{v0: [1], ${doubled}, r: ${use}}.r`
    for (const use of ['v40', 'v40 = [v39, v39]', 'string(v40)', 'flatten(v40)', 'v40.a']) {
      const scope = { ...createScope(), allowance: createAllowance(1_000_000) }
      expect.soft(() => compileOk(build(use)).evaluate(scope), use).toThrow('Expected')
    }
  })

  it('may not grow without end', () => {
    const doubled = Array.from({ length: 40 }, (_, index) => `v${index + 1}: concatenate(v${index}, v${index})`).join(
      ', ',
    )
    expect(() => evaluate(`{v0: [1], ${doubled}, r: count(v40)}.r`)).toThrow('Expected at most 1000000 items in a list')
  })
})
