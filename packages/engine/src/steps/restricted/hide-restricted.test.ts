import { describe, expect, it } from 'vitest'
import { bpmn, flow, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'
import type { RestrictedValues } from './find-restricted.ts'
import { hideValues } from './hide-values.ts'

const restricted = () => (name: string) => name.startsWith('salary')
const secret = 'TOPSECRET'
const salaries = {
  salary: secret,
  salaryNumber: 918_273,
  salaryList: [{ iban: 'PT50-0002' }, { iban: 'PT50-0003' }],
  salaryLong: 'L'.repeat(500),
  salaryShort: 'x7',
  plain: 'OPEN',
}
const model = (elements: string) =>
  bpmn(`<startEvent id="start"/><userTask id="wait"/>${elements}${path('start', 'wait', 'broken')}`)
const isFree = (data: unknown) => !/TOPSECRET|918273|PT50|LLLL|\bx7\b/.test(JSON.stringify(data))

describe('the values of restricted variables', () => {
  it.each([
    ['a condition', `<exclusiveGateway id="broken"/>${flow('broken', 'after', '${salary}')}<endEvent id="after"/>`],
    [
      'a long value',
      `<exclusiveGateway id="broken"/>${flow('broken', 'after', '${salaryLong}')}<endEvent id="after"/>`,
    ],
    ['a number', `<exclusiveGateway id="broken"/>${flow('broken', 'after', '${salaryNumber}')}<endEvent id="after"/>`],
    ['a list', `<exclusiveGateway id="broken"/>${flow('broken', 'after', '${salaryList}')}<endEvent id="after"/>`],
    ['a priority', '<userTask id="broken" camunda:priority="${salaryShort}"/>'],
  ])('are in no failure of %s, and others are', (_, elements) => {
    const open = createScenario(model(elements))
    open.start(salaries)
    const task = open.rows.tasks[0]?.id ?? ''
    const shown = open.do({ type: 'completeTask', taskId: task, variables: [] })
    expect([shown.kind, isFree(shown)]).toEqual(['failed', false])
    const hiding = createScenario(model(elements), { sources: { restricted } })
    hiding.start(salaries)
    const failed = hiding.do({ type: 'completeTask', taskId: hiding.rows.tasks[0]?.id ?? '', variables: [] })
    expect([failed.kind, isFree(failed)]).toEqual(['failed', true])
    expect(JSON.stringify(failed)).toContain('[restricted]')
  })

  it('are in no text of a worker', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><serviceTask id="pay" camunda:type="external" camunda:topic="pay"/>${path('start', 'pay')}`,
      ),
      { sources: { restricted } },
    )
    scenario.start(salaries)
    const taskId = scenario.rows.externalTasks[0]?.id ?? ''
    const message = `${secret} is no amount, OPEN is`
    const failure = { message, details: `at ${secret}:918273, x7 and x70`, retries: 0, retryAt: null, variables: [] }
    const { kind } = scenario.do({ type: 'failExternalTask', taskId, ...failure })
    expect(kind).toBe('done')
    const [task] = scenario.rows.externalTasks
    expect([task?.errorMessage, task?.errorDetails]).toEqual([
      '[restricted] is no amount, OPEN is',
      'at [restricted]:[restricted], [restricted] and x70',
    ])
    expect(scenario.rows.incidents.map(({ message: shown }) => shown)).toEqual(['[restricted] is no amount, OPEN is'])
    expect(isFree(scenario.events.filter(({ type }) => !/variable/.test(type)))).toBe(true)
  })

  it('ask for the names before a failure is told, and for the whole root', () => {
    const scenario = createScenario(model('<userTask id="broken" camunda:priority="${salary}"/>'), {
      sources: { restricted: () => undefined },
      isPartial: false,
    })
    scenario.start(salaries)
    const asked = scenario.do({ type: 'completeTask', taskId: scenario.rows.tasks[0]?.id ?? '', variables: [] })
    expect(asked).toEqual({ kind: 'needs', need: { kind: 'restricted' } })
  })
})

describe('hiding values', () => {
  const values = (texts: RestrictedValues['texts']): RestrictedValues => ({
    isName: (name) => name === 'salary',
    texts,
  })

  it('hides everything under a restricted name', () => {
    expect(hideValues({ variables: { salary: { of: 1 }, other: 'b' }, list: ['ab'] }, values(['b']))).toEqual({
      variables: { salary: '[restricted]', other: '[restricted]' },
      list: ['ab'],
    })
  })

  it('searches no value in what replaced another one', () => {
    expect(hideValues('a secret word', values(['restricted', 'secret', 'strict']))).toBe('a [restricted] word')
  })

  it('hides the whole text where the values are too many, in time that does not grow with them', () => {
    expect(hideValues('any text', values(null))).toBe('[restricted]')
    const many = Array.from({ length: 1_000 }, (_, n) => `value ${n}`)
    const before = process.threadCpuUsage().user / 1000
    expect(hideValues('x'.repeat(1_000_000), values(many))).toBe('[restricted]')
    expect(process.threadCpuUsage().user / 1000 - before).toBeLessThan(1_000)
  })
})
