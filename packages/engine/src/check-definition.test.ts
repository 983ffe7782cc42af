import type { Dialect } from '@millrace/bpmn'
import { loadScriptEngine } from '@millrace/expressions'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkDefinition } from './check-definition.ts'
import { boundary, bpmn, flow, on, path } from './testing/bpmn.ts'
import { readDefinitions } from './testing/definitions.ts'

beforeAll(loadScriptEngine)

function check(elements: string, dialect: Dialect = 'camunda', attributes = '') {
  const [process] = readDefinitions([bpmn(elements, { dialect, attributes })]).processes
  if (process === undefined) throw new Error('no process')
  return checkDefinition(process.model)
}
const places = (faults: ReturnType<typeof check>) =>
  faults.map(({ elementId, path: at, severity }) => `${severity} ${elementId} ${at}`)

describe('the check of a definition', () => {
  it('finds nothing in a process without faults', () => {
    expect(
      check(
        `<startEvent id="start"/><userTask id="task" camunda:assignee="\${who}" name="Do \${what}"/><scriptTask id="s" scriptFormat="javascript"><script>1 + 1</script></scriptTask>${path('start', 'task', 's')}${boundary('b', 'task', on.timer())}`,
      ),
    ).toEqual([])
  })

  it('finds every fault at once, with its place', () => {
    const broken = '${a +}'
    const faults = check(
      `<extensionElements><camunda:executionListener event="start" expression="${broken}"/></extensionElements><startEvent id="start"/>
      <userTask id="task" camunda:assignee="${broken}" camunda:candidateUsers="ann,${broken}"><extensionElements><camunda:inputOutput><camunda:inputParameter name="x"><camunda:list><camunda:value>${broken}</camunda:value></camunda:list></camunda:inputParameter></camunda:inputOutput><camunda:taskListener event="create" expression="${broken}"/></extensionElements>
      <multiInstanceLoopCharacteristics camunda:collection="${broken}"><completionCondition>${broken}</completionCondition></multiInstanceLoopCharacteristics></userTask>
      <exclusiveGateway id="g" default="g-y"/><endEvent id="x"/><endEvent id="y"/>${path('start', 'task', 'g')}${flow('g', 'x', broken)}${flow('g', 'y')}
      ${boundary('b', 'task', on.condition(broken))}`,
    )
    expect(places(faults)).toEqual(
      [
        'error process listeners.0.run.expression',
        'error task listeners.0.run.expression',
        'error task io.inputs.0.value.items.0.expression',
        'error task loop.collection',
        'error task loop.completionCondition',
        'error task assignee',
        'error task candidateUsers.1',
        'error task taskListeners.0.run.expression',
        'error b definitions.0.condition',
        'error g-x condition',
      ].filter((place) => place !== 'error task listeners.0.run.expression'),
    )
    expect(faults[0]).toMatchObject({
      code: 'expression.invalid',
      source: broken,
      from: expect.any(Number),
      message: expect.stringMatching(/^Expected .+, but .+/),
    })
  })

  it('points into the text', () => {
    const [fault] = check(
      `<startEvent id="start"/><userTask id="task" camunda:assignee="\${first} and \${second +}"/>${path('start', 'task')}`,
    )
    expect(fault?.source.slice(fault.from ?? 0)).toMatch(/^\+?\}/)
  })

  it.each([
    ['camunda', 'error'],
    ['bpmn', 'error'],
    ['flowable', 'warning'],
  ] as const)('in a model of %s takes an expression that cannot be read as an %s', (dialect, severity) => {
    const faults = check(
      `<startEvent id="start"/><exclusiveGateway id="g"/><endEvent id="x"/>${path('start', 'g')}${flow('g', 'x', '${a +}')}`,
      dialect,
    )
    expect(faults).toMatchObject([{ elementId: 'g-x', severity }])
  })

  it.each([
    ['camunda', 'warning'],
    ['millrace', 'error'],
  ] as const)('in a model of %s takes a script that cannot be read as an %s', (dialect, severity) => {
    expect(
      check(
        `<startEvent id="start"/><scriptTask id="s" scriptFormat="javascript"><script>let = = 1</script></scriptTask>${path('start', 's')}`,
        dialect,
      ),
    ).toMatchObject([{ code: 'expression.invalid', elementId: 's', severity }])
  })

  it('warns of languages that do not run here', () => {
    const faults = check(
      `<startEvent id="start"/><scriptTask id="s" scriptFormat="groovy"><script>println 1</script></scriptTask><exclusiveGateway id="g"/><endEvent id="x"/>${path('start', 's', 'g')}${flow('g', 'x', 'a').replace('<conditionExpression', '<conditionExpression language="python"')}`,
    )
    expect(faults).toMatchObject([
      { code: 'expression.language', severity: 'warning', elementId: 's', message: expect.stringContaining('groovy') },
      {
        code: 'expression.language',
        severity: 'warning',
        elementId: 'g-x',
        message: expect.stringContaining('python'),
      },
    ])
  })

  it('warns of timers that can never be set', () => {
    const faults = check(
      `<startEvent id="start"/><intermediateCatchEvent id="a">${on.timer('soon')}</intermediateCatchEvent><intermediateCatchEvent id="b">${on.cycle('every day')}</intermediateCatchEvent><intermediateCatchEvent id="c">${on.timer('${d}')}</intermediateCatchEvent>${path('start', 'a', 'b', 'c')}`,
    )
    expect(faults.map(({ code, elementId }) => [code, elementId])).toEqual([
      ['timer.invalid', 'a'],
      ['timer.invalid', 'b'],
    ])
  })
})
