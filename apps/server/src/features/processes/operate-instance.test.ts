import { process } from '@millrace/bpmn/builder'
import { api, type BodyOf } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
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

describe('the history of a variable', () => {
  const past = async (id: string, variableId: string, query = {}) =>
    (await operator.call(api.processes.variableHistory, { params: { id, variableId }, query })).body

  it('has each value with its step, the newest first, page by page', async () => {
    const id = await scenario.start(waiting, { variables: { x: 1 } })
    const variableId = (await operator.call(api.processes.variables, { params: { id } })).body.items[0]?.id ?? ''
    for (let count = 2; count <= 55; count++) await write(id, { name: 'x', type: 'Integer', text: String(count) })
    const first = await past(id, variableId)
    expect(first.items.map(({ text }) => text)).toEqual(Array.from({ length: 50 }, (_, at) => String(55 - at)))
    const rest = await past(id, variableId, { after: first.next })
    expect(rest.items.map(({ text }) => text)).toEqual(['5', '4', '3', '2', '1'])
    expect(rest.next).toBeNull()
    await write(id, { name: 'x', type: 'String', text: 'a'.repeat(3000) })
    await operator.call(api.processes.removeVariable, { params: { id, variableId } })
    const [removed, long] = (await past(id, variableId)).items
    expect(removed).toMatchObject({ isRemoved: true, text: null })
    expect(long).toMatchObject({ type: 'String', text: 'a'.repeat(2000), isCut: true, isRemoved: false })
  })

  it('is not for users, other workplaces and variables of other instances', async () => {
    const id = await scenario.start(waiting, { variables: { x: 1 } })
    const variableId = (await operator.call(api.processes.variables, { params: { id } })).body.items[0]?.id ?? ''
    const codeFor = async (client: typeof operator, params: { id: string; variableId: string }) =>
      (await client.call(api.processes.variableHistory, { params })).error.code
    expect(await codeFor(await signIn({ roles: ['RoleUser'] }), { id, variableId })).toBe('thing.not-found')
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect(await codeFor(elsewhere, { id, variableId })).toBe('thing.not-found')
    const other = await scenario.start(waiting)
    expect(await codeFor(operator, { id: other, variableId })).toBe('thing.not-found')
    expect(await codeFor(operator, { id, variableId: 'x' })).toBe('thing.not-found')
  })
})

describe('an incident of an instance', () => {
  const broken = scenario.deploy(
    process('broken-later', { name: 'Broken' })
      .start()
      .element('serviceTask', 'fail', {
        name: 'Book it',
        'camunda:asyncBefore': 'true',
        'camunda:expression': '${nothing.there}',
        inside:
          '<extensionElements><camunda:failedJobRetryTimeCycle>R1/PT1S</camunda:failedJobRetryTimeCycle></extensionElements>',
      })
      .end()
      .toXml(),
  )
  const incidentsOf = async (id: string) =>
    (await operator.call(api.processes.incidents, { params: { id } })).body.items

  async function fail(): Promise<string> {
    const id = await scenario.start(await broken)
    const [job] = (await operator.call(api.jobs.list, { query: { instance: id } })).body.items
    await operator.call(api.jobs.run, { params: { id: job?.id ?? '' } })
    return id
  }

  it('is retried at a date, and is over until then', async () => {
    const id = await fail()
    const [incident] = await incidentsOf(id)
    const dueAt = '2031-05-01T08:00:00.000Z'
    const params = { id, incidentId: incident?.id ?? '' }
    expect((await operator.call(api.processes.retryIncident, { params, query: { dueAt } })).status).toBe(204)
    expect(await incidentsOf(id)).toEqual([])
    expect((await operator.call(api.jobs.list, { query: { instance: id } })).body.items).toMatchObject([
      { retries: 1, dueAt },
    ])
    expect((await operator.call(api.processes.retryIncident, { params, query: { dueAt } })).error.code).toBe(
      'incident.over',
    )
  })

  it('of an external task has no date to be retried at', async () => {
    const id = await scenario.start(trip)
    const { rows } = await admin.query('select id from external_task where instance_id = $1', [id])
    await operator.call(api.processes.setExternalTaskRetries, { params: { id: rows[0].id }, body: { retries: 0 } })
    const [incident] = await incidentsOf(id)
    const params = { id, incidentId: incident?.id ?? '' }
    const query = { dueAt: '2031-05-01T08:00:00.000Z' }
    expect((await operator.call(api.processes.retryIncident, { params, query })).error.code).toBe(
      'incident.not-retryable',
    )
    expect(await incidentsOf(id)).toHaveLength(1)
  })

  it('has a note, and the cause that it is one of', async () => {
    const id = await fail()
    const [incident] = await incidentsOf(id)
    const { rows } = await admin.query('select group_id from incident where id = $1', [incident?.id])
    expect(incident).toMatchObject({ note: null, causeId: rows[0].group_id })
    const annotate = (client: typeof operator, note: string | null, about = incident?.id ?? '') =>
      client.call(api.processes.annotateIncident, { params: { id: about }, body: { note } })
    expect((await annotate(operator, ' The gateway is down. ')).status).toBe(204)
    expect(await incidentsOf(id)).toMatchObject([{ note: 'The gateway is down.' }])
    expect((await annotate(operator, '')).status).toBe(204)
    expect(await incidentsOf(id)).toMatchObject([{ note: null }])
    expect((await annotate(await signIn({ roles: ['RoleUser'] }), 'x')).error.code).toBe('right.missing')
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect((await annotate(elsewhere, 'x')).error.code).toBe('thing.not-found')
    expect((await annotate(operator, 'x', 'nothing')).error.code).toBe('thing.not-found')
    expect((await annotate(operator, 'x'.repeat(4001))).status).toBe(400)
  })
})

describe('what an instance waits for', () => {
  it('is reported by subscription', async () => {
    const id = await scenario.start(waiting)
    expect((await operator.call(api.processes.subscriptions, { params: { id } })).body).toMatchObject({
      items: [{ kind: 'message', name: 'paid', elementId: 'wait', elementName: 'Wait for payment' }],
      isCapped: false,
    })
  })

  it('is reported by external task, which gets new retries', async () => {
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

it('a suspended instance says so in the history of its task', async () => {
  const asked = await scenario.deploy(process('asked').start().userTask('answer', { name: 'Answer' }).end().toXml())
  const id = await scenario.start(asked)
  for (const isSuspended of [true, false])
    await executeCommand(
      runtime,
      { workplaceId, userId: 'boss', cause: 'test' },
      { target: { by: 'instance', id }, command: { type: 'suspendInstance', instanceId: id, isSuspended } },
    )
  const { body } = await operator.call(api.processes.history, { params: { id } })
  expect(body.items.map(({ kind }) => kind).sort()).toEqual([
    'started',
    'task-activated',
    'task-created',
    'task-suspended',
  ])
})
