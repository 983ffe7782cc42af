import { process } from '@millrace/bpmn/builder'
import {
  countRows,
  createTestApp,
  createUser,
  createWorkplace,
  type IdOfTable,
  idsForPath,
  valuesInTurn,
} from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { multipart } from '../runtime/testing/multipart.ts'
import { createScenario } from '../runtime/testing/scenario.ts'
import type { Route } from './http/call.ts'
import { routes } from './routes.ts'

const { app, db, runtime, workplaceId, admin } = await createTestApp()
const authorization = await createCaller(workplaceId)
// The first password of an account is counted as a try; those after it are remembered.
await send({ method: 'GET', path: '/version' })

async function createCaller(place: string): Promise<string> {
  const { username } = await createUser(db, { workplaceId: place, password: 'secret', roles: ['RoleFullAPI'] })
  const { rows } = await admin.query('select reference from workplace where workplace_id = $1', [place])
  return `Basic ${Buffer.from(`${rows[0].reference}/${username}:secret`).toString('base64')}`
}

interface Sent {
  readonly payload?: string | object | Buffer
  readonly headers?: Record<string, string>
  readonly as?: string
}

async function send(route: Pick<Route, 'method' | 'path'>, { payload, headers, as = authorization }: Sent = {}) {
  const response = await app.inject({
    method: route.method,
    url: `/engine-rest${route.path}`,
    headers: { authorization: as, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, text: response.body }
}

/** One test for each group of routes, by the first word of their paths. */
const byGroup = (some: readonly Route[]) => [...Map.groupBy(some, ({ path }) => path.split('/')[1] ?? '')]
const nameOf = ({ method, path }: Route) => `${method} ${path}`
const withValue = ({ method, path }: Route, value: string) => ({ method, path: path.replaceAll(/:\w+/g, value) })
const json = { 'content-type': 'application/json' }

/** A refusal in Camunda's shape that says nothing of the inside. */
function expectPlainError({ status, text }: { status: number; text: string }, asked = ''): void {
  const what = `${asked} ${text}`
  expect(status, what).toBeGreaterThanOrEqual(400)
  const { type, message } = JSON.parse(text) as Record<string, unknown>
  expect([typeof type, typeof message], what).toEqual(['string', 'string'])
  expectNoInside({ status, text }, asked)
}

function expectNoInside({ status, text }: { status: number; text: string }, asked = ''): void {
  expect(status, `${asked} ${text}`).toBeLessThan(500)
  expect(text, asked).not.toMatch(/\bat \S+:\d+|node_modules|internal error|insert into|select .+ from /i)
}

describe('an invalid id', () => {
  const ids = ['%00', "'%20or%201=1%20--", '..%2f..%2fetc%2fpasswd', '😀', 'x'.repeat(400), '-1', '__proto__']

  it.each(byGroup(routes.filter(({ path }) => path.includes(':'))))(
    'changes nothing and is no fault of the server: %s',
    async (_, group) => {
      const before = await countRows(admin)
      for (const route of group) {
        for (const id of valuesInTurn(ids, routes.indexOf(route))) {
          const asked = `${nameOf(route)} ${id}`
          const answer = await send(
            withValue(route, id),
            route.method === 'GET' ? {} : { payload: '{}', headers: json },
          )
          expectNoInside(answer, asked)
          if (answer.status >= 400) expectPlainError(answer, asked)
        }
      }
      expect(await countRows(admin)).toEqual(before)
    },
  )
})

describe('an invalid body', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const bodies: Readonly<Record<string, Sent>> = {
    'no JSON': { headers: json, payload: '{"a":' },
    'a list': { headers: json, payload: '[1]' },
    text: { headers: json, payload: '"x"' },
    'a hundred thousand levels': { headers: json, payload: deep(100_000) },
    'objects in objects': {
      headers: json,
      payload: `{"variables":{"x":{"value":${nested(3_000)}}},"modifications":{"x":{"value":${nested(3_000)}}}}`,
    },
    'bytes that are no UTF-8': { headers: json, payload: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
    'NUL everywhere': {
      headers: json,
      payload: {
        id: '\0',
        name: '\0',
        messageName: '\0',
        variables: { '\0': { value: '\0' } },
        userId: '\0',
        type: '\0',
        workerId: '\0',
        ids: ['\0'],
        profile: { id: '\0' },
      },
    },
    'wrong types everywhere': {
      headers: json,
      payload: {
        id: {},
        name: [],
        variables: 5,
        sorting: 'x',
        orQueries: {},
        maxTasks: 'many',
        topics: 'x',
        retries: 1e99,
        messageName: {},
        userId: [],
        workerId: {},
        message: 7,
        jobIds: 'x',
        processInstanceIds: 5,
      },
    },
    'nothing in lists': {
      headers: json,
      payload: {
        sorting: [null],
        orQueries: [null],
        variables: [null],
        processVariables: [null],
        taskVariables: [5],
        tenantIdIn: [null],
        dueDates: [{ operator: 'lt' }],
        createTimes: [{ operator: 'gt', value: null }],
        topics: [null],
        instructions: [null],
        processInstanceIds: [{}],
        externalTaskIds: [null],
        modifications: [null],
        deletions: [null],
      },
    },
    'texts that are objects': {
      headers: json,
      payload: JSON.stringify({
        variables: { x: { value: { toString: 1 }, type: 'Integer' }, y: { value: 1, type: { toString: 1 } } },
        modifications: { x: { value: { valueOf: null }, type: 'Date' } },
        processVariables: [{ name: { toString: 1 }, operator: { toString: 1 }, value: 1 }],
        sorting: [{ sortBy: { toString: 1 }, sortOrder: {} }],
        processInstanceIds: [{ toString: 1 }],
        withCommentAttachmentInfo: { toString: 1 },
        assigneeExpression: { toString: 1 },
        dueDateExpression: '${dateTime().plusYears(300000)}',
      }),
    },
    'enormous numbers': {
      headers: json,
      payload: {
        priority: 2 ** 53 - 1,
        retries: 2 ** 40,
        maxTasks: 2 ** 40,
        lockDuration: 2 ** 53 - 1,
        newDuration: 2 ** 53 - 1,
        retryTimeout: 2 ** 53 - 1,
        asyncResponseTimeout: 2 ** 53 - 1,
        historyTimeToLive: 2 ** 31 - 1,
        dueDate: 8.64e15,
        duedate: -8.64e15,
        followUp: 1e300,
        due: 253402300800000,
        type: 2 ** 40,
        resourceType: -(2 ** 40),
        workerId: 'w',
        topics: [{ topicName: 'x', lockDuration: 2 ** 53 - 1 }],
        variables: { x: { value: 2 ** 53 }, y: { value: 1e300 } },
      },
    },
    'a dangerous name': {
      headers: json,
      payload: '{"__proto__":{"a":1},"variables":{"__proto__":{"value":1},"constructor":{"value":1}}}',
    },
    'plain text': { headers: { 'content-type': 'text/plain' }, payload: 'x' },
    XML: { headers: { 'content-type': 'application/xml' }, payload: '<a/>' },
    'a multipart body without its boundary': { headers: { 'content-type': 'multipart/form-data' }, payload: 'x' },
    'a multipart body that breaks off': {
      headers: { 'content-type': 'multipart/form-data; boundary=part' },
      payload: '--part\r\ncontent-disposition: form-data; name="file"; filename="a.bpmn"\r\n\r\n<a',
    },
  }

  it.each(byGroup(routes.filter(({ method }) => method === 'POST' || method === 'PUT')))(
    'is no error of the server: %s',
    async (_, group) => {
      for (const route of group) {
        const before = await countRows(admin)
        const statuses: number[] = []
        for (const [what, body] of valuesInTurn(Object.entries(bodies), routes.indexOf(route))) {
          const asked = `${nameOf(route)} ${what}`
          const answer = await send(withValue(route, '00000000-0000-7000-8000-000000000000'), body)
          expectNoInside(answer, asked)
          if (answer.status >= 400) expectPlainError(answer, asked)
          statuses.push(answer.status)
        }
        // Where a body has nothing that must be there, one of these is a request like any other.
        if (statuses.every((status) => status >= 400)) expect(await countRows(admin), nameOf(route)).toEqual(before)
      }
    },
  )
})

describe('invalid parameters', () => {
  const names = [
    'firstResult',
    'maxResults',
    'sortBy',
    'sortOrder',
    'processInstanceId',
    'processDefinitionKey',
    'variables',
    'processVariables',
    'createdBefore',
    'startedAfter',
    'name',
    'nameLike',
    'keyLike',
    'resourceNameLike',
    'incidentMessageLike',
    'processInstanceBusinessKeyLike',
    'candidateGroupLike',
    'activityNameLike',
    'variableNameLike',
    'taskNameLike',
    'firstNameLike',
    'minPriority',
    'priorityLowerThanOrEquals',
    'businessKey',
    'tenantIdIn',
    'activityIdIn',
    'assignee',
    'candidateGroups',
    'deploymentId',
    'deserializeValues',
    'topicName',
    'jobId',
    'executionId',
    'taskId',
    'priority',
    'followUpDate',
    'id',
    'key',
    'version',
  ]
  const values = [
    '\0',
    "'; drop table instance; --",
    '-1',
    '99999999999999999999',
    'x_eq_1',
    '%',
    'x'.repeat(5000),
    '\u202e',
    '{"a":1}',
    'a_like_\0',
    '%\\',
    'x_like_a\\',
    '0000-01-01T00:00:00.000+0000',
    '9999-12-31T23:59:59.999-1200',
    '2147483648',
  ]

  const queries = [
    ...Array.from({ length: 4 }, (_, part) =>
      names
        .filter((_name, index) => index % 4 === part)
        .map((name) => `${name}=%00`)
        .join('&'),
    ),
    'firstResult=%00',
    'name=%00',
    ...['firstResult', 'maxResults', 'version', 'priority'].map((name) => `${name}=99999999999999999999`),
    ...values.map((value) => names.map((name) => `${name}=${encodeURIComponent(value)}`).join('&')),
  ]

  it.each(byGroup(routes.filter(({ method }) => method === 'GET')))(
    'are no error of the server: %s',
    async (_, group) => {
      for (const route of group) {
        for (const query of valuesInTurn(queries, routes.indexOf(route))) {
          const { method, path } = withValue(route, 'x')
          expectNoInside(await send({ method, path: `${path}?${query}` }), `${nameOf(route)} ${query.slice(0, 80)}`)
        }
      }
    },
  )
})

const namesOfPrototypes = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf']

const decidedAtOnce = {
  short: `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
    <process id="short" isExecutable="true"><startEvent id="begin"/><sequenceFlow id="s1" sourceRef="begin" targetRef="decide"/>
      <businessRuleTask id="decide" camunda:decisionRef="choice" camunda:resultVariable="chosen"/>
      <sequenceFlow id="s2" sourceRef="decide" targetRef="end"/><endEvent id="end"/></process></definitions>`,
  choice: `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="choices" name="Choices" namespace="test">
    <decision id="choice" name="Choice"><decisionTable id="table">
      <input id="in"><inputExpression id="inText" typeRef="string"><text>note</text></inputExpression></input>
      <output id="out" name="result" typeRef="string"/>
      <rule id="rule"><inputEntry id="any"><text></text></inputEntry><outputEntry id="value"><text>"yes"</text></outputEntry></rule>
    </decisionTable></decision></definitions>`,
}

describe('a variable whose name is that of a prototype', () => {
  it('is one like any other, also in an answer with variables', async () => {
    const scenario = await createScenario(runtime, workplaceId)
    const { id } = await scenario.deploy(process('named').start().userTask('do').toXml())
    const answer = await send(
      { method: 'POST', path: `/process-definition/${id}/start` },
      {
        headers: json,
        payload:
          '{"variables":{"note":{"value":"text","type":"Object","valueInfo":{}},"__proto__":"0000-00-00T00:00:00.000+0000"},"withVariablesInReturn":true}',
      },
    )
    expect(answer).toMatchObject({ status: 200 })
    const { variables } = JSON.parse(answer.text) as { variables: object }
    expect(Object.keys(variables).toSorted()).toEqual(['__proto__', 'note'])
  })

  it('is one like any other to a decision, beside an object that is no JSON', async () => {
    const { short, choice } = decidedAtOnce
    const deployed = await send(
      { method: 'POST', path: '/deployment/create' },
      multipart([
        { name: 'short.bpmn', content: short },
        { name: 'choice.dmn', content: choice },
      ]),
    )
    expect(deployed.status).toBe(200)
    for (const name of namesOfPrototypes) {
      const answer = await send(
        { method: 'POST', path: '/process-definition/key/short/start' },
        {
          headers: json,
          payload: `{"variables":{"note":{"value":"text","type":"Object","valueInfo":{}},"${name}":"0000-00-00T00:00:00.000+0000"},"startInstructions":[],"skipIoMappings":false,"withVariablesInReturn":true}`,
        },
      )
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(`"${name}"`)])
    }
  })
})

describe.each(namesOfPrototypes)('the name %s', (name) => {
  const value = '{"value":"text","type":"String"}'
  const calls: readonly (readonly [string, string])[] = [
    [
      '/message',
      `{"messageName":"none","processVariables":{"${name}":${value}},"correlationKeys":{"${name}":${value}},"localCorrelationKeys":{"${name}":${value}}}`,
    ],
    ['/message', `{"messageName":"none","all":true,"correlationKeys":{"${name}":${value}}}`],
    ['/signal', `{"name":"none","variables":{"${name}":${value}}}`],
    ['/condition', `{"variables":{"${name}":${value}}}`],
    ['/process-definition/:id/submit-form', `{"variables":{"${name}":${value}}}`],
    [
      '/process-definition/:id/start',
      `{"${name}":{},"variables":{"${name}":{"value":"text","type":"${name}","valueInfo":{"${name}":1}}}}`,
    ],
    ['/process-instance', `{"variables":[{"name":"${name}","operator":"eq","value":"text"}],"${name}":1}`],
    [
      '/task',
      `{"taskVariables":[{"name":"${name}","operator":"eq","value":1}],"sorting":[{"sortBy":"${name}","sortOrder":"asc"}]}`,
    ],
    [
      '/external-task/fetchAndLock',
      `{"workerId":"w","maxTasks":1,"topics":[{"topicName":"${name}","lockDuration":1000,"variables":["${name}"],"processVariables":{"${name}":"text"}}]}`,
    ],
    ['/decision-definition/key/:id/evaluate', `{"variables":{"${name}":${value}}}`],
  ]

  it('is no error of the server among variables, keys, filters and fields', async () => {
    const scenario = await createScenario(runtime, workplaceId)
    const { id } = await scenario.deploy(process('named').start().userTask('do').toXml())
    for (const [path, payload] of calls)
      expectNoInside(
        await send({ method: 'POST', path: path.replace(':id', id) }, { headers: json, payload }),
        `${path} ${payload}`,
      )
  })
})

it('a name of a prototype in the body and the parameters of a call that changes something is no error of the server', async () => {
  const payload =
    '{"__proto__":{"value":1},"variables":{"__proto__":{"value":1}},"modifications":{"__proto__":{"value":1}},"deletions":["__proto__"]}'
  for (const route of routes.filter(({ method }) => method !== 'GET' && method !== 'OPTIONS')) {
    const { method, path } = withValue(route, '__proto__')
    expectNoInside(await send({ method, path }, { headers: json, payload }), `${method} ${path}`)
  }
})

describe('an id of another workplace', () => {
  it('is the same as one that does not exist, for each call that takes one', async () => {
    const scenario = await createScenario(runtime, workplaceId)
    const definition = await scenario.deploy(
      process('guarded')
        .start()
        .parallelGateway('fork')
        .userTask('do', { 'camunda:assignee': 'ann' })
        .moveTo('fork')
        .serviceTask('work', { 'camunda:type': 'external', 'camunda:topic': 'hidden' })
        .moveTo('fork')
        .serviceTask('later', { 'camunda:asyncBefore': true, 'camunda:expression': '${1}' })
        .toXml(),
    )
    const instance = await scenario.start(definition, { variables: { secret: 'hidden value' } })
    await makeMore(instance)
    const stranger = await createCaller(await createWorkplace(db))
    await send({ method: 'GET', path: '/version' }, { as: stranger })
    const ids = [...(await listIds()), { id: definition.key, table: 'process_definition' }]
    expect(ids.length).toBeGreaterThan(8)
    const before = await countRows(admin)
    for (const route of routes.filter(({ path }) => path.includes(':'))) {
      for (const id of idsForPath(route.path, ids)) {
        const isReading = route.method === 'GET' || route.method === 'OPTIONS'
        const body = isReading ? {} : { payload: '{"workerId":"w","variables":{}}', headers: json }
        const answer = await send(withValue(route, id), { ...body, as: stranger })
        expectNoInside(answer)
        expect([nameOf(route), answer.text.includes('hidden')]).toEqual([nameOf(route), false])
      }
    }
    expect(await countRows(admin)).toEqual(before)
    const { rows } = await admin.query('select worker_id, locked_until from external_task')
    expect(rows).toEqual([{ worker_id: null, locked_until: null }])
  })

  /** An incident, a batch and a filter of the first workplace. */
  async function makeMore(instance: string): Promise<void> {
    const { rows } = await admin.query('select id from job where instance_id = $1', [instance])
    const calls = [
      ['PUT', `/job/${rows[0].id}/retries`, { retries: 0 }],
      ['POST', '/job/retries', { jobIds: [rows[0].id], retries: 0 }],
      ['POST', '/filter/create', { resourceType: 'Task', name: 'hidden', query: {}, properties: {} }],
    ] as const
    for (const [method, path, payload] of calls) {
      const { status, text } = await send({ method, path }, { payload })
      expect(status, `${path} ${text}`).toBeLessThan(300)
    }
  }

  /** An id of each kind of thing that the first workplace has. */
  async function listIds(): Promise<IdOfTable[]> {
    const ids: IdOfTable[] = []
    for (const table of [
      'deployment',
      'process_definition',
      'instance',
      'variable',
      'task',
      'job',
      'external_task',
      'history_element',
      'app_user',
      'incident',
      'batch',
      'task_filter',
    ]) {
      const { rows } = await admin.query(`select id from ${table} where workplace_id = $1 limit 1`, [workplaceId])
      expect([table, rows.length]).toEqual([table, 1])
      ids.push({ id: rows[0].id, table })
    }
    return ids
  }
})

describe('POST /deployment/create', () => {
  const create = async (name: string, content: string | Buffer) => {
    const before = await countRows(admin)
    const answer = await send({ method: 'POST', path: '/deployment/create' }, multipart([{ name, content }]))
    expect(await countRows(admin)).toEqual(before)
    expectPlainError(answer)
    return JSON.parse(answer.text) as {
      type: string
      details?: Record<string, { errors: { message: string; mainElementId: string | null }[] }>
    }
  }
  const head = '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t">'

  it.each([
    ['malformed XML', '<definitions', 'XML'],
    ['nothing', '', 'XML'],
    ['something else than BPMN', '<html/>', 'BPMN'],
    ['a zip file', Buffer.from('PK\x03\x04\x14\0\0\0\x08\0\xff\xfe', 'latin1'), 'UTF-8'],
    ['an entity bomb', `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}">]>${head}&b;&b;</definitions>`, 'document type'],
    ['a model of forty megabytes', `${head}${' '.repeat(40_000_000)}</definitions>`, 'characters'],
    ['a hundred thousand levels', `${head}${'<process>'.repeat(100_000)}`, 'levels'],
    ['NUL', `${head}<process id="a\0"/></definitions>`, 'XML'],
    ['bytes that are no UTF-8', Buffer.from(`${head}<process id="\xff"/></definitions>`, 'latin1'), 'UTF-8'],
  ])('refuses %s as Camunda does', async (_, content, word) => {
    const { type, details } = await create('model.bpmn', content)
    expect(type).toBe('ParseException')
    expect(details?.['model.bpmn']?.errors[0]?.message).toContain(word)
  })

  it.each([
    ['timeDate', '2026-02-30T10:00:00Z'],
    ['timeDate', '0000-01-01T00:00:00Z'],
    ['timeDuration', 'P8000Y'],
    ['timeCycle', 'R3/soon/PT1M'],
  ])('refuses a %s of “%s” of a start event, and says of which', async (tag, text) => {
    const timer = `<timerEventDefinition><${tag}>${text}</${tag}></timerEventDefinition>`
    const { type, details } = await create(
      'timer.bpmn',
      `${head}\n<process id="timed" isExecutable="true">\n  <startEvent id="at">${timer}</startEvent>\n  <task id="do"/>\n  <sequenceFlow id="f" sourceRef="at" targetRef="do"/>\n</process></definitions>`,
    )
    expect(type).toBe('ParseException')
    expect(details?.['timer.bpmn']?.errors).toEqual([
      expect.objectContaining({
        mainElementId: 'at',
        message: expect.stringContaining(`“${text}”`),
      }),
    ])
  })

  it('reports all errors of all files with their elements', async () => {
    const before = await countRows(admin)
    const wrong = process('wrong')
      .start()
      .serviceTask('sum', { 'camunda:expression': '${1 +}' })
      .element('telepathy' as 'task', 'odd')
      .end()
      .toXml()
    const answer = await send(
      { method: 'POST', path: '/deployment/create' },
      multipart([
        { name: 'wrong.bpmn', content: wrong },
        { name: 'broken.dmn', content: '<definitions/>' },
        { name: 'good.bpmn', content: process('good').start().end().toXml() },
      ]),
    )
    expectPlainError(answer)
    const { details } = JSON.parse(answer.text) as Awaited<ReturnType<typeof create>>
    expect(details?.['wrong.bpmn']?.errors.map(({ mainElementId }) => mainElementId).sort()).toEqual([
      'flow2',
      'flow3',
      'odd',
      'sum',
    ])
    expect(Object.keys(details ?? {})).toEqual(['wrong.bpmn', 'broken.dmn'])
    expect(await countRows(admin)).toEqual(before)
  })
})
