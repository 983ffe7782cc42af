import { unlimited } from '@millrace/expressions'
import { describe, expect, it } from 'vitest'
import { evaluateDecision } from './evaluate-decision.ts'
import {
  decision,
  definitions,
  findValue,
  input,
  literal,
  NOW,
  parseOk,
  requireDecision,
  requireInput,
  requireKnowledge,
  run,
  table,
} from './test-dmn.ts'

const knowledge = (id: string, parameters: string, text: string, requires = '') =>
  `<businessKnowledgeModel id="${id}" name="${id}"><variable name="${id}"/><encapsulatedLogic>${parameters}${literal(text)}</encapsulatedLogic>${requires}</businessKnowledgeModel>`

const parameter = (name: string, typeRef = 'number') => `<formalParameter name="${name}" typeRef="${typeRef}"/>`

describe('a decision requirements graph', () => {
  it('hands results on, each decision evaluated once', () => {
    const body =
      input('x', 'number') +
      decision('base', literal('x + 1'), { requires: requireInput('x') }) +
      decision('left', literal('base * 2'), { requires: requireDecision('base') }) +
      decision('right', literal('base * 3'), { requires: requireDecision('base') }) +
      decision('sum', literal('left + right'), { requires: requireDecision('left') + requireDecision('right') })
    const outcome = run(body, 'sum', { context: { x: 1 } })
    expect(outcome).toMatchObject({ ok: true, value: 10, result: [{ sum: 10 }] })
    expect(outcome.trace.decisions.map((evaluated) => evaluated.decisionId)).toEqual(['base', 'left', 'right', 'sum'])
  })

  it('takes the value of a decision without logic from the caller, else null', () => {
    const body =
      '<decision id="judged" name="judged"/>' +
      decision('d', literal('if judged = null then "open" else judged'), { requires: requireDecision('judged') })
    for (const mode of ['standard', 'camunda'] as const) {
      const value = (context: Readonly<Record<string, unknown>>, id = 'd') => {
        const outcome = run(body, id, { mode, context })
        return outcome.ok && outcome.result
      }
      expect(value({})).toEqual([{ d: 'open' }])
      expect(value({ judged: 'fine' })).toEqual([{ d: 'fine' }])
      expect(value({}, 'judged')).toEqual([{ judged: null }])
    }
  })

  it('gives null for a call of a function without logic, a service without outputs and a table without outputs', () => {
    const requires = requireKnowledge('hollow') + requireKnowledge('service')
    const body =
      '<businessKnowledgeModel id="hollow" name="hollow"/><decisionService id="service" name="service"/>' +
      decision('calls', literal('[hollow(), service()]'), { requires }) +
      '<decision id="bare" name="bare"><decisionTable id="t"><rule id="r"/></decisionTable></decision>'
    for (const mode of ['standard', 'camunda'] as const) {
      expect(run(body, 'calls', { mode })).toMatchObject({ ok: true, result: [{ calls: [null, null] }] })
      expect(run(body, 'bare', { mode })).toMatchObject({ ok: true, result: [{ bare: null }] })
    }
    expect(findValue(body, 'service')).toBeNull()
    expect(findValue(body, 'hollow')).toBeNull()
  })

  it('shows a decision only what it requires', () => {
    const body = input('x') + decision('other', literal('1')) + decision('d', literal('[x, other]'))
    expect(findValue(body, 'd', { x: 5 })).toEqual([null, null])
  })

  it('fits inputs and results to their types', () => {
    const body =
      input('n', 'number') +
      decision('d', literal('n'), { requires: requireInput('n'), typeRef: 'number' }) +
      decision('list', literal('n'), { requires: requireInput('n'), typeRef: 'string' })
    expect(findValue(body, 'd', { n: [3] })).toBe(3)
    expect(findValue(body, 'd', { n: '3' })).toBeNull()
    expect(findValue(body, 'd')).toBeNull()
    expect(findValue(body, 'list', { n: 3 })).toBeNull()
  })

  it('reads names with spaces and symbols', () => {
    const body = `<inputData id="i" name="Applicant's pre-tax income"/>${decision(
      'd',
      literal("Applicant's pre-tax income * 2"),
      {
        requires: '<informationRequirement><requiredInput href="#i"/></informationRequirement>',
      },
    )}`
    expect(findValue(body, 'd', { "Applicant's pre-tax income": 10 })).toBe(20)
  })

  it('refuses circles', () => {
    const body =
      decision('a', literal('b'), { requires: requireDecision('b') }) +
      decision('b', literal('a'), { requires: requireDecision('a') })
    for (const mode of ['standard', 'camunda'] as const) {
      expect(run(body, 'a', { mode })).toMatchObject({
        ok: false,
        problem: { message: expect.stringContaining('not to require each other in a circle') },
      })
    }
  })

  it('refuses rows of decisions that would use up the stack', () => {
    const row = Array.from({ length: 2000 }, (_, index) =>
      decision(`d${index}`, literal('1'), { requires: requireDecision(`d${index + 1}`) }),
    )
    const body = [...row, decision('d2000', literal('1'))].join('')
    for (const mode of ['standard', 'camunda'] as const) {
      expect(run(body, 'd0', { mode })).toMatchObject({
        ok: false,
        problem: { message: expect.stringContaining('Expected at most 500 decisions') },
      })
      expect(run(body, 'd1900', { mode })).toMatchObject({ ok: true })
    }
  })

  it('takes the value of a decision without logic from the caller', () => {
    expect(findValue('<decision id="d" name="D"/>', 'd')).toBeNull()
    const body = `<decision id="d" name="D"/>${decision('e', literal('D + 1'), { requires: requireDecision('d') })}`
    expect(findValue(body, 'e', { D: 2 })).toBe(3)
  })

  it('says when there is no such decision', () => {
    expect(run(decision('d', literal('1')), 'e')).toMatchObject({
      ok: false,
      problem: { message: 'Expected the model to have a decision “e”, but it has none.', elementId: 'e' },
    })
  })
})

describe('item definitions', () => {
  const types = `
    <itemDefinition name="Grade"><typeRef>string</typeRef><allowedValues><text>"A", "B"</text></allowedValues></itemDefinition>
    <itemDefinition name="Grades" isCollection="true"><typeRef>Grade</typeRef></itemDefinition>
    <itemDefinition name="Person">
      <itemComponent name="first-name"><typeRef>string</typeRef></itemComponent>
      <itemComponent name="friends" isCollection="true"><typeRef>Person</typeRef></itemComponent>
    </itemDefinition>
    <itemDefinition name="Short" isCollection="true"><typeRef>number</typeRef><typeConstraint><text>count(?) &lt; 3</text></typeConstraint></itemDefinition>`
  const typed = (typeRef: string, text = 'x') =>
    types + input('x', typeRef) + decision('d', literal(text), { requires: requireInput('x') })

  it('refuse values that are not allowed', () => {
    expect(findValue(typed('Grade'), 'd', { x: 'A' })).toBe('A')
    expect(findValue(typed('Grade'), 'd', { x: 'C' })).toBeNull()
    expect(findValue(typed('Grades'), 'd', { x: ['A', 'B'] })).toEqual(['A', 'B'])
    expect(findValue(typed('Grades'), 'd', { x: ['A', 'C'] })).toBeNull()
    expect(findValue(typed('Short'), 'd', { x: [1, 2] })).toEqual([1, 2])
    expect(findValue(typed('Short'), 'd', { x: [1, 2, 3] })).toBeNull()
  })

  // KIE, `BaseDMNTypeImpl.isAssignableValue`: each item of a type that is a list by its base.
  it('test the items of a list that their base is, or the list where they ask about it', () => {
    const derived = (tests: string) =>
      `<itemDefinition name="Numbers" isCollection="true"><typeRef>number</typeRef></itemDefinition>
      <itemDefinition name="Derived"><typeRef>Numbers</typeRef><allowedValues><text>${tests}</text></allowedValues></itemDefinition>`
    const find = (tests: string, text: string) =>
      findValue(derived(tests) + decision('d', literal(text), { typeRef: 'Derived' }), 'd')
    expect(find('[0..10]', '[1, 2]')).toEqual([1, 2])
    expect(find('[0..10]', '[1, 20]')).toBeNull()
    expect(find('count(?) &lt; 3', '[1, 20]')).toEqual([1, 20])
    expect(find('count(?) &lt; 3', '[1, 2, 3]')).toBeNull()
    // What constrains the whole is never asked about an item.
    const whole = derived('[0..10]').replaceAll('allowedValues', 'typeConstraint')
    expect(findValue(whole + decision('d', literal('[1, 2]'), { typeRef: 'Derived' }), 'd')).toBeNull()
  })

  it.each(['true', '1'])('are collections by isCollection="%s"', (flag) => {
    const type = `<itemDefinition name="Numbers" isCollection="${flag}"><typeRef>number</typeRef></itemDefinition>`
    expect(findValue(type + decision('d', literal('[1, 2]'), { typeRef: 'Numbers' }), 'd')).toEqual([1, 2])
  })

  it('may contain themselves, and give names to paths', () => {
    const ada = { 'first-name': 'Ada', friends: [{ 'first-name': 'Bob', friends: [] }] }
    expect(findValue(typed('Person', 'x.friends.first-name'), 'd', { x: ada })).toEqual(['Bob'])
    expect(
      findValue(typed('Person'), 'd', { x: { 'first-name': 'Ada', friends: [{ 'first-name': 1, friends: [] }] } }),
    ).toBeNull()
  })

  it('count for instance of without their allowed values', () => {
    expect(findValue(types + decision('d', literal('["C" instance of Grade, 1 instance of Grade]')), 'd')).toEqual([
      true,
      false,
    ])
  })
})

describe('business knowledge models', () => {
  it('are functions, and may call each other', () => {
    const body =
      knowledge('even', parameter('n'), 'if n = 0 then true else odd down(n - 1)', requireKnowledge('odd')) +
      `<businessKnowledgeModel id="odd" name="odd down"><variable name="odd down"/><encapsulatedLogic>${parameter('n')}${literal('if n = 0 then false else even(n - 1)')}</encapsulatedLogic>${requireKnowledge('even')}</businessKnowledgeModel>` +
      decision('d', literal('[even(10), even(7)]'), { requires: requireKnowledge('even') })
    expect(findValue(body, 'd')).toEqual([true, false])
  })

  it('may call themselves, but not without end', () => {
    const body =
      knowledge('sum', parameter('n'), 'if n = 0 then 0 else n + sum(n - 1)') +
      knowledge('forever', parameter('n'), 'forever(n + 1)') +
      decision('d', literal('sum(100)'), { requires: requireKnowledge('sum') }) +
      decision('e', literal('forever(1)'), { requires: requireKnowledge('forever') })
    expect(findValue(body, 'd')).toBe(5050)
    expect(run(body, 'e')).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining('Expected functions to call each other at most') },
    })
  })

  // DMN 1.5, 10.3.2.13: functions are invoked by whatever expression gives them.
  it('are values, as builtins and the results of decisions are', () => {
    const body =
      knowledge('double', parameter('n'), 'n * 2') +
      knowledge('twice', parameter('f', 'Change') + parameter('n'), 'f(f(n))') +
      decision('negate', literal('function(n: number) -n'), { typeRef: 'Change' }) +
      decision(
        'd',
        literal('[twice(double, 3), twice(abs, -3), twice(negate, 3), [double, abs][1](4), twice(contains, 3)]'),
        {
          requires: requireKnowledge('double') + requireKnowledge('twice') + requireDecision('negate'),
        },
      )
    const types = `<itemDefinition name="Change"><functionItem outputTypeRef="number"><parameters name="n" typeRef="number"/></functionItem></itemDefinition>`
    expect(findValue(types + body, 'd')).toEqual([12, 3, 3, 8, null])
  })

  it('check their arguments', () => {
    const body =
      knowledge('double', parameter('n'), 'n * 2') +
      decision('d', literal('[double(2), double("2"), double([2]), double(), double(n: 3)]'), {
        requires: requireKnowledge('double'),
      })
    expect(findValue(body, 'd')).toEqual([4, null, 4, null, 6])
    expect(findValue(body, 'double', { n: 4 })).toBe(8)
  })
})

describe('decision services', () => {
  const body =
    input('x', 'number') +
    decision('inner', literal('"never"'), { typeRef: 'string' }) +
    decision('a', literal('inner + string(x)'), { requires: requireDecision('inner') + requireInput('x') }) +
    decision('b', literal('"b"')) +
    '<decisionService id="one" name="one"><variable name="one"/><outputDecision href="#a"/><inputDecision href="#inner"/><inputData href="#in_x"/></decisionService>' +
    '<decisionService id="two" name="two"><variable name="two"/><outputDecision href="#a"/><outputDecision href="#b"/><inputDecision href="#inner"/><inputData href="#in_x"/></decisionService>'

  it('are functions of their inputs', () => {
    const calls = literal('[one(1, "i"), one(inner: "i", x: 2), one("1", "i"), one(1), x]')
    const caller = decision('d', calls, { requires: requireKnowledge('one') + requireInput('x') })
    expect(findValue(body + caller, 'd', { x: 9 })).toEqual(['i1', 'i2', null, null, 9])
  })

  it('can be asked themselves', () => {
    expect(findValue(body, 'one', { inner: 'i', x: 3 })).toBe('i3')
    expect(findValue(body, 'two', { inner: 'i', x: 3 })).toEqual({ a: 'i3', b: 'b' })
  })
})

describe('imports', () => {
  const library = parseOk(
    definitions(
      `<itemDefinition name="Small"><typeRef>number</typeRef><allowedValues><text>&lt; 10</text></allowedValues></itemDefinition>
      ${input('x', 'Small')}
      ${knowledge('double', parameter('n'), 'n * 2')}
      ${decision('twice', literal('double(x)'), { requires: requireInput('x') + requireKnowledge('double') })}`,
    ).replace('urn:test', 'urn:library'),
  )
  const main = (text: string) =>
    parseOk(
      definitions(
        `<import name="lib" namespace="urn:library" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>
        <inputData id="i" name="y"><variable name="y" typeRef="lib.Small"/></inputData>
        <decision id="d" name="d">
          <informationRequirement><requiredInput href="#i"/></informationRequirement>
          <informationRequirement><requiredDecision href="urn:library#twice"/></informationRequirement>
          <knowledgeRequirement><requiredKnowledge href="urn:library#double"/></knowledgeRequirement>
          ${literal(text)}
        </decision>`,
      ),
    )
  const ask = (text: string, context: Record<string, unknown>, imports = [library]) =>
    evaluateDecision(main(text), {
      decisionId: 'd',
      context,
      imports,
      mode: 'standard',
      now: NOW,
      allowance: unlimited,
    })

  it('bring decisions, functions and types under a name', () => {
    expect(ask('[lib.twice, lib.double(y), y]', { x: 2, y: 3 })).toMatchObject({ ok: true, value: [4, 6, 3] })
    expect(ask('y', { y: 30 })).toMatchObject({ ok: true, value: null })
  })

  it('take their inputs by namespace first', () => {
    const outcome = evaluateDecision(main('lib.twice'), {
      decisionId: 'd',
      context: { x: 2 },
      importedContexts: { 'urn:library': { x: 5 } },
      imports: [library],
      mode: 'standard',
      now: NOW,
      allowance: unlimited,
    })
    expect(outcome).toMatchObject({ ok: true, value: 10 })
  })

  it('may be reached on several ways, but not lead back', () => {
    const chain = Array.from({ length: 25 }, (_, index) => {
      const twice = ['a', 'b'].map(
        (name) =>
          `<import name="${name}" namespace="urn:m${index + 1}" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>`,
      )
      return parseOk(definitions(twice.join('') + decision('d', literal('1'))).replace('urn:test', `urn:m${index}`))
    })
    const [first, ...others] = chain
    const end = parseOk(
      definitions(
        `<import name="back" namespace="urn:m0" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>`,
      ).replace('urn:test', 'urn:m25'),
    )
    if (!first) throw new Error('Expected a model, but there is none.')
    const options = { decisionId: 'd', context: {}, mode: 'standard', now: NOW, allowance: unlimited } as const
    expect(evaluateDecision(first, { ...options, imports: [first, ...others, end] })).toMatchObject({
      ok: true,
      value: 1,
    })
  })

  it.each(['lib.Risk', 'lib:Risk', 'Derived', 'Local'])(
    'give the order of priority of outputs of type %s',
    (typeRef) => {
      const risk = (name: string) =>
        `<itemDefinition name="${name}"><typeRef>string</typeRef><allowedValues><text>"high","low"</text></allowedValues></itemDefinition>`
      const output = { attributes: `name="o" typeRef="${typeRef}"` }
      const rules = [
        ['-', '"low"'],
        ['-', '"high"'],
      ]
      const body = `<import name="lib" namespace="urn:library" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>
      <itemDefinition name="Derived"><typeRef>Base</typeRef></itemDefinition>${risk('Base')}${risk('Local')}
      ${decision('d', table({ hitPolicy: 'PRIORITY', inputs: ['1'], outputs: [output], rules }))}`
      const imports = [parseOk(definitions(risk('Risk')).replace('urn:test', 'urn:library'))]
      const options = { decisionId: 'd', context: {}, mode: 'standard', now: NOW, allowance: unlimited } as const
      expect(evaluateDecision(parseOk(definitions(body)), { ...options, imports })).toMatchObject({ value: 'high' })
    },
  )

  it('that are missing make what needs them null', () => {
    expect(ask('lib.twice', { x: 2 }, [])).toMatchObject({ ok: true, value: null })
  })

  describe('as a library, by the rules of Camunda', () => {
    const run = (text: string, context: Record<string, unknown>) =>
      evaluateDecision(
        { ...main(text), library: [library] },
        { decisionId: 'd', context, mode: 'camunda', now: NOW, allowance: unlimited },
      )

    it('have their values under the name of the import, and as variables', () => {
      expect(run('[lib.twice, lib.double(y), twice]', { x: 2, y: 3 })).toMatchObject({
        ok: true,
        result: [{ d: [4, 6, 4] }],
      })
    })

    it('evaluate each decision once', () => {
      const outcome = run('lib.twice + lib.twice', { x: 2 })
      expect(outcome).toMatchObject({ ok: true, result: [{ d: 8 }] })
      expect(outcome.trace.decisions).toHaveLength(2)
    })

    it('give all outputs of a table, and the list of a table that collects', () => {
      const outputs = [{ attributes: 'name="a"' }, { attributes: 'name="b"' }]
      const tables = parseOk(
        definitions(
          decision('both', table({ inputs: ['x'], outputs, rules: [['-', '1', '2']] })) +
            decision(
              'some',
              table({
                hitPolicy: 'COLLECT',
                inputs: ['x'],
                outputs: [{ attributes: 'name="c"' }],
                rules: [
                  ['-', '7'],
                  ['-', '8'],
                ],
              }),
            ),
        ).replace('urn:test', 'urn:library'),
      )
      const model = parseOk(
        definitions(
          `<import name="lib" namespace="urn:library" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>
          <decision id="d" name="d">
            <informationRequirement><requiredDecision href="urn:library#both"/></informationRequirement>
            <informationRequirement><requiredDecision href="urn:library#some"/></informationRequirement>
            ${literal('[lib.both.b, lib.some[2]]')}
          </decision>`,
        ),
      )
      const options = { decisionId: 'd', context: {}, mode: 'camunda', now: NOW, allowance: unlimited } as const
      expect(evaluateDecision({ ...model, library: [tables] }, options)).toMatchObject({ result: [{ d: [2, 8] }] })
    })
  })
})
