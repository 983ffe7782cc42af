import { describe, expect, it } from 'vitest'
import { bpmn, path, unknownId } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, stranger } = await createRestTest()
await rest.deploy({
  'waiting.bpmn': bpmn(
    'waiting',
    `<startEvent id="start"/><parallelGateway id="fork"/><receiveTask id="receive"/><receiveTask id="money" messageRef="paid"/><subProcess id="sub"><startEvent id="s"/><userTask id="t"/>${path('s', 't')}</subProcess>
    ${path('start', 'fork', 'receive')}${path('fork', 'money')}${path('fork', 'sub')}<userTask id="after"/>${path('receive', 'after')}<userTask id="paying"/>${path('money', 'paying')}`,
  ),
})

const start = async (): Promise<string> =>
  (await rest.post('/process-definition/key/waiting/start', { businessKey: 'w' })).body.id
const executionAt = async (processInstanceId: string, activityId: string): Promise<string> =>
  (await rest.get('/execution', { processInstanceId, activityId })).body[0].id
const tasks = async (id: string): Promise<string[]> =>
  (await rest.get('/task', { processInstanceId: id })).body.map((one: Json) => one.taskDefinitionKey).sort()

describe('an execution', () => {
  it('is found by where it is and what it waits for', async () => {
    const id = await start()
    const execution = await executionAt(id, 'receive')
    expect((await rest.get(`/execution/${execution}`)).body).toEqual({
      id: execution,
      processInstanceId: id,
      ended: false,
      tenantId: null,
    })
    expect(
      (await rest.get('/execution', { processInstanceId: id, messageEventSubscriptionName: 'paid' })).body,
    ).toHaveLength(1)
    expect(
      (await rest.get('/execution', { processInstanceId: id, signalEventSubscriptionName: 'alarm' })).body,
    ).toEqual([])
    expect(
      (await rest.get('/execution', { businessKey: 'w', processInstanceId: id, activityId: 't' })).body,
    ).toHaveLength(1)
    for (const way of ['', '/localVariables', '/messageSubscriptions/paid'])
      expect([way, (await stranger.get(`/execution/${execution}${way}`)).status]).toEqual([
        way,
        expect.toBeOneOf([404, 500]),
      ])
    expect((await stranger.get('/execution')).body).toEqual([])
  })

  it('continues by a signal when it waits for one', async () => {
    const id = await start()
    const execution = await executionAt(id, 'receive')
    const signal = (who: typeof rest, target: string) =>
      who.post(`/execution/${target}/signal`, { variables: { by: { value: 'hand', type: 'String' } } })
    expect((await signal(stranger, execution)).status).toBe(404)
    expect((await signal(rest, unknownId)).status).toBe(404)
    expect((await signal(rest, execution)).status).toBe(204)
    expect(await tasks(id)).toEqual(['after', 't'])
    expect((await rest.get(`/process-instance/${id}/variables/by`)).body.value).toBe('hand')
    expect((await signal(rest, await executionAt(id, 'sub').catch(() => id))).status).toBeGreaterThanOrEqual(400)
  })

  it('reports its message subscription, and gets the message', async () => {
    const id = await start()
    const execution = await executionAt(id, 'money')
    const url = `/execution/${execution}/messageSubscriptions/paid`
    expect((await rest.get(url)).body).toMatchObject({
      eventType: 'message',
      eventName: 'paid',
      activityId: 'money',
      processInstanceId: id,
    })
    expect((await rest.get(`/execution/${execution}/messageSubscriptions/other`)).status).toBe(404)
    expect((await stranger.post(`${url}/trigger`)).status).toBe(404)
    expect((await rest.post(`${url}/trigger`, { variables: { n: { value: 'x', type: 'Integer' } } })).status).toBe(400)
    expect((await rest.post(`${url}/trigger`)).status).toBe(204)
    expect(await tasks(id)).toEqual(['paying', 't'])
    expect((await rest.post(`${url}/trigger`)).status).toBe(404)
  })

  it('has variables of its own', async () => {
    const id = await start()
    const [tree] = (await rest.get(`/process-instance/${id}/activity-instances`)).body.childActivityInstances.filter(
      (one: Json) => one.activityId === 'sub',
    )
    const url = `/execution/${tree.executionIds[0]}/localVariables`
    expect((await rest.put(`${url}/inner`, { value: 1, type: 'Integer' })).status).toBe(204)
    expect((await rest.get(url)).body).toEqual({ inner: { type: 'Integer', value: 1, valueInfo: {} } })
    expect((await rest.get(`/process-instance/${id}/variables`)).body).toEqual({})
    expect((await rest.post(url, { modifications: { other: { value: 2 } }, deletions: ['inner'] })).status).toBe(204)
    expect(Object.keys((await rest.get(url)).body)).toEqual(['other'])
    expect((await stranger.get(`${url}/other`)).status).toBeGreaterThanOrEqual(400)
    expect((await rest.delete(`${url}/other`)).status).toBe(204)
  })

  it('has incidents made by hand', async () => {
    const id = await start()
    const execution = await executionAt(id, 'receive')
    const create = (body: object, who = rest) => who.post(`/execution/${execution}/create-incident`, body)
    expect((await create({})).status).toBe(400)
    expect((await create({ incidentType: 'late' }, stranger)).status).toBe(400)
    const { body } = await create({ incidentType: 'late', configuration: 'c', message: 'too late' })
    expect(body).toMatchObject({
      incidentType: 'late',
      configuration: 'c',
      incidentMessage: 'too late',
      activityId: 'receive',
      processInstanceId: id,
    })
    expect((await rest.get('/incident', { processInstanceId: id })).body).toMatchObject([{ id: body.id }])
    expect((await rest.get('/execution', { incidentId: body.id })).body).toMatchObject([{ id: execution }])
  })
})
