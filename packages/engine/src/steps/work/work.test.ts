import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario, type Scenario } from '../../testing/scenario.ts'

const field = (name: string, value: string) =>
  `<flowable:field name="${name}"><flowable:expression><![CDATA[${value}]]></flowable:expression></flowable:field>`

function flowable(
  type: string,
  fields: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, unknown>> = {},
): Scenario {
  const inside = Object.entries(fields)
    .map(([name, value]) => field(name, value))
    .join('')
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><serviceTask id="call" flowable:type="${type}"><extensionElements>${inside}</extensionElements></serviceTask><userTask id="after"/>${path('start', 'call', 'after')}${boundary('caught', 'call', on.error())}`,
      { dialect: 'flowable' },
    ),
  )
  scenario.start(variables)
  return scenario
}

function connector(id: string, io: string, variables: Readonly<Record<string, unknown>> = {}): Scenario {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><serviceTask id="call"><extensionElements><camunda:connector><camunda:inputOutput>${io}</camunda:inputOutput><camunda:connectorId>${id}</camunda:connectorId></camunda:connector></extensionElements></serviceTask><userTask id="after"/>${path('start', 'call', 'after')}`,
    ),
  )
  scenario.start(variables)
  return scenario
}
const parameter = (kind: 'input' | 'output', name: string, value: string) =>
  `<camunda:${kind}Parameter name="${name}">${value}</camunda:${kind}Parameter>`

const request = ({ rows: { jobs } }: Scenario) => (jobs[0]?.kind === 'work' ? jobs[0].data.request : undefined)
const jobId = ({ rows }: Scenario) => rows.jobs[0]?.id ?? ''
const answer = (scenario: Scenario, output: Readonly<Record<string, unknown>>) =>
  scenario.do({ type: 'completeWork', jobId: jobId(scenario), output })
const failure = (scenario: Scenario, isFinal = false) =>
  scenario.do({ type: 'failWork', jobId: jobId(scenario), message: 'no route', isFinal, detail: null })

describe("Flowable's HTTP task", () => {
  const url = { requestUrl: 'http://shop.test/${id}' }

  it('creates a job with the request that is to be made', () => {
    const scenario = flowable(
      'http',
      {
        ...url,
        requestMethod: 'POST',
        requestHeaders: 'Accept: text/plain\nX-Id: ${id}',
        requestBody: '{"id":${id}}',
        requestTimeout: '5000',
        disallowRedirects: 'true',
      },
      { id: 7 },
    )
    expect(scenario.rows.jobs).toMatchObject([{ kind: 'work', elementId: 'call', retries: 3 }])
    expect(request(scenario)).toEqual({
      service: 'http',
      method: 'POST',
      url: 'http://shop.test/7',
      headers: { Accept: 'text/plain', 'X-Id': '7' },
      body: '{"id":7}',
      timeoutInMilliseconds: 5000,
      followsRedirects: false,
    })
  })

  it('keeps what somebody typed in the header that it is for', () => {
    const typed = { id: 'a\r\nAuthorization: Basic eDp5' }
    const scenario = flowable(
      'http',
      { requestUrl: 'http://shop.test/', requestHeaders: 'Accept: text/plain\nX-Id: ${id}' },
      typed,
    )
    expect(scenario.rows.jobs).toEqual([])
    expect(scenario.start(typed)).toMatchObject({
      kind: 'failed',
      failure: {
        message: expect.stringMatching(/^Expected each header of call in one line, but “X-Id” has a line break/),
      },
    })
    const whole = flowable('http', { requestUrl: 'http://shop.test/', requestHeaders: '${all}' }, { all: 'A: 1\nB: 2' })
    expect(request(whole)).toMatchObject({ headers: { A: '1', B: '2' } })
    const long = flowable('http', { requestUrl: 'http://shop.test/', requestHeaders: 'A: ${1 +\n 2}\n\nB: x' })
    expect(request(long)).toMatchObject({ headers: { A: '3', B: 'x' } })
  })

  it('looks for the lines of a field without end but once', () => {
    const endless = {
      requestUrl: 'http://shop.test/',
      requestHeaders: `A: ${'${'.repeat(400_000)}\nB: ${'#{'.repeat(400_000)}`,
    }
    expect(flowable('http', endless).start()).toMatchObject({ kind: 'failed' })
  })

  it('stores the body of the answer', () => {
    const scenario = flowable('http', url, { id: 7 })
    answer(scenario, { statusCode: 200, body: 'hello' })
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.variable('callResponseBody')).toBe('hello')
    expect(scenario.rows.variables.map(({ name }) => name)).toEqual(
      ['callResponseBody', 'id'].toSorted((a) => (a === 'id' ? -1 : 1)),
    )
  })

  it('stores what the model asks for under the names that it gives', () => {
    const scenario = flowable(
      'http',
      {
        ...url,
        saveRequestVariables: 'true',
        saveResponseParameters: 'true',
        responseVariableName: 'shop',
        saveResponseVariableAsJson: 'true',
        resultVariablePrefix: 'my',
      },
      { id: 7 },
    )
    answer(scenario, {
      statusCode: 201,
      reason: 'Created',
      protocol: 'HTTP/1.1',
      headers: { A: 'b' },
      body: '{"x":[1]}',
    })
    const values = ['shop', 'myRequestUrl', 'myResponseStatusCode', 'myResponseReason', 'myResponseHeaders'].map(
      (name) => scenario.variable(name),
    )
    expect(values).toEqual([{ x: [1] }, 'http://shop.test/7', 201, 'Created', 'A: b'])
  })

  it('may store the answer for this step only', () => {
    const scenario = flowable('http', { ...url, saveResponseParametersTransient: 'true' }, { id: 7 })
    answer(scenario, { statusCode: 200, body: 'hello' })
    expect(scenario.rows.variables.map(({ name }) => name)).toEqual(['id'])
    expect(scenario.variable('callResponseBody')).toBe('hello')
  })

  it('continues after an error status, unless the model says otherwise', () => {
    const scenario = flowable('http', url, { id: 7 })
    answer(scenario, { statusCode: 500, body: '' })
    expect(scenario.tasks()).toEqual(['after'])
  })

  it.each(['404', '4XX', '500, 404'])(
    'throws a BPMN error for a status in handleStatusCodes %o',
    (handleStatusCodes) => {
      const scenario = flowable('http', { ...url, handleStatusCodes }, { id: 7 })
      answer(scenario, { statusCode: 404, body: 'gone' })
      expect(scenario.tasks()).toEqual(['after-caught'])
      expect(scenario.variable('callResponseBody')).toBe('gone')
    },
  )

  it('fails for a status in failStatusCodes, and the job stays', () => {
    const scenario = flowable('http', { ...url, failStatusCodes: '5XX' }, { id: 7 })
    expect(answer(scenario, { statusCode: 503, body: '' })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.work-failed', elementId: 'call', detail: { statusCode: 503 } },
    })
    expect(scenario.rows.jobs).toHaveLength(1)
  })

  it('fails for a body that should be JSON and is not', () => {
    const scenario = flowable('http', { ...url, saveResponseVariableAsJson: 'true' }, { id: 7 })
    expect(answer(scenario, { statusCode: 200, body: '<p>' })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.work-failed' },
    })
  })

  it('fails without a URL', () => {
    const file = bpmn(`<startEvent id="start"/><serviceTask id="call" flowable:type="http"/>${path('start', 'call')}`, {
      dialect: 'flowable',
    })
    expect(createScenario(file).start()).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.value-invalid', elementId: 'call' },
    })
  })

  it('counts down its attempts when the call fails, and then has an incident', () => {
    const scenario = flowable('http', url, { id: 7 })
    failure(scenario)
    expect(scenario.rows.jobs).toMatchObject([{ retries: 2, error: 'no route' }])
    failure(scenario, true)
    expect(scenario.rows.jobs).toMatchObject([{ retries: 0 }])
    expect(scenario.rows.incidents).toMatchObject([{ type: 'failedJob', elementId: 'call', message: 'no route' }])
    answer(scenario, { statusCode: 200, body: '' })
    expect(scenario.rows.incidents).toEqual([])
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('continues after a failure that it is reported to ignore', () => {
    const scenario = flowable('http', { ...url, ignoreException: 'true' }, { id: 7 })
    failure(scenario)
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.variable('callErrorMessage')).toBe('no route')
  })
})

const recipients = {
  one: 'jo@x.test',
  list: ['jo@x.test', 'ann@x.test'],
  named: 'Jo <jo@x.test>',
  none: '',
  evil: 'jo@x.test, eve@x.test',
  semicolon: 'jo@x.test;eve@x.test',
  broken: 'jo@x.test\r\nBcc: eve@x.test',
  evilList: ['jo@x.test', 'ann@x.test,eve@x.test'],
  framed: 'Jo <jo@x.test> <eve@x.test>',
  words: 'jo@x.test eve@x.test',
}

describe("Flowable's mail task", () => {
  it('creates a job with the mail that is to be sent', () => {
    const scenario = flowable(
      'mail',
      {
        to: '${who}; ann@x.test',
        from: 'me@x.test',
        cc: 'c@x.test',
        subject: 'Order ${id}',
        textVar: 'letter',
        html: '<b>${id}</b>',
        headers: 'X-A: 1',
      },
      { id: 7, who: 'bob@x.test', letter: 'Dear Bob' },
    )
    expect(request(scenario)).toEqual({
      service: 'mail',
      template: null,
      from: 'me@x.test',
      to: ['bob@x.test', 'ann@x.test'],
      cc: ['c@x.test'],
      bcc: [],
      subject: 'Order 7',
      text: 'Dear Bob',
      html: '<b>7</b>',
      isHtmlForeign: false,
      headers: { 'X-A': '1' },
    })
    answer(scenario, {})
    expect(scenario.tasks()).toEqual(['after'])
  })

  it.each([
    ['<p>${said}</p>', '<p>&lt;img src=x onerror=&quot;a()&quot;&gt; &amp; ${id}</p>', false],
    ['<a title="${said}">#{id}</a>', '<a title="&lt;img src=x onerror=&quot;a()&quot;&gt; &amp; ${id}">7</a>', false],
    ["${'<b>'}${none} \\${id}", '&lt;b&gt; ${id}', false],
    ['<b>plain</b>', '<b>plain</b>', false],
    ['${said}', '<img src=x onerror="a()"> & ${id}', true],
  ])('writes values into %j as text, and says where all of it is a value', (html, written, isHtmlForeign) => {
    const values = { said: '<img src=x onerror="a()"> & ${id}', id: 7, none: null }
    expect(request(flowable('mail', { to: 'a@x.test', html }, values))).toMatchObject({ html: written, isHtmlForeign })
    const io = parameter('input', 'to', 'a@x.test') + parameter('input', 'html', `<![CDATA[${html}]]>`)
    expect(request(connector('mail-send', io, values))).toMatchObject({ html: written, isHtmlForeign })
  })

  it.each([
    ['${one}', ['jo@x.test']],
    ['${list}', ['jo@x.test', 'ann@x.test']],
    ['${one}, Ann <ann@x.test>; ${list}', ['jo@x.test', 'Ann <ann@x.test>', 'jo@x.test', 'ann@x.test']],
    ['"Long, Ann" <ann@x.test>', ['"Long, Ann" <ann@x.test>']],
    ['${named}', ['Jo <jo@x.test>']],
    // A name brings no further address.
    ['${evil} <ann@x.test>', ['jo@x.test eve@x.test <ann@x.test>']],
    ['${none}', []],
  ])('sends to %j as many as the model and lists name', (to, addresses) => {
    expect(request(flowable('mail', { to, text: 'x' }, recipients))).toMatchObject({ to: addresses })
    const io = parameter('input', 'bcc', `<![CDATA[${to}]]>`)
    expect(request(connector('mail-send', io, recipients))).toMatchObject({ bcc: addresses })
  })

  it.each(['${evil}', '${semicolon}', '${broken}', 'Jo <${evil}>', '${evilList}', '${framed}', '${words}'])(
    'sends to nobody where a value is more than one address: %s',
    (to) => {
      for (const name of ['to', 'cc', 'bcc', 'from'])
        expect(request(flowable('mail', { to: 'a@x.test', text: 'x', [name]: to }, recipients)), name).toBeUndefined()
    },
  )

  it('names an email template in place of a text', () => {
    const scenario = flowable('mail', { to: 'a@x.test', template: '${kind} order' }, { kind: 'Large' })
    expect(request(scenario)).toMatchObject({ template: 'Large order', subject: null, text: null, html: null })
  })

  it('stores the failure that it is reported to ignore', () => {
    const scenario = flowable('mail', {
      to: 'a@x.test',
      text: 'x',
      ignoreException: 'true',
      exceptionVariableName: 'wrong',
    })
    failure(scenario)
    expect(scenario.variable('wrong')).toBe('no route')
  })
})

describe("Camunda's http-connector", () => {
  const io =
    parameter('input', 'url', 'http://shop.test/${id}') +
    parameter('input', 'method', 'put') +
    parameter('input', 'headers', '<camunda:map><camunda:entry key="Accept">text/plain</camunda:entry></camunda:map>') +
    parameter('input', 'payload', '${url} is called') +
    parameter('output', 'status', '${statusCode}') +
    parameter('output', 'price', "${S(response).prop('price').numberValue()}") +
    parameter('output', 'double', '${price * 2}')

  it('creates a job with the request, whose inputs see the ones before', () => {
    expect(request(connector('http-connector', io, { id: 7 }))).toEqual({
      service: 'http',
      method: 'PUT',
      url: 'http://shop.test/7',
      headers: { Accept: 'text/plain' },
      body: 'http://shop.test/7 is called',
      timeoutInMilliseconds: null,
      followsRedirects: true,
    })
  })

  it('sets its outputs from the answer', () => {
    const scenario = connector('http-connector', io, { id: 7 })
    answer(scenario, { statusCode: 200, headers: {}, body: '{"price": 4}' })
    expect(['status', 'price', 'double'].map((name) => scenario.variable(name))).toEqual([200, 4, 8])
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('fails without a URL', () => {
    const file = bpmn(
      `<startEvent id="start"/><serviceTask id="call"><extensionElements><camunda:connector><camunda:connectorId>http-connector</camunda:connectorId></camunda:connector></extensionElements></serviceTask>${path('start', 'call')}`,
    )
    expect(createScenario(file).start()).toMatchObject({ kind: 'failed', failure: { code: 'engine.value-invalid' } })
  })

  it('may be how a message is thrown', () => {
    const definition = `<messageEventDefinition messageRef="first"><extensionElements><camunda:connector><camunda:inputOutput>${parameter('input', 'url', 'http://x.test')}${parameter('output', 'status', '${statusCode}')}</camunda:inputOutput><camunda:connectorId>http-connector</camunda:connectorId></camunda:connector></extensionElements></messageEventDefinition>`
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><endEvent id="call">${on.signal() + definition + on.signal('calm')}</endEvent>${path('start', 'call')}`,
      ),
    )
    scenario.start()
    expect(scenario.effects).toHaveLength(1)
    answer(scenario, { statusCode: 204, headers: {}, body: null })
    expect(scenario.variable('status')).toBe(204)
    expect(scenario.effects).toHaveLength(2)
    expect(scenario.isEnded()).toBe(true)
  })
})

describe('the mail-send connector', () => {
  it('creates a job with the mail', () => {
    const io =
      parameter('input', 'to', 'a@x.test, b@x.test') +
      parameter('input', 'subject', 'Hello') +
      parameter('input', 'text', '${letter}')
    const scenario = connector('mail-send', io, { letter: 'Dear A' })
    expect(request(scenario)).toMatchObject({
      service: 'mail',
      template: null,
      to: ['a@x.test', 'b@x.test'],
      subject: 'Hello',
      text: 'Dear A',
      html: null,
    })
    answer(scenario, {})
    expect(scenario.tasks()).toEqual(['after'])
  })
})

describe('work', () => {
  it.each([
    [
      'a built-in service',
      bpmn(`<startEvent id="start"/><serviceTask id="call" flowable:type="camel"/>${path('start', 'call')}`, {
        dialect: 'flowable',
      }),
      'camel',
    ],
    [
      'a connector',
      bpmn(
        `<startEvent id="start"/><serviceTask id="call"><extensionElements><camunda:connector><camunda:connectorId>soap-http-connector</camunda:connectorId></camunda:connector></extensionElements></serviceTask>${path('start', 'call')}`,
      ),
      'soap-http-connector',
    ],
  ])('of %s that is not known here fails with its name', (_what, file, service) => {
    expect(createScenario(file).start()).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.not-supported', elementId: 'call', detail: { service } },
    })
  })

  it('is not done by running its job', () => {
    const scenario = flowable('http', { requestUrl: 'http://x.test' })
    expect(scenario.do({ type: 'runJob', jobId: jobId(scenario) })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'engine.not-waiting' },
    })
  })

  it('goes with its element when that is interrupted', () => {
    const scenario = flowable('http', { requestUrl: 'http://x.test' })
    scenario.do({ type: 'deleteInstance', instanceId: scenario.rows.rootId, reason: null })
    expect(scenario.rows.jobs).toEqual([])
  })

  it('of another kind of job is refused', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><task id="t" camunda:asyncBefore="true"/>${path('start', 't')}`),
    )
    scenario.start()
    expect(answer(scenario, {})).toMatchObject({ kind: 'refused', refusal: { code: 'engine.not-waiting' } })
    expect(failure(scenario)).toMatchObject({ kind: 'refused' })
    const gone = { type: 'completeWork', jobId: 'gone', output: {} } as const
    expect(scenario.do(gone)).toMatchObject({ kind: 'refused', refusal: { code: 'engine.job-gone' } })
  })
})
