import { createApiToken, createUser } from '@millrace/server/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { routes } from './engine-rest/routes.ts'
import { bpmn, path } from './engine-rest/testing/models.ts'
import { createRestTest, type Json, type RestClient } from './engine-rest/testing/rest-test.ts'
import { restless } from './testing/operations/rows.ts'
import { openWorkplaceRows } from './testing/workplace-rows.ts'

/**
 * Somebody who may do everything with one process, by an API token that is good for it alone or by authorizations, makes
 * every call there is with every id of another process: he is told nothing of it, and changes nothing.
 */
const testApp = await createRestTest()
const { rest, db, admin, workplaceId, clientFor } = testApp
const marker = 'OTHERSECRET'

const model = (key: string, word: string) =>
  bpmn(
    key,
    `<startEvent id="start"/><startEvent id="told"><messageEventDefinition messageRef="start-${key}"/></startEvent><exclusiveGateway id="in"/>${path('told', 'in')}${path('start', 'in', 'fork')}<parallelGateway id="fork"/>
    <userTask id="task" name="${word}" camunda:candidateGroups="clerks"/>${path('fork', 'task')}
    <serviceTask id="outside" name="${word}" camunda:type="external" camunda:topic="print"/>${path('fork', 'outside')}
    <serviceTask id="elsewhere" camunda:type="external" camunda:topic="scan"/>${path('fork', 'elsewhere')}
    <intermediateCatchEvent id="hear"><messageEventDefinition messageRef="paid"/></intermediateCatchEvent>${path('fork', 'hear')}
    <receiveTask id="receive"/>${path('fork', 'receive')}
    <task id="later" name="${word}" camunda:asyncBefore="true"/>${path('fork', 'later')}
    <intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration xsi:type="tFormalExpression">P9D</timeDuration></timerEventDefinition></intermediateCatchEvent>${path('fork', 'wait')}`,
    { definitions: `<message id="start-${key}" name="start-${key}"/>`, attributes: 'camunda:historyTimeToLive="P30D"' },
  )

const mine = await fill('mine', 'MYWORD')
const theirs = await fill('theirs', marker)

/** One of everything of a process: the ids, by what they are. */
async function fill(key: string, word: string): Promise<Record<string, string>> {
  const deployed = await rest.deploy({ [`${key}.bpmn`]: model(key, word) }, { 'deployment-name': key })
  expect(deployed.status, JSON.stringify(deployed.body)).toBe(200)
  const start = async () =>
    (
      await rest.post(`/process-definition/key/${key}/start`, {
        businessKey: word,
        variables: { note: { value: word, type: 'String' } },
      })
    ).body.id
  const ended = await start()
  await rest.delete(`/process-instance/${ended}`)
  const instance = await start()
  const one = async (way: string, query: object = {}) =>
    (await rest.get(way, { processInstanceId: instance, ...query } as never)).body[0].id as string
  const [task, outside] = [await one('/task'), await one('/external-task', { topicName: 'print' })]
  const lockOf = {
    workerId: 'w',
    maxTasks: 1,
    topics: [{ topicName: 'scan', lockDuration: 1, processDefinitionKey: key }],
  }
  const [failed] = (await rest.post('/external-task/fetchAndLock', lockOf)).body
  await rest.post(`/external-task/${failed.id}/failure`, { workerId: 'w', errorMessage: word, retries: 0 })
  const comment = (await rest.post(`/task/${task}/comment/create`, { message: word })).body.id
  const jobs = (await rest.get('/job', { processInstanceId: instance })).body
  return {
    key,
    definition: (await rest.get(`/process-definition/key/${key}`)).body.id,
    instance,
    ended,
    task,
    outside,
    failed: failed.id,
    comment,
    job: jobs[0].id,
    timer: jobs[1].id,
    jobDefinition: jobs[0].jobDefinitionId,
    incident: await one('/incident'),
    receive: await one('/execution', { activityId: 'receive' }),
    subscription: await one('/event-subscription', { eventName: 'paid' }),
    variable: (await rest.get('/variable-instance', { processInstanceIdIn: instance })).body[0].id,
    past: (await rest.get('/history/variable-instance', { processInstanceId: ended })).body[0].id,
    element: (await rest.get('/history/activity-instance', { processInstanceId: instance })).body[0].id,
  }
}

const everybody = { type: 1, permissions: ['ALL'], resourceType: 6, resourceId: 'mine' }
const user = await createUser(db, { workplaceId, roles: ['RoleFullAPI', 'RoleUserAdmin'], username: 'worker' })
const granted = await createUser(db, { workplaceId, roles: [], username: 'granted' })
await rest.post('/authorization/create', { ...everybody, userId: 'granted' })
await rest.post('/authorization/create', {
  type: 1,
  permissions: ['CREATE'],
  userId: 'granted',
  resourceType: 8,
  resourceId: '*',
})
const scopes = ['read', 'start', 'work', 'operate'] as const
const limited: Record<string, RestClient> = {
  'a token for one process': clientFor(await createApiToken(db, user, { scopes, processKeys: ['mine'] })),
  'a user who was granted one process': clientFor(await createApiToken(db, granted)),
}
const allRows = await openWorkplaceRows(admin, { without: restless })
const foreign = Object.values(theirs).filter((id) => id.length === 36)
const isOfTheirs = (row: string) => row.includes(marker) || foreign.some((id) => row.includes(id))
/** A table that nothing was written to has the same list of rows, which is not looked through again. */
const lookedThrough = new WeakMap<readonly string[], readonly string[]>()
function listOfTheirs(rows: readonly string[]): readonly string[] {
  const found = lookedThrough.get(rows) ?? rows.filter(isOfTheirs)
  lookedThrough.set(rows, found)
  return found
}
/** What there is of the other process, by table. */
const rowsOfTheirs = async () =>
  new Map(
    [...(await allRows.read(workplaceId))]
      .filter(([table]) => !/^(audit|api_token|known)/.test(table))
      .map(([table, rows]) => [table, listOfTheirs(rows)]),
  )
let before = await rowsOfTheirs()

/** Everything that a body may name, as far as each call reads it. */
const generous = {
  workerId: 'w',
  lockDuration: 1000,
  newDuration: 1000,
  maxTasks: 10,
  topics: [
    { topicName: 'print', lockDuration: 1000 },
    { topicName: 'scan', lockDuration: 1000 },
  ],
  retries: 3,
  priority: 7,
  suspended: true,
  errorCode: 'failed',
  errorMessage: 'changed',
  escalationCode: 'x',
  userId: 'granted',
  message: 'changed',
  annotation: 'changed',
  type: 'candidate',
  value: 'changed',
  historyTimeToLive: 3,
  variables: {},
  modifications: { note: { value: 'changed' } },
  deletions: ['note'],
  incidentType: 'x',
  activityId: 'task',
  name: 'changed',
}

describe.each(Object.entries(limited))('%s', (_, client) => {
  const calls = routes.map((route) => [`${route.method} ${route.path}`, route] as const)

  it.each(calls)('%s of the other process reports and changes nothing', async (_, route) => {
    const isAbout = route.path.includes(':')
    for (const id of isAbout ? [...foreign, 'theirs'] : ['']) {
      const { body } = await client.send(route.method, fillPath(route.path, id), {
        ...(route.method === 'GET' ? {} : { body: { ...generous, ...named(id) } }),
      })
      expect([id, JSON.stringify(body).includes(marker)]).toEqual([id, false])
    }
    const [was, is] = [before, await rowsOfTheirs()]
    before = is
    expect(is).toEqual(was)
  })

  it('sees of each list what is of its process', async () => {
    const lists = routes.filter(
      ({ method, path: way }) => method === 'GET' && routes.some((other) => other.path === `${way}/count`),
    )
    const own = lists.filter(
      ({ path: way }) =>
        !/^\/(user|group|tenant|authorization|filter|deployment|decision|history\/decision|(history\/)?batch)/.test(
          way,
        ),
    )
    expect(own.length).toBeGreaterThan(15)
    for (const { path: way } of own) {
      const [seen, counted, all] = [await client.get(way), await client.get(`${way}/count`), await rest.get(way)]
      expect([way, seen.status]).toEqual([way, 200])
      const isMine = (row: Json) => row.eventName === 'start-mine' || isOf(row, mine)
      expect([way, seen.body.length, counted.body.count]).toEqual([
        way,
        all.body.filter(isMine).length,
        seen.body.length,
      ])
      expect([way, seen.body.length]).not.toEqual([way, 0])
    }
  })

  it('sees single things of its process, and lists by body too', async () => {
    for (const way of [
      `/process-definition/${mine.definition}`,
      '/process-definition/key/mine/xml',
      `/process-instance/${mine.instance}`,
      `/process-instance/${mine.instance}/activity-instances`,
      `/process-instance/${mine.instance}/variables`,
      `/history/process-instance/${mine.ended}`,
      `/history/variable-instance/${mine.past}`,
      `/history/activity-instance/${mine.element}`,
      `/task/${mine.task}`,
      `/task/${mine.task}/comment`,
      `/external-task/${mine.failed}/errorDetails`,
      `/job/${mine.job}`,
      `/job-definition/${mine.jobDefinition}`,
      `/incident/${mine.incident}`,
      `/execution/${mine.receive}`,
      `/variable-instance/${mine.variable}`,
    ])
      expect([way, (await client.get(way)).status]).toEqual([way, expect.toBeOneOf([200, 204])])
    const { body } = await client.post('/task', { orQueries: [{ taskVariables: [], candidateGroup: 'clerks' }] })
    expect(body.map(({ processDefinitionId }: Json) => processDefinitionId)).toEqual([mine.definition])
  })
})

describe.each(Object.entries(limited))('%s does in its process', (_, client) => {
  it('what it has the right to', async () => {
    const started = await client.post('/process-definition/key/mine/start', { businessKey: 'b' })
    expect(started.status).toBe(200)
    const { id } = started.body
    const one = async (way: string, query: Record<string, string> = {}) =>
      (await client.get(way, { processInstanceId: id, ...query })).body[0].id
    const topics = [{ topicName: 'print', lockDuration: 60_000, businessKey: 'b' }]
    const [work] = (await client.post('/external-task/fetchAndLock', { workerId: 'w', maxTasks: 9, topics })).body
    expect(work.processInstanceId).toBe(id)
    const receive = await one('/execution', { activityId: 'receive' })
    const steps: readonly (readonly [Parameters<RestClient['send']>[0], string, object?])[] = [
      ['POST', `/external-task/${work.id}/complete`, { workerId: 'w', variables: { paid: { value: true } } }],
      ['PUT', `/process-instance/${id}/variables/note`, { value: 'x' }],
      ['POST', `/task/${await one('/task')}/claim`, { userId: 'worker' }],
      ['POST', `/task/${await one('/task')}/complete`],
      ['POST', `/execution/${receive}/signal`],
      ['POST', '/message', { messageName: 'paid', processInstanceId: id }],
      ['POST', '/message', { messageName: 'start-mine' }],
      ['PUT', `/job/${await one('/job')}/retries`, { retries: 2 }],
      ['PUT', `/process-instance/${id}/suspended`, { suspended: true }],
      ['DELETE', `/process-instance/${id}`],
    ]
    for (const [method, way, body = {}] of steps) {
      const { status, body: answer } = await client.send(method, way, { body })
      const isOwnTask = way.endsWith('/claim')
      expect([way, status, answer]).toEqual([
        way,
        isOwnTask ? expect.toBeOneOf([204, 400, 403]) : expect.toBeOneOf([200, 204]),
        answer,
      ])
    }
  })

  it('and is refused what is about all of them', async () => {
    for (const [method, way, body] of [
      ['POST', '/signal', { name: 'alarm' }],
      ['POST', '/condition', { variables: {} }],
      ['PUT', '/process-instance/suspended', { suspended: true, processInstanceIds: [mine.instance] }],
      ['PUT', '/external-task/retries', { retries: 1, externalTaskIds: [mine.outside] }],
      ['GET', '/process-definition/statistics', undefined],
      ['GET', '/external-task/topic-names', undefined],
      ['GET', '/task/report/candidate-group-count', undefined],
      ['GET', '/history/process-instance/report', undefined],
      ['GET', '/user', undefined],
      ['POST', '/message', { messageName: 'paid', variablesInResultEnabled: true, resultEnabled: true }],
    ] as const) {
      const { status } = await client.send(method, way, body === undefined ? {} : { body })
      expect([way, status]).toEqual([way, 403])
    }
    expect((await client.deploy({ 'mine.bpmn': model('mine', 'x') })).status).toBe(403)
    expect((await client.post('/process-definition/key/theirs/start')).status).toBe(404)
    expect((await client.post('/message', { messageName: 'start-theirs' })).status).toBe(400)
    expect((await client.post('/message', { messageName: 'paid', processInstanceId: theirs.instance })).status).toBe(
      400,
    )
  })
})

describe('a token for one topic', () => {
  let printer: RestClient
  beforeEach(async () => {
    printer = clientFor(await createApiToken(db, user, { scopes: ['work'], topics: ['print'] }))
  })
  const fetchFrom = async (client: RestClient, topics: readonly string[]) =>
    (
      await client.post('/external-task/fetchAndLock', {
        workerId: 'p',
        maxTasks: 99,
        topics: topics.map((topicName) => ({ topicName, lockDuration: 60_000 })),
      })
    ).body.map(({ topicName }: Json) => topicName)

  it('fetches and reports work of that topic, and no other', async () => {
    const { id } = (await rest.post('/process-definition/key/mine/start')).body
    expect(await fetchFrom(printer, ['scan'])).toEqual([])
    expect(new Set(await fetchFrom(printer, ['scan', 'print', 'fax']))).toEqual(new Set(['print']))
    const of = async (topicName: string) =>
      (await rest.get('/external-task', { processInstanceId: id, topicName })).body[0].id
    const [print, scan] = [await of('print'), await of('scan')]
    const lock = { workerId: 'p', lockDuration: 60_000 }
    expect((await rest.post(`/external-task/${scan}/lock`, lock)).status).toBe(204)
    for (const [way, body] of [
      ['complete', { workerId: 'p' }],
      ['failure', { workerId: 'p', retries: 0 }],
      ['bpmnError', { workerId: 'p', errorCode: 'x' }],
      ['lock', lock],
      ['extendLock', { workerId: 'p', newDuration: 1000 }],
      ['unlock', {}],
    ] as const)
      expect([way, (await printer.post(`/external-task/${scan}/${way}`, body)).status]).toEqual([way, 404])
    expect((await printer.post(`/external-task/${print}/complete`, { workerId: 'p' })).status).toBe(204)
  })

  it('does nothing else', async () => {
    for (const [method, way, body] of [
      ['POST', '/message', { messageName: 'paid' }],
      ['POST', '/signal', { name: 'alarm' }],
      ['POST', `/task/${mine.task}/complete`, {}],
      ['GET', '/external-task', undefined],
      ['POST', '/process-definition/key/mine/start', {}],
    ] as const) {
      const { status } = await printer.send(method, way, body === undefined ? {} : { body })
      expect([way, status]).toEqual([way, 403])
    }
  })
})

it('a token with limits is refused by the calls of the browser', async () => {
  const { status, body } = await testApp.anonymous().send({
    url: '/api/usersgroups/usersAPI/userInfo',
    headers: {
      authorization: `Bearer ${await createApiToken(db, granted, { scopes: ['read'], processKeys: ['mine'] })}`,
    },
  })
  expect([status, (body as Json).code]).toEqual([403, 'right.missing'])
})

function fillPath(way: string, id: string): string {
  return way
    .replace(':attachmentId', theirs.comment as string)
    .replace(':commentId', theirs.comment as string)
    .replace(':subProcessId', 'fork')
    .replace(':messageName', 'paid')
    .replace(':tenantId', 'north')
    .replace(':name', 'note')
    .replaceAll(/:\w+/g, encodeURIComponent(id))
}

/** Fields that name something, by the id that the path has. */
function named(id: string): object {
  const [ids, other] = [[theirs.instance], id === '' ? theirs.instance : id]
  return {
    processInstanceId: theirs.instance,
    processInstanceIds: ids,
    externalTaskIds: [theirs.outside],
    processDefinitionKey: 'theirs',
    processDefinitionId: theirs.definition,
    businessKey: marker,
    messageName: 'start-theirs',
    id: theirs.comment,
    taskId: theirs.task,
    executionId: other,
  }
}

function isOf(row: Json, things: Record<string, string>): boolean {
  const text = JSON.stringify(row)
  return [things.instance, things.ended, things.task, things.definition].some((id) => text.includes(id as string))
}
