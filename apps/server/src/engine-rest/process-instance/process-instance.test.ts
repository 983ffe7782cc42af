import { describe, expect, it } from 'vitest'
import { bpmn, path, sequence, unknownId } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, stranger } = await createRestTest()

const start = async (key: string, body: object = {}): Promise<string> => {
  const answer = await rest.post(`/process-definition/key/${key}/start`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}
const note = `<extensionElements><camunda:executionListener event="end" expression="\${execution.setVariable('ended', true)}"/></extensionElements>`
await rest.deploy({
  'work.bpmn': sequence('work', {
    sub: `<subProcess id="sub"><startEvent id="s"/><userTask id="t">${note}</userTask>${path('s', 't')}</subProcess>`,
  }),
  'calling.bpmn': sequence('calling', {
    call: '<callActivity id="call" calledElement="work"><extensionElements><camunda:in businessKey="#{execution.processBusinessKey}"/></extensionElements></callActivity>',
  }),
  'later.bpmn': sequence('later', { t: '<userTask id="t" camunda:asyncBefore="true"/>' }),
  'adhoc.bpmn': bpmn(
    'adhoc',
    `<startEvent id="start"/><adHocSubProcess id="any"><userTask id="a"/><userTask id="b"/></adHocSubProcess><userTask id="after"/>${path('start', 'any', 'after')}`,
  ),
})

describe('a process instance', () => {
  it('is found by its id, its keys and what it called', async () => {
    const id = await start('calling', { businessKey: 'k1' })
    expect((await rest.get(`/process-instance/${id}`)).body).toMatchObject({
      id,
      definitionKey: 'calling',
      businessKey: 'k1',
      ended: false,
    })
    const { body: below } = await rest.get('/process-instance', { superProcessInstance: id })
    expect(below).toMatchObject([{ definitionKey: 'work', businessKey: 'k1' }])
    expect((await rest.get('/process-instance', { subProcessInstance: below[0].id })).body).toMatchObject([{ id }])
    expect(
      (await rest.get('/process-instance', { businessKey: 'k1', rootProcessInstances: 'true' })).body,
    ).toMatchObject([{ id }])
    expect(
      (await rest.get('/process-instance', { processDefinitionKeyIn: 'work,none', businessKey: 'k1' })).body,
    ).toHaveLength(1)
    expect(
      (await rest.post('/process-instance', { businessKey: 'k1', processDefinitionKey: 'calling' })).body,
    ).toHaveLength(1)
    expect((await stranger.get(`/process-instance/${id}`)).status).toBe(404)
    expect((await stranger.get('/process-instance')).body).toEqual([])
  })

  it('is found by its variables, with each operator', async () => {
    const id = await start('work', {
      variables: { size: { value: 10, type: 'Integer' }, name: { value: 'Ann', type: 'String' } },
    })
    const found = async (name: string, operator: string, value: unknown, more: object = {}) =>
      (
        await rest.post('/process-instance', {
          processInstanceIds: [id],
          variables: [{ name, operator, value }],
          ...more,
        })
      ).body.length
    for (const [operator, value, count] of [
      ['eq', 10, 1],
      ['neq', 10, 0],
      ['gt', 9, 1],
      ['gteq', 10, 1],
      ['lt', 10, 0],
      ['lteq', 10, 1],
    ] as const)
      expect([operator, await found('size', operator, value)]).toEqual([operator, count])
    expect(await found('name', 'like', 'A%')).toBe(1)
    expect(await found('NAME', 'eq', 'ann', { variableNamesIgnoreCase: true, variableValuesIgnoreCase: true })).toBe(1)
    expect((await rest.get('/process-instance', { variables: 'name_eq_Ann' })).body).toMatchObject([{ id }])
    expect((await rest.get('/process-instance', { variables: 'name_is_Ann' })).status).toBe(400)
  })

  it('shows where it is as a tree, with what is on its way', async () => {
    const id = await start('work')
    const { body } = await rest.get(`/process-instance/${id}/activity-instances`)
    expect(body).toMatchObject({
      id,
      activityType: 'processDefinition',
      childActivityInstances: [
        { activityId: 'sub', childActivityInstances: [{ activityId: 't', activityType: 'userTask' }] },
      ],
    })
    const later = await rest.get(`/process-instance/${await start('later')}/activity-instances`)
    expect(later.body).toMatchObject({
      childActivityInstances: [],
      childTransitionInstances: [{ activityId: 't', targetActivityId: 't' }],
    })
    for (const who of [rest, stranger])
      expect((await who.get(`/process-instance/${who === rest ? unknownId : id}/activity-instances`)).status).toBe(404)
  })

  it('is suspended with its tasks, alone, by its definition or by a query', async () => {
    const id = await start('work', { businessKey: 'stop' })
    const task = async () => (await rest.get('/task', { processInstanceId: id })).body[0]
    expect((await stranger.put(`/process-instance/${id}/suspended`, { suspended: true })).status).toBe(204)
    expect((await task()).suspended).toBe(false)
    expect((await rest.put(`/process-instance/${id}/suspended`, { suspended: true })).status).toBe(204)
    expect((await task()).suspended).toBe(true)
    expect((await rest.post(`/task/${(await task()).id}/complete`)).status).toBeGreaterThanOrEqual(400)
    for (const suspended of [false, true]) {
      await rest.put('/process-instance/suspended', { processInstanceQuery: { businessKey: 'stop' }, suspended })
      expect((await task()).suspended).toBe(suspended)
    }
    await rest.put('/process-instance/suspended', { processDefinitionKey: 'work', suspended: false })
    expect((await task()).suspended).toBe(false)
    expect((await rest.put('/process-instance/suspended', { suspended: true })).status).toBe(400)
    expect((await rest.put(`/process-instance/${unknownId}/suspended`, { suspended: true })).status).toBe(204)
  })

  it('is deleted, with or without listeners, and known to history as such', async () => {
    const [id, other] = [await start('work'), await start('work')]
    expect((await stranger.delete(`/process-instance/${id}`)).status).toBe(404)
    expect((await rest.delete(`/process-instance/${id}`)).status).toBe(204)
    await rest.delete(`/process-instance/${other}`, { skipCustomListeners: 'true' })
    const variables = async (instanceId: string) =>
      (await rest.get('/history/variable-instance', { processInstanceId: instanceId })).body.map(
        ({ name }: Json) => name,
      )
    expect([await variables(id), await variables(other)]).toEqual([['ended'], []])
    expect((await rest.get(`/history/process-instance/${id}`)).body.state).toMatch(/TERMINATED/)
    expect((await rest.delete(`/process-instance/${id}`)).status).toBe(404)
    expect((await rest.delete(`/process-instance/${id}`, { failIfNotExists: 'false' })).status).toBe(204)
  })

  it('has activities started in an ad-hoc sub-process, which is then ended', async () => {
    const id = await start('adhoc')
    const tasks = async () =>
      (await rest.get('/task', { processInstanceId: id })).body.map((one: Json) => one.taskDefinitionKey)
    const adHoc = (what: string, body: object = {}, who = rest) =>
      who.post(`/process-instance/${id}/ad-hoc/any/${what}`, body)
    expect(await tasks()).toEqual([])
    expect((await adHoc('activate', {})).status).toBe(400)
    expect((await adHoc('activate', { activityId: 'after' })).status).toBeGreaterThanOrEqual(400)
    expect((await adHoc('activate', { activityId: 'b' }, stranger)).status).toBe(404)
    expect((await adHoc('activate', { activityId: 'b' })).status).toBe(204)
    expect(await tasks()).toEqual(['b'])
    const [task] = (await rest.get('/task', { processInstanceId: id })).body
    await rest.post(`/task/${task.id}/complete`)
    await adHoc('complete')
    expect(await tasks()).toEqual(['after'])
    expect((await rest.post(`/process-instance/${unknownId}/ad-hoc/any/complete`)).status).toBe(404)
  })
})

describe('the variables of a process instance', () => {
  it('are set, changed together, read and removed', async () => {
    const id = await start('work', { variables: { a: { value: 1, type: 'Integer' } } })
    const url = `/process-instance/${id}/variables`
    expect((await rest.put(`${url}/b`, { value: 'x', type: 'String' })).status).toBe(204)
    expect((await rest.get(`${url}/b`)).body).toEqual({ type: 'String', value: 'x', valueInfo: {} })
    expect(
      (await rest.post(url, { modifications: { c: { value: true, type: 'Boolean' } }, deletions: ['a'] })).status,
    ).toBe(204)
    expect(Object.keys((await rest.get(url)).body).sort()).toEqual(['b', 'c'])
    expect((await rest.delete(`${url}/b`)).status).toBe(204)
    expect((await rest.get(`${url}/b`)).status).toBe(404)
    for (const answer of [
      await stranger.get(url),
      await stranger.put(`${url}/c`, { value: 1 }),
      await stranger.post(url, { deletions: ['c'] }),
    ])
      expect(answer.status).toBeGreaterThanOrEqual(400)
    expect((await rest.get(`${url}/c`)).body.value).toBe(true)
  })

  it('are all left unchanged when one cannot be set', async () => {
    const id = await start('work')
    const modifications = { good: { value: 1, type: 'Integer' }, bad: { value: 'x', type: 'Integer' } }
    expect((await rest.post(`/process-instance/${id}/variables`, { modifications })).status).toBe(400)
    expect((await rest.get(`/process-instance/${id}/variables`)).body).toEqual({})
    expect((await rest.put(`/process-instance/${unknownId}/variables/a`, { value: 1 })).status).toBeGreaterThanOrEqual(
      400,
    )
  })
})
