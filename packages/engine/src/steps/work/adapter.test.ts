import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario, type Scenario } from '../../testing/scenario.ts'
import type { AdapterOutcome } from './adapter-answer.ts'

function asking(inside: string, variables: Readonly<Record<string, unknown>> = {}): Scenario {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><serviceTask id="ask"><extensionElements><millrace:adapter key="orders">${inside}</millrace:adapter></extensionElements></serviceTask><userTask id="after"/>${path('start', 'ask', 'after')}${boundary('caught', 'ask', on.error('oops'))}`,
      { dialect: 'millrace' },
    ),
  )
  scenario.start(variables)
  return scenario
}

const input = (name: string, value: string) => `<millrace:adapterInput name="${name}" value="${value}"/>`
const output = (name: string, path: string, type = '') =>
  `<millrace:adapterOutput name="${name}" path="${path}"${type === '' ? '' : ` type="${type}"`}/>`
const error = (attributes: string, errorCode = 'oops') =>
  `<millrace:adapterError ${attributes} errorCode="${errorCode}"/>`

const request = ({ rows: { jobs } }: Scenario) => (jobs[0]?.kind === 'work' ? jobs[0].data.request : undefined)
const nothing = { status: null, body: null, columns: null, rows: null, failure: null }
const answer = (scenario: Scenario, given: Partial<AdapterOutcome>) =>
  scenario.do({
    type: 'completeWork',
    jobId: scenario.rows.jobs[0]?.id ?? '',
    output: { ...nothing, ...given },
  })
const failure = { message: 'It says no.', code: null, isFinal: true, isUnknown: false, detail: null }

describe('a step that asks an adapter', () => {
  it('hands over texts: of numbers, dates and lists too, and nothing for what is missing', () => {
    const inputs = [
      input('q', 'Porto'),
      input('n', '${amount}'),
      input('list', '${names}'),
      input('none', '${nothing}'),
      input('feel', '=amount + 1'),
    ]
    const scenario = asking(inputs.join(''), { amount: 7, names: ['a', 'b'], nothing: null })
    expect(request(scenario)).toEqual({
      service: 'adapter',
      adapter: 'orders',
      parameters: { q: 'Porto', n: '7', list: '["a","b"]', none: '', feel: '8' },
    })
  })

  it('makes typed variables of what a service answers', () => {
    const scenario = asking(
      [
        output('whole', ''),
        output('number', 'body.id', 'integer'),
        output('long', 'body.long', 'integer'),
        output('price', 'body.price', 'number'),
        output('paid', 'body.paid', 'boolean'),
        output('day', 'body.at', 'date'),
        output('lines', 'body.lines', 'list'),
        output('first', 'body.lines.0', 'object'),
        output('text', 'body.id', 'text'),
        output('status', 'status'),
        output('missing', 'body.nothing.at.all', 'date'),
      ].join(''),
    )
    const body = '{"id":"12","long":12345678901234567890,"price":"1.5","paid":true,"at":"2026-01-31","lines":[{"n":1}]}'
    expect(answer(scenario, { status: 201, body })).toMatchObject({ kind: 'done' })
    const types = Object.fromEntries(scenario.rows.variables.map(({ name, value }) => [name, value?.type]))
    expect(types).toMatchObject({ number: 'Integer', price: 'Double', paid: 'Boolean', day: 'Date', text: 'String' })
    expect(scenario.variable('number')).toBe(12)
    expect(scenario.variable('long')).toBe(12345678901234567890n)
    expect(scenario.variable('day')).toEqual(new Date('2026-01-31T00:00:00Z'))
    expect(scenario.variable('lines')).toEqual([{ n: 1 }])
    expect(scenario.variable('first')).toEqual({ n: 1 })
    expect(scenario.variable('status')).toBe(201)
    expect(scenario.variable('missing')).toBeNull()
    expect(scenario.variable('whole')).toMatchObject({ status: 201, rows: null, count: null })
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('makes variables of rows, as a database writes them', () => {
    const scenario = asking(
      [
        output('towns', 'rows', 'list'),
        output('count', 'count'),
        output('people', 'rows.1.people', 'integer'),
        output('big', 'rows.0.big', 'boolean'),
        output('since', 'rows.0.since', 'date'),
      ].join(''),
    )
    const columns = ['city', 'people', 'big', 'since']
    const rows = [
      ['Porto', '231800', 'f', '2026-01-31 10:00:00+01'],
      ['Lisbon', '545796', 't', null],
    ]
    answer(scenario, { columns, rows })
    expect(scenario.variable('towns')).toMatchObject([{ city: 'Porto' }, { city: 'Lisbon', since: null }])
    expect(scenario.variable('count')).toBe(2)
    expect(scenario.variable('people')).toBe(545796)
    expect(scenario.variable('big')).toBe(false)
    expect(scenario.variable('since')).toEqual(new Date('2026-01-31T09:00:00Z'))
  })

  it('fails where a value is not of its type, without asking again', () => {
    const scenario = asking(output('n', 'body', 'integer'))
    expect(answer(scenario, { status: 200, body: 'many' })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.value-invalid', message: expect.stringContaining('a whole number in “body”') },
    })
  })

  it.each([
    ['a status', error('status="404"'), { status: 404, failure }],
    ['a class of statuses', error('status="409, 4XX"'), { status: 404, failure }],
    ['a code in the answer', error('code="gone"'), { status: 410, body: '{"error":{"code":"gone"}}', failure }],
    ['a code of a database', error('code="23505"'), { failure: { ...failure, code: '23505' } }],
    ['a condition', error('condition="=body.left = 0"'), { status: 200, body: '{"left":0}' }],
    ['all that it says', error('status="409" code="x"'), { status: 409, body: '{"code":"x"}', failure }],
    ['the second one', error('status="500"', 'other') + error('status="409"'), { status: 409, failure }],
  ])('becomes an error of BPMN by %s', (_, errors, given) => {
    const scenario = asking(errors)
    answer(scenario, given)
    expect(scenario.tasks()).toEqual(['after-caught'])
  })

  it.each([
    ['engine.work-failed', { ...failure, isFinal: false }],
    ['engine.work-refused', failure],
    ['engine.answer-unknown', { ...failure, isUnknown: true }],
  ])('fails as %s where no error is meant', (code, given) => {
    const scenario = asking(error('status="404" code="other"'))
    expect(answer(scenario, { status: 404, failure: given })).toMatchObject({
      kind: 'failed',
      failure: { code, message: 'It says no.', detail: { statusCode: 404 } },
    })
  })

  it('never continues by an error of BPMN while nobody knows what was done', () => {
    const scenario = asking(error('condition="=true"'))
    expect(answer(scenario, { failure: { ...failure, isUnknown: true } })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.answer-unknown' },
    })
  })

  it('raises an incident of its own type while nobody knows what was done', () => {
    const scenario = asking('')
    const jobId = scenario.rows.jobs[0]?.id ?? ''
    const detail = { code: 'engine.answer-unknown', idempotencyKey: jobId }
    scenario.do({ type: 'failWork', jobId, message: 'Cut off.', isFinal: true, detail })
    expect(scenario.rows.incidents).toMatchObject([{ type: 'answerUnknown', message: 'Cut off.', detail }])
    scenario.do({ type: 'setJobRetries', jobId, retries: 1, dueAt: null })
    expect(scenario.rows.incidents).toEqual([])
  })

  it('is completed by an operator who knows that it was done, without an answer', () => {
    const scenario = asking(output('n', 'body'))
    const [job] = scenario.rows.jobs
    const elementInstanceId = scenario.rows.elements.find(({ elementId }) => elementId === 'ask')?.id ?? ''
    const signal = { type: 'signalElement', elementInstanceId, variables: [] } as const
    const detail = { code: 'engine.answer-unknown' }
    scenario.do({ type: 'failWork', jobId: job?.id ?? '', message: 'Cut off.', isFinal: true, detail })
    expect(scenario.do(signal)).toMatchObject({ kind: 'done' })
    expect(scenario.rows.incidents).toEqual([])
    expect(scenario.rows.jobs).toEqual([])
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('is sent on at a business rule task only while nobody knows what was done', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><businessRuleTask id="ask"><extensionElements><millrace:adapter key="rates"/></extensionElements></businessRuleTask><userTask id="after"/>${path('start', 'ask', 'after')}`,
        { dialect: 'millrace' },
      ),
    )
    scenario.start()
    const jobId = scenario.rows.jobs[0]?.id ?? ''
    const elementInstanceId = scenario.rows.elements.find(({ elementId }) => elementId === 'ask')?.id ?? ''
    const signal = { type: 'signalElement', elementInstanceId, variables: [] } as const
    expect(scenario.do(signal)).toMatchObject({ kind: 'refused', refusal: { code: 'engine.not-waiting' } })
    const detail = { code: 'engine.answer-unknown' }
    scenario.do({ type: 'failWork', jobId, message: 'Cut off.', isFinal: true, detail })
    expect(scenario.do(signal)).toMatchObject({ kind: 'done' })
    expect(scenario.tasks()).toEqual(['after'])
  })
})
