import { createApiToken, createUser } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { bpmn, path, sequence } from './testing/models.ts'
import { createRestTest, type Json } from './testing/rest-test.ts'

/** What is stored is what was sent, or the call is refused: nothing is lost in silence, and nothing is answered with 500. */
const { rest, app, db, workplaceId } = await createRestTest()
const deployed = await rest.deploy({
  'working.bpmn': sequence('working', {
    work: '<serviceTask id="work" camunda:type="external" camunda:topic="print"/>',
    t: '<userTask id="t"/>',
  }),
  'waiting.bpmn': sequence('waiting', { t: '<userTask id="t"/>' }),
  'loud.bpmn': bpmn(
    'loud',
    `<startEvent id="start"/><serviceTask id="t" camunda:asyncBefore="true" camunda:expression="\${shout}"/><serviceTask id="u" camunda:asyncBefore="true" camunda:expression="\${nothing[shout].more}"/>${path('start', 't', 'u')}`,
  ),
})
expect(deployed.status, JSON.stringify(deployed.body)).toBe(200)

const start = async (key: string, variables: object = {}): Promise<string> => {
  const { status, body } = await rest.post(`/process-definition/key/${key}/start`, { variables })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

describe('a pattern that ends with a backslash', () => {
  it('finds what has one there, in the query and in the body, by name and by variable', async () => {
    for (const name of ['share\\', 'share', 'share\\x']) await rest.post('/task/create', { name })
    const instance = await start('waiting', { folder: { value: 'C:\\' } })
    await start('waiting', { folder: { value: 'C:' } })
    const names = (rows: Json[]) => rows.map(({ name }) => name).sort()
    for (const pattern of ['share\\', '%\\', 'share\\\\', '_hare\\'])
      expect([pattern, names((await rest.get('/task', { nameLike: pattern })).body)]).toEqual([pattern, ['share\\']])
    expect(names((await rest.post('/task', { nameLike: '%e\\', orQueries: [] })).body)).toEqual(['share\\'])
    expect(names((await rest.post('/task', { nameLike: 'share%', nameNotLike: '%\\' })).body)).toEqual([
      'share',
      'share\\x',
    ])
    const found = await rest.get('/process-instance', { variables: 'folder_like_%\\' })
    expect(found.body.map(({ id }: Json) => id)).toEqual([instance])
    expect((await rest.get('/history/process-instance', { variables: 'folder_like_%\\' })).body).toHaveLength(1)
  })
})

describe('a number or time that no column holds', () => {
  it.each([
    ['/task', { priority: '2147483648' }],
    ['/task', { maxPriority: '-2147483649' }],
    ['/job', { priorityHigherThanOrEquals: '9007199254740993' }],
    ['/external-task', { priorityLowerThanOrEquals: '9223372036854775808' }],
    ['/process-definition', { version: '1180591620717411303424' }],
    ['/task', { createdBefore: '275760-09-13T00:00:00.001+0000' }],
    ['/history/process-instance', { startedAfter: '275760-09-13T00:00:00.000+0000' }],
    ['/history/task', { startedBefore: '0000-01-01T00:00:00.000+0000' }],
    ['/job', { dueDates: 'gt_9999-12-31T23:59:59.999-0100' }],
  ])('is refused by the list %s: %j', async (list, query) => {
    const { status, body } = await rest.get(list, query as Record<string, string>)
    expect([status, body]).toMatchObject([400, { type: 'InvalidRequestException', message: expect.any(String) }])
  })

  it('is refused where it would be stored', async () => {
    const [task] = (await rest.get('/task', { processInstanceId: await start('waiting') })).body
    for (const due of ['275760-09-13T00:00:00.000+0000', '0000-12-31T23:59:59.999+0000'])
      expect((await rest.put(`/task/${task.id}`, { ...task, due })).status).toBe(400)
    expect((await rest.put(`/task/${task.id}`, { ...task, priority: 2 ** 31 })).status).toBe(400)
    expect((await rest.get(`/task/${task.id}`)).body).toEqual(task)
  })

  it('of the first and of the last year is kept', async () => {
    for (const value of ['0001-01-01T00:00:00.000+0000', '9999-12-31T23:59:59.999+0000']) {
      const id = await start('waiting', { at: { value, type: 'Date' } })
      expect((await rest.get(`/process-instance/${id}/variables/at`)).body.value).toBe(value)
    }
  })
})

describe('a date that a model makes', () => {
  const script = (key: string, text: string) =>
    sequence(key, {
      t: `<scriptTask id="t" scriptFormat="javascript" camunda:resultVariable="made"><script><![CDATA[${text}]]></script></scriptTask>`,
      u: '<userTask id="u"/>',
    })

  it.each([
    ['new Date("soon")', 'a date that is none'],
    ['new Date(8.64e15)', 'the date +275760-09-13T00:00:00.000Z'],
    ['new Date(-62135596800001)', 'the date 0000-12-31T23:59:59.999Z'],
    ['execution.setVariable("made", new Date(8.64e15))', '+275760-09-13'],
  ])('and that is none, or of no year that can be written, fails the step: %s', async (text, found) => {
    await rest.deploy({ 'dated.bpmn': script('dated', text) })
    const { status, body } = await rest.post('/process-definition/key/dated/start')
    expect([status, body.message]).toEqual([400, expect.stringContaining(found)])
    expect(body.message).toContain('(at t)')
  })

  it('is compared in lists of what runs and of what has ended', async () => {
    await rest.deploy({ 'dated.bpmn': script('dated', 'new Date(253402300799999)') })
    expect((await rest.post('/process-definition/key/dated/start')).status).toBe(200)
    for (const list of ['/process-instance', '/history/process-instance'])
      expect((await rest.get(list, { variables: 'made_gt_2030-01-01T00:00:00.000+0000' })).body).toHaveLength(1)
  })
})

describe('the text of an error', () => {
  const long = `No paper. ${'😀 Größe '.repeat(20_000)}`

  it('may be long: a worker’s failure makes its incident, which is found by it', async () => {
    const instance = await start('working')
    const lock = { workerId: 'w', maxTasks: 1, topics: [{ topicName: 'print', lockDuration: 10_000 }] }
    const [work] = (await rest.post('/external-task/fetchAndLock', lock)).body
    const failure = { workerId: 'w', errorMessage: long, errorDetails: long.repeat(10), retries: 0 }
    expect((await rest.post(`/external-task/${work.id}/failure`, failure)).status).toBe(204)
    expect((await rest.get(`/external-task/${work.id}/errorDetails`)).body).toBe(failure.errorDetails)
    const [incident] = (await rest.get('/incident', { processInstanceId: instance })).body
    expect(long.startsWith(incident.incidentMessage.slice(0, 600))).toBe(true)
    expect((await rest.get('/incident', { incidentMessageLike: 'No paper%' })).body).toHaveLength(1)
    const [entry] = (await rest.get('/history/external-task-log', { failureLog: 'true' })).body
    expect((await rest.get(`/history/external-task-log/${entry.id}/error-details`)).body).toBe(failure.errorDetails)
    expect((await rest.get('/history/incident', { processInstanceId: instance })).body).toHaveLength(1)
  })

  it('may be long: so may that of a BPMN error that nobody catches, and an annotation', async () => {
    await start('working')
    const lock = { workerId: 'w', maxTasks: 1, topics: [{ topicName: 'print', lockDuration: 10_000 }] }
    const [work] = (await rest.post('/external-task/fetchAndLock', lock)).body
    const thrown = { workerId: 'w', errorCode: long, errorMessage: long }
    expect((await rest.post(`/external-task/${work.id}/bpmnError`, thrown)).status).toBe(204)
    const [incident] = (await rest.get('/incident', { incidentMessageLike: 'No paper%' })).body
    expect((await rest.put(`/incident/${incident.id}/annotation`, { annotation: long })).status).toBe(204)
    expect((await rest.get(`/incident/${incident.id}`)).body.annotation).toBe(long)
  })

  it('may be long: a job that fails with it is retried, and reports it', async () => {
    const instance = await start('loud', { shout: { value: long } })
    const [first] = (await rest.get('/job', { processInstanceId: instance })).body
    expect((await rest.post(`/job/${first.id}/execute`)).status).toBe(204)
    const [job] = (await rest.get('/job', { processInstanceId: instance })).body
    const { status, body } = await rest.post(`/job/${job.id}/execute`)
    expect([status, typeof body?.message]).toEqual([404, 'string'])
    const [after] = (await rest.get('/job', { processInstanceId: instance })).body
    expect(after.retries).toBe(2)
    expect((await rest.get(`/job/${job.id}/stacktrace`)).status).toBe(200)
  })
})

describe('a large answer', () => {
  it('has the same digits and times as the small ones that it is made of', async () => {
    const texts = Array.from({ length: 8 }, (_, n) => [`text${n}`, { value: `ä"${n}`.repeat(10_000) }])
    const id = await start('waiting', {
      ...Object.fromEntries(texts),
      long: { value: '9007199254740993', type: 'Long' },
      day: { value: '2030-01-07T09:00:00.000+0000', type: 'Date' },
      nothing: { value: null },
    })
    const user = await createUser(db, { workplaceId, groups: ['camunda-admin'], roles: ['RoleUser'] })
    const authorization = `Bearer ${await createApiToken(db, user)}`
    const textOf = async (path: string) =>
      (await app.inject({ url: `/engine-rest${path}`, headers: { authorization } })).body
    const large = await textOf(`/process-instance/${id}/variables`)
    const names = Object.keys(JSON.parse(large))
    expect(names).toHaveLength(11)
    const small = await Promise.all(names.map((name) => textOf(`/process-instance/${id}/variables/${name}`)))
    expect(large).toBe(`{${small.map((text, at) => `${JSON.stringify(names[at])}:${text}`).join(',')}}`)
    expect(large).toContain('"value":9007199254740993')
    expect(large.length).toBeGreaterThan(256 * 1024)
  })
})

describe('a query of more conditions than PostgreSQL should think about', () => {
  const compared = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `n${index}`, operator: 'eq', value: index }))
  const keys = (count: number) => Object.fromEntries(compared(count).map(({ name, value }) => [name, { value }]))
  const topic = { topicName: 'print', lockDuration: 1000 }

  it.each([
    ['of variables', '/process-instance', (count: number) => ({ variables: compared(count) })],
    [
      'in its orQueries',
      '/task',
      (count: number) => ({
        processVariables: compared(count - 150),
        orQueries: [{ taskVariables: compared(100) }, { processVariables: compared(50) }],
      }),
    ],
    [
      'in its sorting',
      '/task',
      (count: number) => ({
        name: 'a',
        sorting: Array.from({ length: count - 1 }, () => ({ sortBy: 'name', sortOrder: 'asc' })),
      }),
    ],
    ['of a message', '/message', (count: number) => ({ messageName: 'm', correlationKeys: keys(count) })],
    [
      'of a worker',
      '/external-task/fetchAndLock',
      (count: number) => ({
        workerId: 'w',
        maxTasks: 1,
        topics: [{ ...topic, processVariables: Object.fromEntries(compared(count).map((one) => [one.name, 1])) }],
      }),
    ],
  ])('%s is refused beyond 200', async (_, path, bodyOf) => {
    const { status, body } = await rest.post(path, bodyOf(201))
    expect([status, body.message]).toEqual([
      422,
      'Expected a query of at most 200 conditions (queryConditions), but it has 201. Use fewer conditions, or several queries.',
    ])
    // A message that nobody waits for is refused by that.
    expect((await rest.post(path, bodyOf(200))).body.message ?? '').not.toContain('queryConditions')
  })
})

it('an answer is JSON without a charset, as long as its bytes are, also a text, nothing and a refusal', async () => {
  const name = 'ünïcode ✓ "quoted"'
  const { body: task } = await rest.post('/task/create', { name })
  const id = (await rest.get('/task', { name })).body[0].id
  await rest.put(`/task/${id}/variables/word`, { value: name, type: 'String' })
  for (const path of ['/task', `/task/${id}`, `/task/${id}/variables/word`, '/task/nothing', '/history/task/count']) {
    const { headers, body } = await rest.get(path, path === '/task' ? { name } : {})
    expect([path, headers['content-type']]).toEqual([path, 'application/json'])
    expect([path, Number(headers['content-length'])]).toEqual([path, Buffer.byteLength(JSON.stringify(body))])
  }
  expect(task).toBeNull()
})
