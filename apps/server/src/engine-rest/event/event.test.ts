import { describe, expect, it } from 'vitest'
import { bpmn, path, sequence, unknownId } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, stranger } = await createRestTest()
const message = '<messageEventDefinition messageRef="paid"/>'
const signal = '<signalEventDefinition signalRef="alarm"/>'
const definitions =
  '<message id="order" name="order"/><message id="first" name="first"/><message id="second" name="second"/>'
await rest.deploy({
  'waits.bpmn': sequence('waits', {
    e: `<intermediateCatchEvent id="e">${message}</intermediateCatchEvent>`,
    t: '<userTask id="t"/>',
  }),
  'hears.bpmn': sequence('hears', {
    e: `<intermediateCatchEvent id="e">${signal}</intermediateCatchEvent>`,
    t: '<userTask id="t"/>',
  }),
  'ordered.bpmn': bpmn(
    'ordered',
    `<startEvent id="s"><messageEventDefinition messageRef="order"/></startEvent><userTask id="t"/>${path('s', 't')}`,
    { definitions },
  ),
  'received.bpmn': bpmn(
    'received',
    `<receiveTask id="r" messageRef="first" instantiate="true"/><userTask id="t"/>${path('r', 't')}`,
    { definitions },
  ),
  'either.bpmn': bpmn(
    'either',
    `<eventBasedGateway id="g" instantiate="true"/><intermediateCatchEvent id="a"><messageEventDefinition messageRef="second"/></intermediateCatchEvent><intermediateCatchEvent id="b">${signal}</intermediateCatchEvent><userTask id="t"/>${path('g', 'a', 't')}${path('g', 'b')}<sequenceFlow id="x" sourceRef="b" targetRef="t"/>`,
    { definitions },
  ),
  'named.bpmn': bpmn(
    'named',
    `<startEvent id="s"><signalEventDefinition signalRef="dynamic"/></startEvent><userTask id="t"/>${path('s', 't')}`,
    { definitions: `<signal id="dynamic" name="alarm-\${1 + 1}"/>` },
  ),
  'when.bpmn': bpmn(
    'when',
    `<startEvent id="s"><conditionalEventDefinition><condition>\${amount &gt; 5}</condition></conditionalEventDefinition></startEvent><userTask id="t"/>${path('s', 't')}`,
  ),
})

const start = async (key: string, body: object = {}): Promise<string> =>
  (await rest.post(`/process-definition/key/${key}/start`, body)).body.id
const open = async (processInstanceId: string): Promise<string[]> =>
  (await rest.get('/task', { processInstanceId })).body.map((one: Json) => one.taskDefinitionKey)
const send = (body: object, who = rest) => who.post('/message', body)
const typed = (value: unknown) => ({ value, type: typeof value === 'number' ? 'Integer' : 'String' })

describe('a message', () => {
  it('goes to the one instance that is meant', async () => {
    const [one, other] = [
      await start('waits', { businessKey: 'm1' }),
      await start('waits', { businessKey: 'm2', variables: { n: typed(2) } }),
    ]
    expect((await send({})).status).toBe(400)
    expect((await send({ messageName: 'unheard' })).status).toBe(400)
    expect((await send({ messageName: 'paid' })).body.message).toContain('2 executions match')
    expect((await send({ messageName: 'paid', businessKey: 'm1' }, stranger)).status).toBe(400)
    expect((await send({ messageName: 'paid', tenantId: 'x', withoutTenantId: true })).status).toBe(400)
    expect(await open(one)).toEqual([])
    const { status, body } = await send({
      messageName: 'paid',
      businessKey: 'm1',
      processVariables: { by: typed('card') },
      resultEnabled: true,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject([{ resultType: 'Execution', execution: { processInstanceId: one } }])
    expect([await open(one), await open(other)]).toEqual([['t'], []])
    expect((await rest.get(`/process-instance/${one}/variables/by`)).body.value).toBe('card')
    expect((await send({ messageName: 'paid', correlationKeys: { n: typed(3) } })).status).toBe(400)
    expect((await send({ messageName: 'paid', correlationKeys: { n: typed(2) } })).status).toBe(204)
    expect(await open(other)).toEqual(['t'])
  })

  it('goes to all who wait when it is sent to all', async () => {
    const ids = [await start('waits', { businessKey: 'all' }), await start('waits', { businessKey: 'all' })]
    expect((await send({ messageName: 'paid', all: true, businessKey: 'all' })).status).toBe(204)
    for (const id of ids) expect(await open(id)).toEqual(['t'])
    expect((await send({ messageName: 'paid', all: true })).status).toBe(204)
  })

  it('leaves those alone that are suspended', async () => {
    const id = await start('waits', { businessKey: 'paused' })
    await rest.put(`/process-instance/${id}/suspended`, { suspended: true })
    expect((await send({ messageName: 'paid', businessKey: 'paused' })).status).toBe(400)
  })

  it('is not delivered when one answer has no room for the variables of all its receivers', async () => {
    const ids = [await start('waits', { businessKey: 'large' }), await start('waits', { businessKey: 'large' })]
    const value = 'x'.repeat(6_000_000)
    for (const id of ids)
      for (const name of ['a', 'b']) await rest.put(`/process-instance/${id}/variables/${name}`, { value })
    const body = { messageName: 'paid', businessKey: 'large', all: true, resultEnabled: true }
    const refused = await send({ ...body, variablesInResultEnabled: true })
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('(answerValues)')])
    for (const id of ids) expect(await open(id)).toEqual([])
    expect((await send(body)).status).toBe(200)
    for (const id of ids) expect(await open(id)).toEqual(['t'])
  })

  it.each([
    ['a start event', 'order', 'ordered'],
    ['a receive task that instantiates', 'first', 'received'],
    ['an event behind a gateway that instantiates', 'second', 'either'],
  ])('starts an instance at %s', async (_, messageName, key) => {
    const { body } = await send({
      messageName,
      businessKey: `by ${key}`,
      processVariables: { n: typed(1) },
      resultEnabled: true,
      variablesInResultEnabled: true,
    })
    expect(body).toMatchObject([
      {
        resultType: 'ProcessDefinition',
        processInstance: { definitionKey: key, businessKey: `by ${key}` },
        variables: { n: { value: 1 } },
      },
    ])
    expect(await open(body[0].processInstance.id)).toEqual(['t'])
    expect((await send({ messageName }, stranger)).status).toBe(400)
  })
})

describe('a signal', () => {
  const raise = (body: object, who = rest) => who.post('/signal', body)

  it('goes to all who wait, or to one', async () => {
    const ids = [await start('hears'), await start('hears'), await start('hears')]
    const [first] = (await rest.get('/event-subscription', { processInstanceId: ids[0] ?? '' })).body
    expect((await raise({})).status).toBe(400)
    expect((await raise({ name: 'alarm', executionId: unknownId })).status).toBeGreaterThanOrEqual(400)
    expect((await raise({ name: 'alarm' }, stranger)).status).toBe(204)
    expect((await raise({ name: 'alarm', executionId: first.executionId, variables: { n: typed(1) } })).status).toBe(
      204,
    )
    expect([await open(ids[0] ?? ''), await open(ids[1] ?? '')]).toEqual([['t'], []])
    expect((await raise({ name: 'alarm' })).status).toBe(204)
    for (const id of ids) expect(await open(id)).toEqual(['t'])
  })

  it('that nobody hears is no error', async () => {
    expect((await raise({ name: 'silence' })).status).toBe(204)
  })

  it('starts by a name that the model calculates', async () => {
    await raise({ name: 'alarm-2' })
    expect((await rest.get('/process-instance', { processDefinitionKey: 'named' })).body).toHaveLength(1)
  })
})

describe('a condition', () => {
  it('starts what holds for the variables', async () => {
    const evaluate = (amount: number, who = rest) =>
      who.post('/condition', { variables: { amount: typed(amount) }, businessKey: 'c' })
    expect((await evaluate(1)).body).toEqual([])
    expect((await evaluate(9, stranger)).body).toEqual([])
    expect((await evaluate(9)).body).toMatchObject([{ definitionKey: 'when', businessKey: 'c' }])
    expect((await rest.post('/condition', { variables: { amount: { value: 'x', type: 'Integer' } } })).status).toBe(400)
    expect((await rest.post('/condition', { variables: {}, tenantId: 'a', withoutTenantId: true })).status).toBe(400)
  })
})

describe('event subscriptions', () => {
  it('are listed with what waits, and where', async () => {
    const id = await start('waits')
    const found = async (query: Record<string, string>) => (await rest.get('/event-subscription', query)).body
    expect(await found({ processInstanceId: id })).toMatchObject([
      { eventType: 'message', eventName: 'paid', activityId: 'e', processInstanceId: id },
    ])
    expect(await found({ processInstanceId: id, eventType: 'signal' })).toEqual([])
    const starts = await found({ eventName: 'order' })
    expect(starts).toMatchObject([{ processInstanceId: null, activityId: 's', eventType: 'message' }])
    expect((await stranger.get('/event-subscription')).body).toEqual([])
  })
})
