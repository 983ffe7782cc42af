import { readFileSync } from 'node:fs'
import { compile, loadScriptEngine } from '@millrace/expressions'
import { checkTimer, isRetryCycle } from '@millrace/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { boundary, bpmn, flow, on, path } from '../../../../engine/src/testing/bpmn.ts'
import type { Dialect } from '../../model.ts'
import { textFaultCodes } from '../../problems.ts'
import { readModel } from '../../testing/read-model.ts'
import { checkTexts } from './texts.ts'

beforeAll(() => loadScriptEngine())

function check(elements: string, dialect: Dialect = 'camunda', attributes = '') {
  const model = readModel(bpmn(elements, { dialect, attributes }))
  return checkTexts(model, { compile, checkTimer, isRetryCycle })
}

const places = (faults: ReturnType<typeof check>) =>
  faults.map(({ elementId, path: at, severity }) => `${severity} ${elementId} ${at}`)

describe('the check of a definition', () => {
  it('finds nothing in a process without errors', () => {
    expect(
      check(
        `<startEvent id="start"/><userTask id="task" camunda:assignee="\${who}" name="Do \${what}"/><scriptTask id="s" scriptFormat="javascript"><script>1 + 1</script></scriptTask>${path('start', 'task', 's')}${boundary('b', 'task', on.timer())}`,
      ),
    ).toEqual([])
  })

  it('finds every error at once, with its place', () => {
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
    expect(fault?.message).toMatch(/See character \d+ of “\$\{first\} and \$\{second \+\}”\.$/)
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

  it.each([
    ['timeDate', '2026-02-30T10:00:00Z'],
    ['timeDate', '+275760-09-13T00:00:00Z'],
    ['timeDate', '0000-01-01T00:00:00Z'],
    ['timeDuration', 'P8000Y'],
    ['timeDuration', '10 minutes'],
    ['timeCycle', 'R3/soon/PT1M'],
    ['timeCycle', '0 0 25 * * ?'],
  ])('refuses a %s of “%s” for what starts a process', (tag, text) => {
    const timer = `<timerEventDefinition><${tag}>${text}</${tag}></timerEventDefinition>`
    expect(check(`<startEvent id="start">${timer}</startEvent><userTask id="task"/>${path('start', 'task')}`)).toEqual([
      expect.objectContaining({
        code: 'timer.invalid',
        severity: 'error',
        elementId: 'start',
        path: 'definitions.0',
        source: text,
        message: expect.stringContaining(`“${text}”`),
      }),
    ])
  })

  it.each<[Dialect, string, boolean]>([
    ['camunda', '@daily', true],
    ['camunda', '0 0 9 L-3 * ?', true],
    ['camunda', '0 0 22-2 * * ?', true],
    ['camunda', '0 0 9 ? * FRI-MON', true],
    ['camunda', '0 0 0 1 1 ? 2030', false],
    ['flowable', '@daily', false],
    ['flowable', '0 0 0 1 1 ? 2030', true],
    ['flowable', '0 0 9 ? * FRI-MON', true],
  ])('reads a cron pattern as the engines of %s do: %s', (dialect, text, isRead) => {
    const start = `<startEvent id="timer">${on.cycle(text)}</startEvent><task id="task"/>${path('timer', 'task')}`
    expect(check(start, dialect).map(({ code }) => code)).toEqual(isRead ? [] : ['timer.invalid'])
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

  it.each([
    ['camunda', 'warning'],
    ['flowable', 'warning'],
    ['millrace', 'error'],
  ] as const)('in a model of %s takes a due date that is no date as an %s', (dialect, severity) => {
    const faults = check(
      `<startEvent id="start"/><userTask id="task" ${dialect}:dueDate="next week" ${dialect}:priority="5"/>${path('start', 'task')}`,
      dialect,
    )
    expect(places(faults)).toEqual([`${severity} task dueDate`])
  })

  it.each(['camunda', 'flowable', 'bpmn'] as const)(
    'refuses a timer of %s that starts a process and can never be set',
    (dialect) => {
      const start = `<startEvent id="timer">${on.cycle('every day')}</startEvent><task id="task"/>${path('timer', 'task')}`
      expect(check(start, dialect)).toMatchObject([{ code: 'timer.invalid', severity: 'error', elementId: 'timer' }])
      const inside = `<startEvent id="start"/><task id="task"/>${path('start', 'task')}<subProcess id="h" triggeredByEvent="true"><startEvent id="timer">${on.cycle('every day')}</startEvent></subProcess>`
      expect(check(inside, dialect)).toMatchObject([{ severity: 'warning', elementId: 'timer' }])
    },
  )

  it('warns of retry cycles that cannot be read, which then count as none', () => {
    const cycle = (text: string) =>
      `<extensionElements><camunda:failedJobRetryTimeCycle>${text}</camunda:failedJobRetryTimeCycle></extensionElements>`
    const faults = check(
      `<startEvent id="start"/><task id="a" camunda:asyncBefore="true">${cycle('three times')}</task><task id="b" camunda:asyncBefore="true">${cycle('R3/PT1M')}</task><task id="c" camunda:asyncBefore="true">${cycle('${cycle}')}</task>${path('start', 'a', 'b', 'c')}`,
    )
    expect(places(faults)).toEqual(['warning a async.retryCycle'])
  })

  it('warns of functions that nobody knows, in UEL and FEEL', () => {
    const faults = check(
      `<startEvent id="start"/><exclusiveGateway id="g" default="g-z"/><endEvent id="x"/><endEvent id="y"/><endEvent id="z"/>${path('start', 'g', 'z')}${flow('g', 'x', '${a and round(1)}')}${flow('g', 'y', 'a and rounded(b) = 1 and count(b[f(item)]) = 2').replace('<conditionExpression', '<conditionExpression language="feel"')}`,
      'millrace',
    )
    expect(
      faults.map(({ code, elementId, source, from, to }) => [code, elementId, source.slice(from ?? 0, to ?? 0)]),
    ).toEqual([
      ['expression.unknown-function', 'g-x', 'round(1)'],
      ['expression.unknown-function', 'g-y', 'rounded'],
    ])
  })
})

it('the guide lists every code that a text of a model can be reported, with what it means', () => {
  const guide = readFileSync(new URL('../../../../../docs/guide/bpmn.md', import.meta.url), 'utf8')
  const listed = [...guide.matchAll(/^\| `((?:expression|timer)\.[\w-]+)` \| (.+) \|$/gm)].map(([, code, meaning]) => [
    code,
    meaning,
  ])
  expect(listed).toEqual(Object.entries(textFaultCodes))
})
