import { describe, expect, it } from 'vitest'
import { compileFeel, compileUnaryTests } from './compile-feel.ts'
import { compileOk, createScope, evaluate } from './test-feel.ts'

describe('compileFeel', () => {
  it('reports the variables that an expression needs', () => {
    expect(compileOk('a + b.c > count(list) and (for x in xs return x)[y > 1] != []').variables).toEqual([
      'a',
      'b',
      'list',
      'xs',
      'y',
    ])
    expect(compileOk('count').variables).toEqual(['count'])
    expect(compileOk('string join(list: names, delimiter: "-")').variables).toEqual(['names'])
  })

  it('reads names with spaces, and with symbols when they are reported', () => {
    expect(evaluate('Monthly Salary * 12', { 'Monthly Salary': 100 })).toBe(1200)
    expect(evaluate('first-name + "x"', { 'first-name': 'a' }, { names: ['first-name'] })).toBe('ax')
    expect(evaluate('a - b', { a: 3, b: 1 })).toBe(2)
    expect(evaluate('a-b', { 'a-b': 7 }, { names: ['a-b'] })).toBe(7)
    expect(evaluate('a - b', { 'a-b': 7 }, { names: ['a-b'] })).toBe(7)
    expect(evaluate("applicant's age > 17", { "applicant's age": 18 }, { names: ["applicant's age"] })).toBe(true)
    expect(evaluate('pass or fail', { 'pass or fail': 1 }, { names: ['pass or fail'] })).toBe(1)
    expect(evaluate('`strange-name`', { 'strange-name': 1 })).toBe(1)
  })

  it('takes a missing variable, and one named like a builtin, as null', () => {
    expect(evaluate('missing = null')).toBe(true)
    expect(evaluate('count = null')).toBe(true)
    expect(evaluate('count + count(xs)', { count: 1, xs: [1, 2] })).toBe(3)
    expect(evaluate('missing.name.first')).toBeNull()
  })

  it('sees nested plain values', () => {
    const order = {
      lines: [
        { price: 0.1, tags: ['a'] },
        { price: 0.2, tags: [] },
      ],
      by: { name: 'Ada' },
    }
    expect(evaluate('sum(order.lines.price)', { order })).toBe(0.3)
    expect(evaluate('order.lines[price > 0.1].tags', { order })).toEqual([[]])
    expect(evaluate('order', { order })).toEqual(order)
    expect(evaluate('bytes', { bytes: new Uint8Array(3) })).toBeNull()
    expect(evaluate('m.a', { m: new Map([['a', 1]]) })).toBe(1)
  })

  it('cuts values that contain themselves', () => {
    const loop: Record<string, unknown> = { name: 'x' }
    loop.self = loop
    expect(evaluate('loop.name', { loop })).toBe('x')
    expect(evaluate('loop.self', { loop })).toBeNull()
  })

  it('shows objects of the engine as contexts with methods', () => {
    const scope = createScope(
      {},
      { execution: { properties: { id: () => 'e1' }, methods: { getVariable: (name) => `value of ${name}` } } },
    )
    expect(compileOk('execution.id').evaluate(scope)).toBe('e1')
    expect(compileOk('execution.getVariable("x")').evaluate(scope)).toBe('value of x')
  })

  it('lets a variable hide an object of the engine', () => {
    const scope = createScope({ task: 'mine' }, { task: { properties: {}, methods: {} } })
    expect(compileOk('task').evaluate(scope)).toBe('mine')
  })

  it('goes no deeper into values than it may', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    expect(() => evaluate('x', { x: deep })).toThrow('Expected at most 200 lists and contexts within each other')
  })
})

describe('problems', () => {
  const problemsOf = (source: string) => {
    const compiled = compileFeel(source)
    return compiled.ok ? [] : compiled.problems
  }

  it.each([
    ['', 'Expected an expression, but the expression ends there.', 0],
    ['1 +', 'Expected a value beside the operator, but the expression ends there.', 3],
    ['if a then b', 'Expected “else” in “if a then b”, but the expression ends there.', 11],
    ['if a', 'Expected “then” in “if a”, but the expression ends there.', 4],
    ['for x in xs', 'Expected “return” in “for x in xs”, but the expression ends there.', 11],
    ['some x in xs', 'Expected “satisfies” in “some x in xs”, but the expression ends there.', 12],
    ['[1, 2', 'Expected “]” in “[1, 2”, but the expression ends there.', 5],
    ['f(1', 'Expected “)” in “f(1”, but the expression ends there.', 3],
    ['{a: 1', 'Expected “}” in “{a: 1”, but the expression ends there.', 5],
    ['a.', 'Expected a name after the point, but the expression ends there.', 2],
    ['1..3', 'Expected an operator or the end of the expression, but found “..3”.', 1],
    ['a; b', 'Expected an operator or the end of the expression, but found “;”.', 1],
    ['a)', 'Expected an operator or the end of the expression, but found “)”.', 1],
    ['"abc', 'Expected a closing quotation mark, but the text does not end.', 0],
    ['@"soon"', 'Expected a date, time, date and time or duration after @, but “soon” is none.', 0],
    ['x instance of Thing', 'Expected the name of a type, but “Thing” is none.', 14],
    ['+ 1', 'Expected a value before “+”, but there is none.', 0],
    ['${a}', 'Expected', 0],
  ])('of “%s” are told with a place', (source, message, from) => {
    const [problem] = problemsOf(source)
    expect(problem?.message).toContain(message)
    expect(problem?.from).toBe(from)
  })

  it('are reported for unary tests as well', () => {
    const compiled = compileUnaryTests('1, > , 3')
    expect(compiled.ok).toBe(false)
  })

  it('limit length and nesting', () => {
    expect(problemsOf(`1${' '.repeat(50_000)}`)[0]?.message).toContain('Expected at most 20000 characters')
    expect(problemsOf(`${'('.repeat(2000)}1${')'.repeat(2000)}`)[0]?.message).toContain('Expected brackets')
    expect(problemsOf('(['.repeat(9000))[0]?.message).toContain('Expected brackets')
    expect(problemsOf(Array(1000).fill('x').join('+'))[0]?.message).toContain('Expected at most 1000 levels')
  })

  it('do not arise from long chains', () => {
    const chain = Array.from({ length: 250 }, (_, index) => `x = ${index}`).join(' or ')
    expect(evaluate(chain, { x: 249 })).toBe(true)
  })
})
