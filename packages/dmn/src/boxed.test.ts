import { describe, expect, it } from 'vitest'
import { checkDmn } from './check-dmn.ts'
import { parseDmn } from './parse-dmn.ts'
import { decision, definitions, findValue, input, literal, requireInput } from './test-dmn.ts'

function evaluate(logic: string, context: Readonly<Record<string, unknown>> = {}, typeRef = 'Any'): unknown {
  const inputs = Object.keys(context)
  const requires = inputs.map(requireInput).join('')
  return findValue(
    inputs.map((name) => input(name)).join('') + decision('d', logic, { requires, typeRef }),
    'd',
    context,
  )
}

const entry = (name: string, logic: string, typeRef = 'Any') =>
  `<contextEntry><variable name="${name}" typeRef="${typeRef}"/>${logic}</contextEntry>`

describe('boxed expressions', () => {
  it('contexts see their earlier entries, and may have a result', () => {
    const entries = entry('a', literal('1 + 2')) + entry('b', literal('a * 2'))
    expect(evaluate(`<context>${entries}</context>`)).toEqual({ a: 3, b: 6 })
    expect(evaluate(`<context>${entries}<contextEntry>${literal('a + b')}</contextEntry></context>`)).toBe(9)
  })

  it('contexts with a name twice are null, as in FEEL', () => {
    const entries = entry('a', literal('1')) + entry('b', literal('2')) + entry('a', literal('3'))
    expect(evaluate(`<context>${entries}</context>`)).toBe(null)
    expect(evaluate(`<context>${entries}<contextEntry>${literal('b')}</contextEntry></context>`)).toBe(null)
  })

  it('entries are fitted to their types', () => {
    expect(
      evaluate(`<context>${entry('a', literal('"x"'), 'number')}${entry('b', literal('[1]'), 'number')}</context>`),
    ).toEqual({
      a: null,
      b: 1,
    })
  })

  // DMN 1.5, 10.3.2.13: user-defined functions.
  it('functions in a context can be called, by themselves too', () => {
    const factorial = `<functionDefinition><formalParameter name="n" typeRef="number"/>${literal('if n < 2 then 1 else n * factorial(n - 1)')}</functionDefinition>`
    expect(
      evaluate(
        `<context>${entry('factorial', factorial)}<contextEntry>${literal('factorial(20)')}</contextEntry></context>`,
      ),
    ).toBe(2432902008176640000n)
    expect(
      evaluate(
        `<context>${entry('factorial', literal('function(n) if n < 2 then 1 else n * factorial(n - 1)'))}<contextEntry>${literal('factorial(5)')}</contextEntry></context>`,
      ),
    ).toBe(120)
  })

  it('functions of Java are those of the table', () => {
    const java = `<functionDefinition kind="Java"><formalParameter name="a" typeRef="number"/><formalParameter name="b" typeRef="number"/><context>${entry('class', literal('"java.lang.Math"'))}${entry('method signature', literal('"max(int, int)"'))}</context></functionDefinition>`
    expect(
      evaluate(`<context>${entry('larger', java)}<contextEntry>${literal('larger(3, 4)')}</contextEntry></context>`),
    ).toBe(4)
  })

  it('invocations bind by name', () => {
    const binding = (name: string, text: string) => `<binding><parameter name="${name}"/>${literal(text)}</binding>`
    expect(
      evaluate(
        `<invocation>${literal('contains')}${binding('match', '"b"')}${binding('string', '"abc"')}</invocation>`,
      ),
    ).toBe(true)
    expect(evaluate(`<invocation>${literal('contains')}${binding('other', '"b"')}</invocation>`)).toBeNull()
  })

  it('lists and relations hold expressions', () => {
    expect(evaluate(`<list>${literal('x')}${literal('x + 1')}</list>`, { x: 1 })).toEqual([1, 2])
    const row = (...cells: string[]) => `<row>${cells.map(literal).join('')}</row>`
    expect(
      evaluate(
        `<relation><column name="a"/><column name="b" typeRef="string"/>${row('1', '"x"')}${row('2', '3')}</relation>`,
      ),
    ).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: null },
    ])
  })

  it('conditionals choose', () => {
    const logic = `<conditional><if>${literal('x > 1')}</if><then>${literal('"big"')}</then><else>${literal('"small"')}</else></conditional>`
    expect(evaluate(logic, { x: 2 })).toBe('big')
    expect(evaluate(logic, { x: 'a' })).toBe('small')
  })

  // DMN 1.5, 10.2.2.10: the condition is a boolean. KIE, `DMNConditionalEvaluator`, fails for what is none, but null.
  it.each([['"yes"'], ['1'], ['[true]']])('conditionals whose condition is %s are null', (condition) => {
    const logic = `<conditional><if>${literal(condition)}</if><then>${literal('1')}</then><else>${literal('2')}</else></conditional>`
    expect(evaluate(logic)).toBeNull()
  })

  it('filters see items and their entries', () => {
    const filter = (match: string) => `<filter><in>${literal('xs')}</in><match>${literal(match)}</match></filter>`
    expect(evaluate(filter('item.a > 1'), { xs: [{ a: 1 }, { a: 2 }] })).toEqual([{ a: 2 }])
    expect(evaluate(filter('a > 1'), { xs: [{ a: 1 }, { a: 2 }] })).toEqual([{ a: 2 }])
    expect(evaluate(filter('item > 1'), { xs: 2 })).toEqual([2])
    expect(evaluate(filter('item > 1'), { xs: [] })).toEqual([])
    expect(evaluate(filter('true'), { xs: null })).toBeNull()
  })

  // DMN 1.5, 10.2.2.11: the match is a boolean. KIE, `DMNFilterEvaluator`, fails for what is none.
  it.each(['1', '"a"', 'null', 'if item > 1 then "a" else true', 'item > "a"'])(
    'filters that match by %s are null',
    (match) => {
      expect(evaluate(`<filter><in>${literal('[1, 2]')}</in><match>${literal(match)}</match></filter>`)).toBeNull()
    },
  )

  it('iterators walk', () => {
    const iterate = (kind: string, body: string, text: string, domain = 'xs') =>
      `<${kind} iteratorVariable="x"><in>${literal(domain)}</in><${body}>${literal(text)}</${body}></${kind}>`
    expect(evaluate(iterate('for', 'return', 'x * 2 + count(partial)'), { xs: [1, 2, 3] })).toEqual([2, 5, 8])
    expect(evaluate(iterate('for', 'return', 'x', '[1..3]'), { xs: [] })).toEqual([1, 2, 3])
    expect(evaluate(iterate('some', 'satisfies', 'x > 2'), { xs: [1, 2, 3] })).toBe(true)
    expect(evaluate(iterate('every', 'satisfies', 'x > 2'), { xs: [1, 2, 3] })).toBe(false)
  })

  it('iterators fit their list to the type that it names', () => {
    const numbers = '<itemDefinition name="Numbers" isCollection="true"><typeRef>number</typeRef></itemDefinition>'
    const iterate = (domain: string) =>
      `<for iteratorVariable="x"><in typeRef="Numbers">${literal(domain)}</in><return>${literal('x')}</return></for>`
    expect(findValue(numbers + decision('d', iterate('[1, 2]')), 'd')).toEqual([1, 2])
    expect(findValue(numbers + decision('d', iterate('[1, "a"]')), 'd')).toBeNull()
    expect(
      findValue(
        numbers +
          decision(
            'd',
            `<some${iterate('7').slice(4)}`
              .replaceAll('return', 'satisfies')
              .replace('</for>', '</some>')
              .replace('<text>x<', '<text>x = 7<'),
          ),
        'd',
      ),
    ).toBe(true)
  })

  // All of them are optional by the schema of the standard: DMN15.xsd.
  it.each([
    ['an invocation of nothing', '<invocation><binding><parameter name="a"/></binding></invocation>', null],
    [
      'a row with fewer cells',
      `<relation><column name="a"/><column name="b"/><row>${literal('1')}</row></relation>`,
      [{ a: 1, b: null }],
    ],
    ['an expression without text', '<literalExpression/>', null],
    [
      'an entry whose expression has no text',
      `<context>${entry('a', '<literalExpression/>')}${entry('b', literal('2'))}</context>`,
      { a: null, b: 2 },
    ],
    ['an item without text', `<list><literalExpression/>${literal('2')}</list>`, [null, 2]],
  ])('%s is null, with a warning, and refuses no other decision of its file', (_what, logic, expected) => {
    expect(evaluate(logic)).toEqual(expected)
    const parsed = parseDmn(definitions(decision('d', logic)))
    const problems = parsed.ok ? checkDmn(parsed.model, { mode: 'standard' }) : parsed.problems
    expect(problems).toMatchObject([{ isWarning: true }])
  })

  it('are null where an expression cannot be compiled, and everything else works', () => {
    expect(evaluate(`<context>${entry('a', literal('1 +'))}${entry('b', literal('2'))}</context>`)).toEqual({
      a: null,
      b: 2,
    })
  })
})
