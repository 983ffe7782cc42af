import { describe, expect, it } from 'vitest'
import { sequence, unknownId } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, stranger, clock } = await createRestTest()
const boundary = `<boundaryEvent id="b" attachedToRef="work"><errorEventDefinition errorRef="failed"/></boundaryEvent><userTask id="mend"/><sequenceFlow id="m" sourceRef="b" targetRef="mend"/>`
const deployed = await rest.deploy({
  'printing.bpmn': sequence(
    'printing',
    {
      work: '<serviceTask id="work" camunda:type="external" camunda:topic="print" camunda:taskPriority="7"/>',
      t: '<userTask id="t"/>',
    },
    boundary,
  ),
})

expect(deployed.status, JSON.stringify(deployed.body)).toBe(200)

const start = async (businessKey: string): Promise<string> =>
  (
    await rest.post('/process-definition/key/printing/start', {
      businessKey,
      variables: { page: { value: 1, type: 'Integer' } },
    })
  ).body.id
const open = async (processInstanceId: string): Promise<string[]> =>
  (await rest.get('/task', { processInstanceId })).body.map((one: Json) => one.taskDefinitionKey)
const fetch = async (more: object = {}, topic: object = {}, who = rest): Promise<Json> =>
  (
    await who.post('/external-task/fetchAndLock', {
      workerId: 'w',
      maxTasks: 1,
      topics: [{ topicName: 'print', lockDuration: 10_000, ...topic }],
      ...more,
    })
  ).body

/** A task that worker w holds. */
async function locked(businessKey: string): Promise<{ instanceId: string; id: string }> {
  const instanceId = await start(businessKey)
  const [task] = await fetch({}, { businessKey })
  return { instanceId, id: task.id }
}

describe('an external task', () => {
  it('is fetched by one worker at a time, with the variables it asks for', async () => {
    const instanceId = await start('f1')
    expect(await fetch({}, { businessKey: 'f1' }, stranger)).toEqual([])
    expect(await fetch({}, { businessKey: 'f1', variables: ['page'] })).toMatchObject([
      {
        topicName: 'print',
        processInstanceId: instanceId,
        workerId: 'w',
        priority: 7,
        businessKey: 'f1',
        retries: null,
        variables: { page: { value: 1, type: 'Integer' } },
      },
    ])
    expect(await fetch({ workerId: 'v' }, { businessKey: 'f1' })).toEqual([])
    clock.advance({ seconds: 11 })
    expect(await fetch({ workerId: 'v' }, { businessKey: 'f1' })).toMatchObject([{ workerId: 'v' }])
  })

  it.each([
    ['no worker', { workerId: undefined }],
    ['a topic without a duration', { topics: [{ topicName: 'print' }] }],
    ['a negative duration', { topics: [{ topicName: 'print', lockDuration: -1 }] }],
  ])('is not fetched with %s', async (_, change) => {
    const body = { workerId: 'w', maxTasks: 1, topics: [{ topicName: 'print', lockDuration: 1000 }], ...change }
    expect((await rest.post('/external-task/fetchAndLock', body)).status).toBe(400)
  })

  it('is fetched by priority or time when the worker asks for it, else as it was created', async () => {
    const business = { businessKey: 'sorted' }
    const ids: string[] = []
    for (const priority of [3, 9, 5]) {
      const processInstanceId = await start('sorted')
      const [task] = (await rest.get('/external-task', { processInstanceId })).body
      await rest.put(`/external-task/${task.id}/priority`, { priority })
      ids.push(task.id)
      clock.advance({ seconds: 1 })
    }
    const order = async (more: object) => {
      const tasks = await fetch({ maxTasks: 5, ...more }, business)
      clock.advance({ seconds: 11 })
      return tasks.map((task: Json) => ids.indexOf(task.id))
    }
    const byTime = (sortOrder: string) => ({ sorting: [{ sortBy: 'createTime', sortOrder }] })
    expect(await order({})).toEqual([0, 1, 2])
    expect(await order({ usePriority: null })).toEqual([0, 1, 2])
    expect(await order({ usePriority: true })).toEqual([1, 2, 0])
    expect(await order(byTime('asc'))).toEqual([0, 1, 2])
    expect(await order(byTime('desc'))).toEqual([2, 1, 0])
    expect(await order({ ...byTime('desc'), usePriority: true })).toEqual([1, 2, 0])
  })

  it.each([
    [{ sortBy: 'priority', sortOrder: 'asc' }, 'sortBy parameter to value priority'],
    [{ sortBy: 'createtime', sortOrder: 'asc' }, 'sortBy parameter to value createtime'],
    [{ sortOrder: 'asc' }, 'sortBy parameter to value null'],
    [{ sortBy: 'createTime', sortOrder: 'up' }, 'sortOrder parameter to value up'],
    [{ sortBy: 'createTime' }, 'direction is null'],
  ])('is not fetched in an order that does not exist: %j', async (sorting, message) => {
    const body = { workerId: 'w', maxTasks: 1, topics: [{ topicName: 'print', lockDuration: 1000 }] }
    const answer = await rest.post('/external-task/fetchAndLock', { ...body, sorting: [sorting] })
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)])
    const second = { ...body, sorting: [{ sortBy: 'createTime', sortOrder: 'asc' }, sorting] }
    expect((await rest.post('/external-task/fetchAndLock', second)).status).toBe(400)
  })

  describe('with variables that one answer has no room for', () => {
    const large = 'x'.repeat(9_000_000)
    const startWith = async (businessKey: string, values: readonly string[]): Promise<string> => {
      const first = await rest.post('/process-definition/key/printing/start', { businessKey })
      for (const [index, value] of values.entries())
        await rest.put(`/process-instance/${first.body.id}/variables/v${index}`, { value })
      return first.body.id
    }
    const instancesOf = (tasks: Json) => tasks.map((task: Json) => task.processInstanceId)

    it('is left to the next fetch', async () => {
      const ids: string[] = []
      for (let n = 0; n < 3; n++) ids.push(await startWith('roomy', [large]))
      const some = { businessKey: 'roomy' }
      expect(instancesOf(await fetch({ maxTasks: 5 }, some))).toEqual(ids.slice(0, 2))
      // It is not locked for the worker that did not get it.
      const [left] = (await rest.get('/external-task', { processInstanceId: ids[2] ?? '' })).body
      expect(left).toMatchObject({ workerId: null, lockExpirationTime: null })
      expect(instancesOf(await fetch({ maxTasks: 5, workerId: 'v' }, some))).toEqual(ids.slice(2))
    })

    it('does not hold up those behind it, and is fetched by the names of its variables', async () => {
      const tooMuch = await startWith('crowded', [large, large, large])
      const behind = await startWith('crowded', ['small'])
      const some = { businessKey: 'crowded' }
      expect(instancesOf(await fetch({ maxTasks: 5 }, some))).toEqual([behind])
      const answer = await fetch({ maxTasks: 5 }, some)
      expect(answer).toMatchObject({ message: expect.stringContaining('(answerValues)') })
      const named = await fetch({ maxTasks: 5 }, { ...some, variables: ['v0'] })
      expect(instancesOf(named)).toEqual([tooMuch])
    })
  })

  it('waits for work when it is asked to', async () => {
    const waiting = fetch({ asyncResponseTimeout: 20_000 }, { businessKey: 'poll' })
    const instanceId = await start('poll')
    expect(await waiting).toMatchObject([{ processInstanceId: instanceId }])
  })

  it('is completed by its worker alone', async () => {
    const { instanceId, id } = await locked('c1')
    const complete = (body: object, who = rest) => who.post(`/external-task/${id}/complete`, body)
    expect((await complete({})).status).toBe(400)
    expect((await complete({ workerId: 'v' })).status).toBe(400)
    expect((await complete({ workerId: 'w' }, stranger)).status).toBe(404)
    expect((await complete({ workerId: 'w', variables: { n: { value: 'x', type: 'Integer' } } })).status).toBe(400)
    expect(await open(instanceId)).toEqual([])
    expect(
      (await complete({ workerId: 'w', variables: { done: { value: true } }, localVariables: { own: { value: 1 } } }))
        .status,
    ).toBe(204)
    expect(await open(instanceId)).toEqual(['t'])
    expect(Object.keys((await rest.get(`/process-instance/${instanceId}/variables`)).body).sort()).toEqual([
      'done',
      'page',
    ])
    expect((await complete({ workerId: 'w' })).status).toBe(404)
  })

  it('fails, is retried, and raises an incident when no try is left', async () => {
    const { instanceId, id } = await locked('x1')
    const fail = (retries: number, retryTimeout = 0) =>
      rest.post(`/external-task/${id}/failure`, {
        workerId: 'w',
        errorMessage: 'out of paper',
        errorDetails: 'tray 1',
        retries,
        retryTimeout,
      })
    expect((await fail(1, 60_000)).status).toBe(204)
    expect(await fetch({}, { businessKey: 'x1' })).toEqual([])
    clock.advance({ seconds: 61 })
    expect(await fetch({}, { businessKey: 'x1' })).toMatchObject([{ retries: 1, errorMessage: 'out of paper' }])
    expect((await rest.get(`/external-task/${id}/errorDetails`)).body).toBe('tray 1')
    expect((await fail(0)).status).toBe(204)
    expect((await rest.get('/incident', { processInstanceId: instanceId })).body).toMatchObject([
      { incidentType: 'failedExternalTask', incidentMessage: 'out of paper', activityId: 'work' },
    ])
    expect(
      (await rest.get('/external-task', { processInstanceId: instanceId, noRetriesLeft: 'true' })).body,
    ).toHaveLength(1)
    expect((await rest.put(`/external-task/${id}/retries`, { retries: -1 })).status).toBe(400)
    expect((await rest.put(`/external-task/${id}/retries`, { retries: 2 })).status).toBe(204)
    expect((await rest.get('/incident', { processInstanceId: instanceId })).body).toEqual([])
    expect(
      (await rest.post(`/external-task/${id}/failure`, { workerId: 'w', retries: 1, retryTimeout: -5 })).status,
    ).toBe(400)
  })

  it('raises a BPMN error, which its boundary event catches', async () => {
    const { instanceId, id } = await locked('e1')
    const raise = (body: object) => rest.post(`/external-task/${id}/bpmnError`, body)
    expect((await raise({ workerId: 'w' })).status).toBe(400)
    expect((await raise({ workerId: 'w', errorCode: 'failed', variables: { why: { value: 'jam' } } })).status).toBe(204)
    expect(await open(instanceId)).toEqual(['mend'])
    expect((await rest.get(`/process-instance/${instanceId}/variables/why`)).body.value).toBe('jam')
  })

  it('is locked, held longer, let go and made more urgent', async () => {
    const instanceId = await start('l1')
    const [{ id }] = (await rest.get('/external-task', { processInstanceId: instanceId })).body
    expect((await rest.post(`/external-task/${id}/lock`, { workerId: 'w', lockDuration: 5000 })).status).toBe(204)
    expect((await rest.post(`/external-task/${id}/lock`, { workerId: 'v', lockDuration: 5000 })).status).toBe(400)
    expect((await rest.post(`/external-task/${id}/extendLock`, { workerId: 'v', newDuration: 5000 })).status).toBe(400)
    expect((await rest.post(`/external-task/${id}/extendLock`, { workerId: 'w', newDuration: 60_000 })).status).toBe(
      204,
    )
    expect((await rest.get('/external-task', { processInstanceId: instanceId, locked: 'true' })).body).toHaveLength(1)
    expect((await rest.post(`/external-task/${id}/unlock`)).status).toBe(204)
    expect((await rest.get('/external-task', { processInstanceId: instanceId, notLocked: 'true' })).body).toHaveLength(
      1,
    )
    expect((await rest.put(`/external-task/${id}/priority`, { priority: 99 })).status).toBe(204)
    expect((await rest.get(`/external-task/${id}`)).body).toMatchObject({
      priority: 99,
      workerId: null,
      topicName: 'print',
    })
    for (const [method, way, body] of [
      ['POST', 'lock', { workerId: 'v', lockDuration: 1 }],
      ['POST', 'unlock', {}],
      ['PUT', 'priority', { priority: 1 }],
      ['PUT', 'retries', { retries: 1 }],
    ] as const) {
      expect((await stranger.send(method, `/external-task/${id}/${way}`, { body })).status).toBe(404)
      expect((await rest.send(method, `/external-task/${unknownId}/${way}`, { body })).status).toBe(404)
    }
  })

  it('gets retries with many others, and reports the topics there are', async () => {
    const instanceId = await start('r1')
    const [{ id }] = (await rest.get('/external-task', { processInstanceId: instanceId })).body
    expect((await rest.put('/external-task/retries', { retries: 4, externalTaskIds: [id] })).status).toBe(204)
    expect((await rest.get(`/external-task/${id}`)).body.retries).toBe(4)
    expect((await rest.put('/external-task/retries', { retries: 4 })).status).toBe(400)
    expect((await rest.get('/external-task/topic-names')).body).toEqual(['print'])
    expect((await stranger.get('/external-task/topic-names')).body).toEqual([])
  })
})
