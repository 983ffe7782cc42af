import { process } from '@millrace/bpmn/builder'
import { api, searchCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const operator = await signIn({ roles: ['RoleProcessAdmin'] })
const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
const trip = await scenario.deploy(
  process('trip', { name: 'Trip' }).start().userTask('check', { name: 'Check the trip' }).end().toXml(),
)
const paid = await scenario.deploy(
  process('paid', { name: 'Paid' })
    .start()
    .element('serviceTask', 'pay', { name: 'Pay', 'camunda:type': 'external', 'camunda:topic': 'paying' })
    .end()
    .toXml(),
)
const broken = await scenario.deploy(
  process('broken', { name: 'Broken' })
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

const goTo = async (q: string, client: TestClient = operator) =>
  (await client.call(searchCalls.goTo, { query: { q } })).body.items
const one = async (sql: string, values: readonly unknown[] = []): Promise<string> =>
  (await admin.query(sql, [...values])).rows[0].id
const sees = async (id: string, expected: object) => {
  expect(await goTo(id)).toEqual([{ about: expect.anything(), instanceId: null, isOver: false, id, ...expected }])
  expect(await goTo(` ${id} `)).toHaveLength(1)
  expect(await goTo(id, elsewhere)).toEqual([])
}

describe('what has an id', () => {
  it('is an instance or a task, open or over', async () => {
    const id = await scenario.start(trip, { businessKey: 'Rome 1' })
    await sees(id, { kind: 'instance', instanceId: id, name: 'Rome 1', about: 'Trip' })
    const task = await one('select id from task where instance_id = $1', [id])
    await sees(task, { kind: 'task', instanceId: id, name: 'Check the trip', about: 'Rome 1' })
    await operator.call(api.processes.cancel, { params: { id } })
    await sees(id, { kind: 'instance', instanceId: id, name: 'Rome 1', isOver: true })
    await sees(task, { kind: 'task', instanceId: id, name: 'Check the trip', isOver: true })
  })

  it('is a job, an incident, its cause or a retry of the cause, and leads to the instance afterwards', async () => {
    const id = await scenario.start(broken, { businessKey: 'Oslo' })
    const job = await one('select id from job where instance_id = $1', [id])
    await sees(job, { kind: 'job', instanceId: id, name: 'Book it', about: 'Oslo' })
    await operator.call(api.jobs.run, { params: { id: job } })
    const incident = await one('select id from incident where instance_id = $1', [id])
    await sees(incident, { kind: 'incident', instanceId: id, name: 'Book it', about: 'Oslo' })
    const cause = await one('select group_id as id from incident where instance_id = $1', [id])
    await sees(cause, { kind: 'cause', name: expect.stringContaining('nothing.there'), about: 'broken' })
    const { body: batch } = await operator.call(api.incidentGroups.retryAll, { params: { id: cause } })
    expect(await goTo(batch.id)).toMatchObject([{ kind: 'cause', id: cause }])
    await operator.call(api.processes.cancel, { params: { id } })
    await sees(incident, { kind: 'incident', instanceId: id, name: 'fail', isOver: true })
    await sees(job, { kind: 'job', instanceId: id, name: 'fail', isOver: true, about: null })
  })

  it('is an external task, a version of a process, a decision or a deployment', async () => {
    const id = await scenario.start(paid, { businessKey: 'Bern' })
    const task = await one('select id from external_task where instance_id = $1', [id])
    await sees(task, { kind: 'externalTask', instanceId: id, name: 'Pay', about: 'Bern' })
    await sees(trip.id, { kind: 'definition', name: 'Trip', about: 'trip, 1' })
    const model = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="test">
      <decision id="price" name="Price"><literalExpression id="l"><text>1</text></literalExpression></decision></definitions>`
    const files = [{ name: 'price.dmn', bytes: Buffer.from(model) }]
    await deploy(
      runtime,
      { workplaceId, userId: null, cause: 'test' },
      { name: 'Prices', source: null, tenantId: null, files },
    )
    const deployment = await one("select id from deployment where name = 'Prices'")
    await sees(deployment, { kind: 'deployment', name: 'Prices', about: null })
    const decision = await one("select id from decision_definition where key = 'price'")
    expect(await goTo(decision)).toMatchObject([{ kind: 'decision', id: deployment, name: 'Price', about: 'price, 1' }])
  })

  it('is nothing that the server works at by itself, and nothing unknown', async () => {
    const job = await one(
      `insert into job (workplace_id, id, root_id, element_key, kind, retries, priority, is_exclusive, is_suspended, created_at)
        values ($1, gen_random_uuid(), gen_random_uuid(), 'x', 'mail', 3, 0, false, false, now()) returning id`,
      [workplaceId],
    )
    for (const q of [job, '00000000-0000-4000-8000-000000000000', 'nothing', '%', "'"])
      expect(await goTo(q)).toEqual([])
  })
})

describe('what has a key', () => {
  it('is the newest version of a process, and running instances with the business key', async () => {
    const ids = [await scenario.start(trip, { businessKey: 'K 1' }), await scenario.start(trip, { businessKey: 'K 1' })]
    expect((await goTo('K 1')).map(({ id }) => id)).toEqual(ids.toReversed())
    expect(await goTo('k 1')).toEqual([])
    expect(await goTo('trip')).toMatchObject([{ kind: 'definition', id: trip.id }])
  })
})

it('is for operators alone', async () => {
  const user = await signIn({ roles: ['RoleUser'] })
  expect((await user.call(searchCalls.goTo, { query: { q: 'trip' } })).error.code).toBe('right.missing')
  expect((await operator.call(searchCalls.goTo, { query: { q: 'a\0b' } })).status).toBe(400)
})
