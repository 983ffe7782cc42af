import { api, type BodyOf } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const operator = await signIn({ roles: ['RoleProcessAdmin'] })
const waiting = await scenario.deploy(
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
    <message id="paid" name="paid"/><signal id="alarm" name="alarm"/>
    <process id="waiting" name="Waiting" isExecutable="true"><startEvent id="start"/><sequenceFlow id="f" sourceRef="start" targetRef="wait"/>
      <receiveTask id="wait" name="Wait for payment" messageRef="paid"/><sequenceFlow id="g" sourceRef="wait" targetRef="ship"/>
      <userTask id="ship" name="Ship"><extensionElements><camunda:inputOutput><camunda:inputParameter name="sum">\${amount * 2}</camunda:inputParameter></camunda:inputOutput></extensionElements></userTask>
      <boundaryEvent id="alarmed" attachedToRef="wait"><signalEventDefinition signalRef="alarm"/></boundaryEvent></process></definitions>`,
)
type Body = BodyOf<typeof api.processes.deliverMessage>

async function begin() {
  const id = await scenario.start(waiting, { businessKey: 'key-1' })
  const { items } = (await operator.call(api.processes.subscriptions, { params: { id } })).body
  const idOf = (kind: string) => items.find((one) => one.kind === kind)?.id ?? ''
  return { id, subscriptionId: idOf('message'), signalId: idOf('signal') }
}

const amount: Body = { variables: [{ name: 'amount', type: 'Integer', text: '21' }] }
const deliver = (params: { id: string; subscriptionId: string }, body: Body = amount, by = operator) =>
  by.call(api.processes.deliverMessage, { params, body })
const attempt = (params: { id: string; subscriptionId: string }, body: Body = amount, by = operator) =>
  by.call(api.processes.tryMessage, { params, body })
const openTasks = async (id: string) =>
  (await admin.query('select task_key from task where instance_id = $1', [id])).rows.map(({ task_key }) => task_key)

describe('a message that an operator delivers', () => {
  it('reaches its subscription with its variables, and is in the log of user operations', async () => {
    const { id, subscriptionId } = await begin()
    const other = await begin()
    expect((await deliver({ id, subscriptionId })).status).toBe(204)
    expect(await openTasks(id)).toEqual(['ship'])
    expect(await openTasks(other.id)).toEqual([])
    const { body } = await operator.call(api.processes.variables, { params: { id } })
    expect(body.items.map(({ name, type, text }) => [name, type, text])).toEqual([
      ['amount', 'Integer', '21'],
      ['sum', 'Long', '42'],
    ])
    const { rows } = await admin.query(
      'select user_id, operation_type, entity_type, category, property, new_value from operation_log where instance_id = $1 order by property',
      [id],
    )
    const logged = { user_id: operator.user.username, operation_type: 'CorrelateMessage', category: 'Operator' }
    expect(rows).toEqual(
      [
        ['element', 'wait'],
        ['messageName', 'paid'],
        ['nrOfVariables', '1'],
      ].map(([property, new_value]) => ({ ...logged, entity_type: 'ProcessInstance', property, new_value })),
    )
    expect((await deliver({ id, subscriptionId })).error.code).toBe('event.unmatched')
    expect(await openTasks(id)).toEqual(['ship'])
  })

  it('is tried first, and nothing of it stays', async () => {
    const { id, subscriptionId } = await begin()
    const { rows } = await admin.query(
      `select count(*)::int as n from subscription where kind = 'message' and name = 'paid' and id <> $1`,
      [subscriptionId],
    )
    expect((await attempt({ id, subscriptionId })).body).toEqual({
      problem: null,
      starts: [{ elementId: 'ship', name: 'Ship' }],
      ends: [{ elementId: 'wait', name: 'Wait for payment' }],
      outcome: null,
      others: rows[0].n,
    })
    expect(await openTasks(id)).toEqual([])
    // The mapping of the next step reads a variable that nobody has set.
    const { body } = await attempt({ id, subscriptionId }, {})
    expect(body.problem).toContain('amount')
    expect(body.starts).toEqual([])
    expect((await deliver({ id, subscriptionId }, {})).error.code).toBe('process.refused')
    expect(await openTasks(id)).toEqual([])
    expect((await deliver({ id, subscriptionId })).status).toBe(204)
  })

  it('is delivered once to two operators at the same time', async () => {
    const { id, subscriptionId } = await begin()
    const done = await Promise.all([deliver({ id, subscriptionId }), deliver({ id, subscriptionId })])
    expect(done.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await openTasks(id)).toEqual(['ship'])
  })

  it('needs values that fit their types, and a subscription for messages of this instance', async () => {
    const { id, subscriptionId, signalId } = await begin()
    const other = await begin()
    const wrong = await deliver({ id, subscriptionId }, { variables: [{ name: 'amount', type: 'Integer', text: 'x' }] })
    expect([wrong.error.code, wrong.error.details?.[0]?.where]).toEqual(['variable.invalid', 'variables.0.text'])
    for (const unknown of [signalId, other.subscriptionId, 'x'])
      for (const call of [deliver, attempt])
        expect((await call({ id, subscriptionId: unknown })).error.code).toBe('event.unmatched')
    expect((await deliver({ id: 'x', subscriptionId })).error.code).toBe('thing.not-found')
    await operator.call(api.processes.doToInstances, { body: { action: { kind: 'suspend' }, ids: [id] } })
    expect((await attempt({ id, subscriptionId })).error.code).toBe('task.suspended')
    expect((await deliver({ id, subscriptionId })).error.code).toBe('task.suspended')
    expect(await openTasks(id)).toEqual([])
  })

  it('is not for users and other workplaces', async () => {
    const { id, subscriptionId } = await begin()
    const user = await signIn({ roles: ['RoleUser'] })
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    for (const call of [deliver, attempt]) {
      expect((await call({ id, subscriptionId }, amount, user)).error.code).toBe('right.missing')
      expect((await call({ id, subscriptionId }, amount, elsewhere)).error.code).toBe('event.unmatched')
    }
    expect(await openTasks(id)).toEqual([])
  })
})
