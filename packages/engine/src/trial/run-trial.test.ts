import { loadScriptEngine } from '@millrace/expressions'
import { beforeAll, describe, expect, it } from 'vitest'
import { defaultBudgets } from '../budgets.ts'
import { fromPlain, toPlain } from '../state/value.ts'
import { boundary, bpmn, flow, on, path } from '../testing/bpmn.ts'
import { createSources, readDefinitions } from '../testing/definitions.ts'
import type { TrialResult } from './result.ts'
import { runTrial } from './run-trial.ts'
import type { TrialStep } from './steps.ts'

beforeAll(() => loadScriptEngine())

const values = (given: Record<string, unknown>) =>
  Object.entries(given).map(([name, value]) => ({ name, value: fromPlain(value) }))
const at = (element: string, index = 0, process: string | null = null) => ({ element, index, process })

const start = (given: Record<string, unknown> = {}, element: string | null = null): TrialStep => ({
  kind: 'start',
  at: '2026-03-02T10:00:00.000Z',
  userId: 'dora',
  element,
  businessKey: null,
  variables: values(given),
})
const complete = (element: string, given: Record<string, unknown> = {}, index = 0): TrialStep => ({
  kind: 'complete',
  place: at(element, index),
  userId: null,
  variables: values(given),
})
const answer = (element: string, given: Record<string, unknown> = {}): TrialStep => ({
  kind: 'answer',
  place: at(element),
  variables: values(given),
})

function attempt(files: string | readonly string[], steps: readonly TrialStep[]): TrialResult {
  const definitions = readDefinitions(typeof files === 'string' ? [files] : files)
  const [definition] = definitions.processes
  if (definition === undefined) throw new Error('Expected a process.')
  const sources = createSources(definitions)
  const outcome = runTrial({ definition, steps, show: null, sources, zone: 'UTC', budgets: defaultBudgets })
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  return outcome.result
}

const pathOf = (result: TrialResult) =>
  result.path.map(({ process, element }) => (process === null ? element : `${process}/${element}`))
const waitingOf = (result: TrialResult) => result.waiting.map(({ kind, element }) => `${kind} ${element}`)
const variablesOf = (result: TrialResult) =>
  Object.fromEntries(result.variables.map(({ name, value }) => [name, toPlain(value)]))

const deciding = bpmn(`<startEvent id="start"/><userTask id="ask" camunda:assignee="\${boss}"/>
  <exclusiveGateway id="choose" default="choose-no"/><scriptTask id="yes" scriptFormat="javascript" camunda:resultVariable="twice"><script>amount * 2</script></scriptTask>
  <userTask id="no"/><endEvent id="end"/>${path('start', 'ask', 'choose')}${flow('choose', 'yes', '${amount > 10}')}${flow('choose', 'no')}${path('yes', 'end')}`)

describe('a trial', () => {
  it('gives a task to the assignee of another task of the trial, and to nobody where there was none', () => {
    const tasks =
      '<userTask id="ask" camunda:assignee="ann"/><userTask id="check"/><userTask id="again" camunda:assigneeOf="ask"/><userTask id="unsaid" camunda:assigneeOf="later"/><userTask id="later"/>'
    const file = bpmn(`<startEvent id="start"/>${tasks}${path('start', 'ask', 'check', 'again', 'unsaid', 'later')}`)
    const steps = [start(), complete('ask'), complete('check')]
    expect(attempt(file, steps).waiting).toMatchObject([{ element: 'again', assignee: 'ann' }])
    expect(attempt(file, [...steps, complete('again')]).waiting).toMatchObject([{ element: 'unsaid', assignee: null }])
  })

  it('has not started before its first step, and shows what its start asks', () => {
    const result = attempt(deciding, [])
    expect(result).toMatchObject({ status: 'new', waiting: [], path: [], shown: { place: at('start') } })
  })

  it('goes as far as it can, and says who is to do what', () => {
    const result = attempt(deciding, [start({ boss: 'bert' })])
    expect(result.waiting).toEqual([
      expect.objectContaining({ kind: 'task', element: 'ask', assignee: 'bert', index: 0, process: null }),
    ])
    expect(result.tokens).toEqual([{ process: null, element: 'ask', count: 1 }])
    expect(result.shown?.variables.map(({ name }) => name)).toEqual(['boss'])
  })

  it.each([
    [20, ['start', 'ask', 'choose', 'yes', 'end'], 'completed', { boss: 'bert', amount: 20, twice: 40 }],
    [5, ['start', 'ask', 'choose', 'no'], 'running', { boss: 'bert', amount: 5 }],
  ])('takes the way that its conditions say with %i', (amount, expected, status, variables) => {
    const result = attempt(deciding, [start({ boss: 'bert' }), complete('ask', { amount })])
    expect([pathOf(result), result.status, variablesOf(result)]).toEqual([expected, status, variables])
    expect(result.passed).toContain('start-ask')
  })

  it('gives the same for the same steps, ids and times and all', () => {
    const steps = [start({ boss: 'bert' }), complete('ask', { amount: 20 })]
    expect(attempt(deciding, steps)).toEqual(attempt(deciding, steps))
  })

  it('takes conditions in FEEL', () => {
    const file = bpmn(
      `<startEvent id="start"/><exclusiveGateway id="choose" default="choose-no"/><endEvent id="yes"/><endEvent id="no"/>${path('start', 'choose')}<sequenceFlow id="y" sourceRef="choose" targetRef="yes"><conditionExpression language="feel">amount in [10..20]</conditionExpression></sequenceFlow>${flow('choose', 'no')}`,
    )
    expect(pathOf(attempt(file, [start({ amount: 12 })]))).toEqual(['start', 'choose', 'yes'])
    expect(pathOf(attempt(file, [start({ amount: 30 })]))).toEqual(['start', 'choose', 'no'])
  })

  it('lets work be done by hand: done, with an error, and not at all', () => {
    const file = bpmn(
      `<startEvent id="start"/><serviceTask id="pay" camunda:type="external" camunda:topic="payment"/><endEvent id="end"/>${path('start', 'pay', 'end')}${boundary('refused', 'pay', on.error('oops'))}`,
    )
    const started = attempt(file, [start()])
    expect(started.waiting).toEqual([expect.objectContaining({ kind: 'work', element: 'pay', topic: 'payment' })])
    expect(variablesOf(attempt(file, [start(), answer('pay', { paid: true })]))).toEqual({ paid: true })
    const refused = attempt(file, [
      start(),
      { kind: 'error', place: at('pay'), code: 'oops', message: null, variables: [] },
    ])
    expect(waitingOf(refused)).toEqual(['task after-refused'])
    const broken = attempt(file, [start(), { kind: 'fail', place: at('pay'), message: 'no line' }])
    expect(broken.incidents).toEqual([{ process: null, element: 'pay', message: 'no line' }])
  })

  it('sends no request, and takes what it is answered with', () => {
    const file = bpmn(
      `<startEvent id="start"/><serviceTask id="call" flowable:type="http"><extensionElements><flowable:field name="requestUrl" stringValue="https://example.org"/><flowable:field name="responseVariableName" stringValue="got"/></extensionElements></serviceTask><userTask id="after"/>${path('start', 'call', 'after')}`,
      { dialect: 'flowable' },
    )
    const started = attempt(file, [start()])
    expect(started.waiting).toEqual([
      expect.objectContaining({
        kind: 'request',
        request: expect.objectContaining({ service: 'http', url: 'https://example.org' }),
      }),
    ])
    const done = attempt(file, [start(), { kind: 'respond', place: at('call'), status: 200, body: 'hello' }])
    expect(variablesOf(done)).toEqual({ got: 'hello' })
  })

  it('has what Java classes would do done by hand', () => {
    const file = bpmn(
      `<startEvent id="start"/><serviceTask id="old" camunda:class="org.example.Old"/><endEvent id="end"/>${path('start', 'old', 'end')}`,
    )
    expect(waitingOf(attempt(file, [start()]))).toEqual(['work old'])
    expect(attempt(file, [start(), answer('old')]).status).toBe('completed')
  })

  it('moves its clock only by steps, and fires timers on the way in their order', () => {
    const file = bpmn(
      `<startEvent id="start"/><userTask id="work"/><endEvent id="end"/>${path('start', 'work', 'end')}${boundary('late', 'work', on.timer('PT2H'), 'cancelActivity="false"')}${boundary('over', 'work', on.timer('P1D'))}`,
    )
    const started = attempt(file, [start()])
    expect(started.waiting.flatMap((one) => (one.kind === 'timer' ? [[one.element, one.dueAt]] : []))).toEqual([
      ['late', '2026-03-02T12:00:00.000Z'],
      ['over', '2026-03-03T10:00:00.000Z'],
    ])
    const fired = attempt(file, [start(), { kind: 'timer', place: at('late') }])
    expect([fired.clock, waitingOf(fired)]).toEqual([
      '2026-03-02T12:00:00.000Z',
      ['task work', 'task after-late', 'timer over'],
    ])
    const later = attempt(file, [start(), { kind: 'clock', to: '2026-03-04T00:00:00.000Z' }])
    expect([later.clock, waitingOf(later)]).toEqual([
      '2026-03-04T00:00:00.000Z',
      ['task after-late', 'task after-over'],
    ])
    expect(later.path.find(({ element }) => element === 'work')?.isCancelled).toBe(true)
  })

  it('reports several runs of one task apart', () => {
    const file = bpmn(
      `<startEvent id="start"/><userTask id="each"><multiInstanceLoopCharacteristics camunda:collection="people" camunda:elementVariable="one"/></userTask><endEvent id="end"/>${path('start', 'each', 'end')}`,
    )
    const started = attempt(file, [start({ people: ['a', 'b', 'c'] })])
    expect(started.waiting.map(({ element, index }) => [element, index])).toEqual([
      ['each', 0],
      ['each', 1],
      ['each', 2],
    ])
    const steps = [start({ people: ['a', 'b'] }), complete('each', {}, 1), complete('each')]
    expect([attempt(file, steps).status, pathOf(attempt(file, steps))]).toEqual([
      'completed',
      ['start', 'each', 'each', 'end'],
    ])
  })

  const calling = bpmn(
    `<startEvent id="start"/><callActivity id="call" calledElement="inner"><extensionElements><camunda:in variables="all"/><camunda:out variables="all"/></extensionElements></callActivity><endEvent id="end"/>${path('start', 'call', 'end')}`,
  )

  it('goes into a process that is called', () => {
    const inner = bpmn(`<startEvent id="s"/><userTask id="inside"/><endEvent id="e"/>${path('s', 'inside', 'e')}`, {
      id: 'inner',
    })
    const started = attempt([calling, inner], [start()])
    expect(started.waiting).toEqual([expect.objectContaining({ element: 'inside', process: 'inner' })])
    const place = at('inside', 0, 'inner')
    const done = attempt(
      [calling, inner],
      [start(), { kind: 'complete', place, userId: null, variables: values({ x: 1 }) }],
    )
    expect([done.status, pathOf(done), variablesOf(done)]).toEqual([
      'completed',
      ['start', 'call', 'inner/s', 'inner/inside', 'inner/e', 'end'],
      { x: 1 },
    ])
  })

  it('has a called process and a decision that are not there done by hand', () => {
    expect(attempt(calling, [start()]).waiting).toEqual([
      expect.objectContaining({ kind: 'work', element: 'call', topic: 'inner' }),
    ])
    expect(attempt(calling, [start(), answer('call', { x: 1 })]).status).toBe('completed')
    const file = bpmn(
      `<startEvent id="start"/><businessRuleTask id="decide" camunda:decisionRef="discount" camunda:resultVariable="r"/><endEvent id="end"/>${path('start', 'decide', 'end')}`,
    )
    expect(attempt(file, [start()]).waiting).toEqual([
      expect.objectContaining({ kind: 'work', element: 'decide', topic: 'discount' }),
    ])
    expect(variablesOf(attempt(file, [start(), answer('decide', { r: 5 })]))).toEqual({ r: 5 })
  })

  it('does what is asynchronous at once, and leaves an incident where that fails', () => {
    const file = (text: string) =>
      bpmn(
        `<startEvent id="start"/><serviceTask id="late" camunda:asyncBefore="true" camunda:expression="${text}" camunda:resultVariable="r"/><endEvent id="end"/>${path('start', 'late', 'end')}`,
      )
    expect(attempt(file('${1 + 1}'), [start()])).toMatchObject({ status: 'completed' })
    expect(pathOf(attempt(file('${1 + 1}'), [start()]))).toEqual(['start', 'late', 'end'])
    const broken = attempt(file('${missing.thing}'), [start()])
    expect(broken).toMatchObject({ status: 'running', incidents: [{ element: 'late' }], failure: null })
  })

  it('goes through joins once, and into sub-processes', () => {
    const file = bpmn(
      `<startEvent id="start"/><parallelGateway id="fork"/><userTask id="a"/><subProcess id="sub"><startEvent id="s"/><userTask id="b"/><endEvent id="e"/>${path('s', 'b', 'e')}</subProcess><parallelGateway id="join"/><endEvent id="end"/>${path('start', 'fork', 'a', 'join', 'end')}${path('fork', 'sub', 'join')}`,
    )
    const done = attempt(file, [start(), complete('b'), complete('a')])
    expect(pathOf(done)).toEqual(['start', 'fork', 'a', 'sub', 's', 'b', 'e', 'join', 'end'])
    expect(done.passed).toContain('sub-join')
  })

  it('hears messages and signals, and says what went to others', () => {
    const file = bpmn(
      `<startEvent id="start"/><intermediateThrowEvent id="shout">${on.signal('calm')}</intermediateThrowEvent><intermediateCatchEvent id="wait">${on.message()}</intermediateCatchEvent><intermediateCatchEvent id="listen">${on.signal()}</intermediateCatchEvent><receiveTask id="receive"/><endEvent id="end"/>${path('start', 'shout', 'wait', 'listen', 'receive', 'end')}`,
    )
    const started = attempt(file, [start()])
    expect([waitingOf(started), started.sent]).toEqual([
      ['message wait'],
      [{ kind: 'signal', name: 'calm', element: 'shout' }],
    ])
    const steps: TrialStep[] = [
      start(),
      { kind: 'message', place: at('wait'), variables: values({ x: 1 }) },
      { kind: 'signal', name: 'alarm', variables: [] },
      { kind: 'message', place: at('receive'), variables: [] },
    ]
    expect(waitingOf(attempt(file, steps.slice(0, 3)))).toEqual(['message receive'])
    expect(attempt(file, steps)).toMatchObject({ status: 'completed', failure: null })
  })

  it('starts at the event that is named', () => {
    const file = bpmn(
      `<startEvent id="none"/><startEvent id="told">${on.message()}</startEvent><endEvent id="end"/>${path('none', 'end')}${path('told', 'end')}`,
    )
    expect(pathOf(attempt(file, [start({}, 'told')]))).toEqual(['told', 'end'])
  })

  it('ends at the step that cannot be done, and keeps what was before it', () => {
    const wrong = attempt(deciding, [start({ boss: 'bert' }), complete('nowhere'), complete('ask')])
    expect(wrong.failure).toMatchObject({ step: 1, code: 'trial.not-waiting', element: 'nowhere' })
    expect(waitingOf(wrong)).toEqual(['task ask'])
    const failing = attempt(deciding, [start({ boss: 'bert' }), complete('ask')])
    expect(failing.failure).toMatchObject({ step: 1, code: 'engine.expression-failed' })
    expect(waitingOf(failing)).toEqual(['task ask'])
    expect(attempt(deciding, [complete('ask')]).failure?.code).toBe('trial.not-started')
    expect(attempt(deciding, [start({ boss: 'b' }), start()]).failure?.code).toBe('trial.started')
  })

  it('of a loop without end is stopped, with jobs between and without', () => {
    const file = (attributes: string) =>
      bpmn(
        `<startEvent id="start"/><exclusiveGateway id="again" ${attributes}/><task id="round"/>${path('start', 'again', 'round', 'again')}`,
      )
    expect(attempt(file(''), [start()])).toMatchObject({ status: 'new', failure: { code: 'engine.budget', step: 0 } })
    expect(attempt(file('camunda:asyncBefore="true"'), [start()]).failure?.code).toBe('engine.budget')
  })
})
