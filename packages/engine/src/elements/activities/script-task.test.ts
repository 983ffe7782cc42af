import { loadScriptEngine } from '@millrace/expressions'
import { beforeAll, describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

beforeAll(() => loadScriptEngine())

function running(
  script: string,
  {
    format = 'javascript',
    attributes = '',
    around = '',
    dialect = 'camunda',
  }: { format?: string; attributes?: string; around?: string; dialect?: 'camunda' | 'flowable' } = {},
) {
  return bpmn(
    `<startEvent id="start"/><scriptTask id="script" scriptFormat="${format}" ${attributes}><script><![CDATA[${script}]]></script></scriptTask><userTask id="after"/>${path('start', 'script', 'after')}${around}`,
    { dialect },
  )
}

describe('a script task', () => {
  it.each([
    ['javascript', "execution.setVariable('sum', a + b)"],
    ['juel', "${execution.setVariable('sum', a + b)}"],
    ['ecmascript', "execution.setVariable('sum', execution.getVariable('a') + b)"],
  ])('runs in %s', (format, script) => {
    const scenario = createScenario(running(script, { format }))
    scenario.start({ a: 1, b: 2 })
    expect(scenario.variable('sum')).toBe(3)
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('stores its value where the model says', () => {
    const scenario = createScenario(running('a * 2', { attributes: 'camunda:resultVariable="twice"' }))
    scenario.start({ a: 4 })
    expect(scenario.variable('twice')).toBe(8)
  })

  it('stores what it assigns in a Flowable model that says so', () => {
    const scenario = createScenario(
      running('x = a + 1; y = [x]', { attributes: 'flowable:autoStoreVariables="true"', dialect: 'flowable' }),
    )
    scenario.start({ a: 4 })
    expect([scenario.variable('x'), scenario.variable('y')]).toEqual([5, [5]])
  })

  it('fails with what it says and where', () => {
    const scenario = createScenario(running('const x = 1\nthrow new Error("out of paper")'))
    expect(scenario.start()).toMatchObject({
      kind: 'failed',
      failure: {
        code: 'engine.expression-failed',
        elementId: 'script',
        message: expect.stringContaining('out of paper'),
      },
    })
  })

  it('in a language that does not run here deploys and fails with its name', () => {
    const scenario = createScenario(running('println 1', { format: 'groovy' }))
    expect(scenario.start()).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.language-not-supported', elementId: 'script', detail: { language: 'groovy' } },
    })
  })

  it('may be in a file of the deployment', () => {
    const file = running('', {
      attributes: 'camunda:resource="deployment://sum.js" camunda:resultVariable="r"',
    }).replace('<script><![CDATA[]]></script>', '')
    const resource = (_deploymentId: string, name: string) => (name === 'sum.js' ? '1 + 1' : null)
    const scenario = createScenario(file, { sources: { resource } })
    scenario.start()
    expect(scenario.variable('r')).toBe(2)
    expect(createScenario(file).start()).toMatchObject({ kind: 'failed', failure: { code: 'engine.resource-missing' } })
  })

  it('asks for a file that is not at hand', () => {
    const file = running('', { attributes: 'camunda:resource="deployment://sum.js"' }).replace(
      '<script><![CDATA[]]></script>',
      '',
    )
    expect(createScenario(file, { sources: { resource: () => undefined } }).start()).toEqual({
      kind: 'needs',
      need: { kind: 'resource', deploymentId: 'deployment', name: 'sum.js' },
    })
  })

  it('may raise a BPMN error, which an event catches', () => {
    const around = boundary(
      'caught',
      'script',
      '<errorEventDefinition errorRef="oops" camunda:errorMessageVariable="text"/>',
    )
    const scenario = createScenario(
      running("execution.setVariable('seen', true); execution.throwBpmnError('oops', 'no paper')", { around }),
    )
    scenario.start()
    expect(scenario.tasks()).toEqual(['after-caught'])
    expect([scenario.variable('seen'), scenario.variable('text')]).toEqual([true, 'no paper'])
  })

  it('that raises an error which nothing catches ends its path', () => {
    const scenario = createScenario(running("execution.throwBpmnError('oops')"))
    scenario.start()
    expect(scenario.isEnded()).toBe(true)
    expect(scenario.history()).toEqual(['start', 'script'])
  })

  it('that raises an error which nothing catches fails in a Flowable model', () => {
    const scenario = createScenario(running("execution.throwBpmnError('oops')", { dialect: 'flowable' }))
    expect(scenario.start()).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.error-uncaught', detail: { errorCode: 'oops' } },
    })
  })

  it('sees only its inputs when the model says so', () => {
    const file = bpmn(
      `<startEvent id="start"/><scriptTask id="script" scriptFormat="javascript" flowable:doNotIncludeVariables="true" flowable:resultVariable="r"><extensionElements><flowable:in source="a" target="x"/></extensionElements><script>typeof a + x</script></scriptTask><userTask id="after"/>${path('start', 'script', 'after')}`,
      { dialect: 'flowable' },
    )
    const scenario = createScenario(file)
    scenario.start({ a: 4 })
    expect(scenario.variable('r')).toBe('undefined4')
  })

  it('does not run for ever', () => {
    const scenario = createScenario(running('for (;;) {}'), { isPartial: false })
    const detail = { budget: 'scriptTime', most: 1000 }
    expect(scenario.start()).toMatchObject({ kind: 'failed', failure: { code: 'engine.budget', detail } })
  })

  it('beside a boundary event keeps that from being missed when it fails', () => {
    const around = boundary('caught', 'script', on.error('other'))
    const scenario = createScenario(running("execution.throwBpmnError('oops')", { around }))
    scenario.start()
    expect(scenario.isEnded()).toBe(true)
  })
})
