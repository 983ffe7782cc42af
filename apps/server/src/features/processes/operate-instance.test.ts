import { process } from '@millrace/bpmn/builder'
import { api, type BodyOf } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const trip = await scenario.deploy(
  process('trip', { name: 'Trip' })
    .start()
    .parallelGateway('split')
    .element('serviceTask', 'book', { name: 'Book it', 'camunda:type': 'external', 'camunda:topic': 'booking' })
    .end()
    .toXml(),
)
const waiting = await scenario.deploy(
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
    <message id="paid" name="paid"/>
    <process id="waiting" name="Waiting" isExecutable="true"><startEvent id="start"/><sequenceFlow id="f" sourceRef="start" targetRef="wait"/>
    <receiveTask id="wait" name="Wait for payment" messageRef="paid"/></process></definitions>`,
)
const operator = await signIn({ roles: ['RoleProcessAdmin'] })
type Written = BodyOf<typeof api.processes.setVariable>
const write = (id: string, body: Written) => operator.call(api.processes.setVariable, { params: { id }, body })
const variables = async (id: string) =>
  (await operator.call(api.processes.variables, { params: { id } })).body.items.map(({ name, type, text, scope }) => [
    name,
    type,
    text,
    scope.elementId,
  ])

describe('variables of an instance', () => {
  it.each([
    ['String', 'Berlin', 'Berlin'],
    ['Boolean', 'true', 'true'],
    ['Integer', ' 42 ', '42'],
    ['Long', '9007199254740993', '9007199254740993'],
    ['Double', '12.5', '12.5'],
    ['Json', '{"a":1}', '{"a":1}'],
    ['Xml', '<a/>', '<a/>'],
    ['Null', null, null],
    ['String', null, null],
  ] as const)('are written by type: %s %s', async (type, text, shown) => {
    const id = await scenario.start(waiting)
    expect((await write(id, { name: 'x', type, text })).status).toBe(204)
    expect(await variables(id)).toEqual([['x', type, shown, null]])
  })

  it.each([
    ['Boolean', 'yes'],
    ['Integer', '2147483648'],
    ['Long', '9223372036854775808'],
    ['Double', 'NaN'],
    ['Double', ' '],
    ['Date', 'tomorrow'],
    ['Json', '{'],
  ] as const)('are refused where they do not fit: %s %s', async (type, text) => {
    const id = await scenario.start(waiting, { variables: { x: 1 } })
    const { error, status } = await write(id, { name: 'x', type, text })
    expect([status, error.code, error.details?.[0]?.where]).toEqual([422, 'variable.invalid', 'text'])
    expect(await variables(id)).toEqual([['x', 'Integer', '1', null]])
  })

  it('are written into the scope of a step, and deleted there alone', async () => {
    const id = await scenario.start(waiting, { variables: { x: 1 } })
    const { rows } = await admin.query("select id from element where instance_id = $1 and element_key = 'wait'", [id])
    await write(id, { scopeId: rows[0].id, name: 'x', type: 'Integer', text: '2' })
    expect(await variables(id)).toEqual([
      ['x', 'Integer', '1', null],
      ['x', 'Integer', '2', 'wait'],
    ])
    const { body } = await operator.call(api.processes.variables, { params: { id } })
    const variableId = body.items[1]?.id ?? ''
    const params = { id, variableId }
    expect((await operator.call(api.processes.removeVariable, { params })).status).toBe(204)
    expect(await variables(id)).toEqual([['x', 'Integer', '1', null]])
    expect((await operator.call(api.processes.removeVariable, { params })).error.code).toBe('thing.not-found')
  })

  it('are not for users, other workplaces, ended instances and scopes of others', async () => {
    const id = await scenario.start(waiting, { userId: 'ann', variables: { x: 1 } })
    const other = await scenario.start(waiting)
    const body = { name: 'x', type: 'String', text: 'y' } as const
    const params = { id }
    const starter = await signIn({ username: 'ann', roles: ['RoleUser'] })
    expect((await starter.call(api.processes.setVariable, { params, body })).error.code).toBe('right.missing')
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect((await elsewhere.call(api.processes.setVariable, { params, body })).error.code).toBe('thing.not-found')
    for (const scopeId of [other, 'x'])
      expect((await write(id, { ...body, scopeId })).error.code).toBe('thing.not-found')
    await operator.call(api.processes.cancel, { params })
    expect((await write(id, body)).error.code).toBe('instance.over')
  })
})

describe('what an instance waits for', () => {
  it('is told by subscription', async () => {
    const id = await scenario.start(waiting)
    expect((await operator.call(api.processes.subscriptions, { params: { id } })).body).toMatchObject({
      items: [{ kind: 'message', name: 'paid', elementId: 'wait', elementName: 'Wait for payment' }],
      isCapped: false,
    })
  })

  it('is told by external task, which gets new retries', async () => {
    const id = await scenario.start(trip)
    const list = async () => (await operator.call(api.processes.externalTasks, { params: { id } })).body.items
    expect(await list()).toMatchObject([
      { topic: 'booking', elementName: 'Book it', workerId: null, retries: null, error: null, isSuspended: false },
    ])
    const params = { id: (await list())[0]?.id ?? '' }
    await operator.call(api.processes.setExternalTaskRetries, { params, body: { retries: 0 } })
    expect(await list()).toMatchObject([{ retries: 0 }])
    expect((await operator.call(api.processes.setExternalTaskRetries, { params, body: { retries: 3 } })).status).toBe(
      204,
    )
    expect(await list()).toMatchObject([{ retries: 3 }])
    const gone = { params: { id: 'x' }, body: { retries: 1 } }
    expect((await operator.call(api.processes.setExternalTaskRetries, gone)).error.code).toBe('thing.not-found')
  })
})
