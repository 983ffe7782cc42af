// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions are written like that
import { loadScriptEngine } from '@millrace/expressions'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Budgets } from './budgets.ts'
import { bpmn, flow, path } from './testing/bpmn.ts'
import { createScenario } from './testing/scenario.ts'

beforeAll(() => loadScriptEngine())

const script = (id: string, source: string, format = 'juel') =>
  `<scriptTask id="${id}" scriptFormat="${format}"><script><![CDATA[${source}]]></script></scriptTask>`
const through = (element: string) =>
  bpmn(`<startEvent id="start"/>${element}<userTask id="after"/>${path('start', 'work', 'after')}`)
const runs =
  '<multiInstanceLoopCharacteristics><loopCardinality>${n}</loopCardinality></multiInstanceLoopCharacteristics>'

interface Attack {
  readonly file: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly most: Partial<Budgets>
  /** Where it is stopped. */
  readonly at?: string
  readonly found: string
}

const attacks: Readonly<Record<string, Attack>> = {
  'a loop without an end': {
    file: bpmn(
      `<startEvent id="start"/><exclusiveGateway id="work"/><task id="round"/>${path('start', 'work', 'round', 'work')}`,
    ),
    most: { steps: 500 },
    at: 'round',
    found: 'Expected at most 500 elements entered in one step',
  },
  'a gateway that splits into itself': {
    file: bpmn(
      `<startEvent id="start"/><exclusiveGateway id="merge"/><parallelGateway id="work"/><userTask id="wait"/>${path('start', 'merge', 'work', 'wait')}${flow('work', 'merge')}`,
    ),
    most: { openElements: 100 },
    at: 'merge',
    found: 'Expected at most 100 elements open at once, but there would be 101.',
  },
  'a process that calls itself': {
    file: bpmn(`<startEvent id="start"/><callActivity id="work" calledElement="process"/>${path('start', 'work')}`),
    most: { callDepth: 10 },
    found: 'Expected at most 10 calls within calls, but there would be 11.',
  },
  'ten million runs': {
    file: through(`<userTask id="work">${runs}</userTask>`),
    variables: { n: 10_000_000 },
    most: {},
    found: 'Expected at most 100000 runs of a multi-instance activity, but there would be 10000000.',
  },
  'more variables than there may be': {
    file: through(script('work', "for (let n = 0; n < 200; n++) execution.setVariable('v' + n, n)", 'javascript')),
    most: { variables: 100 },
    found: 'Expected at most 100 variables in an instance with all it calls, but there would be 101',
  },
  'variables that are too long together': {
    file: through(script('work', "${execution.setVariable('a', text)}${execution.setVariable('b', text)}")),
    variables: { text: 'x'.repeat(50_000) },
    most: { variableSize: 120_000 },
    found:
      'Expected at most 120000 characters and bytes in the variables of an instance with all it calls, or written in one step, but there would be 150000 with “b”.',
  },
  'a text that is too long': {
    file: through(script('work', '${text.concat(text)}')),
    variables: { text: 'x'.repeat(600) },
    most: { textLength: 1000 },
    found: 'Expected at most 1000 characters in a text, but found a text of 1200 characters.',
  },
  'a list that is too long': {
    file: through(script('work', 'for i in 1..5000 return i', 'feel')),
    most: { listLength: 1000 },
    found: 'Expected at most 1000 items in a list',
  },
  'a value that nests too deep': {
    file: through(script('work', '${list.size()}')),
    variables: { list: Array.from({ length: 40 }).reduce((inner: unknown) => [inner], 1) },
    most: { valueDepth: 20 },
    found: 'Expected at most 20 lists and contexts within each other',
  },
  'an expression that works too much': {
    file: through(script('work', 'count(for i in 1..20000 return contains(s, "ab"))', 'feel')),
    variables: { s: 'a'.repeat(9_000_000) },
    most: {},
    found: 'Expected at most 10000000 units of work, but there are more.',
  },
}

describe('a step that goes beyond a budget fails, and names the element, the budget and what to do', () => {
  it.each(Object.entries(attacks))('%s', (_what, { file, variables, most, at = 'work', found }) => {
    const scenario = createScenario(file, { budgets: most, isPartial: false })
    const outcome = scenario.start(variables)
    expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'engine.budget', elementId: at } })
    const message = outcome.kind === 'failed' ? outcome.failure.message : ''
    expect(message).toContain(found)
    expect(message).toMatch(/^Beyond the budget “\w+” at \w+: Expected .* [A-Z][^.]+\.$/)
    expect(scenario.rows.elements).toEqual([])
  })
})

describe('what a step takes grows no faster than', () => {
  const unitsOf = (count: number) => {
    let least = 0
    for (let most = 1 << 24; most > 100; most >>= 1) {
      const variables = Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, index]))
      const outcome = createScenario(through('<userTask id="work"/>'), {
        budgets: { work: least + most },
        isPartial: false,
      }).start(variables)
      if (outcome.kind === 'failed') least += most
    }
    return least
  }

  it('the variables that an instance is started with', () => {
    const [few, many] = [unitsOf(500), unitsOf(4000)]
    expect(many / few).toBeLessThan(10)
  })
})
