import { process } from '@millrace/bpmn/builder'
import { definitionCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const system = { workplaceId, userId: null, cause: 'test' }
const operator = await signIn({ roles: ['RoleProcessAdmin'] })
const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })

const order = (name: string) =>
  process('order', { name })
    .start()
    .userTask('check', { name: 'Check' })
    .userTask('book', { name: 'Book' })
    .end()
    .toXml()
const first = await scenario.deploy(order('Order'))
const second = await scenario.deploy(order('Order, renewed'))

async function complete(instanceId: string): Promise<void> {
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  const taskId: string = rows[0].id
  await executeCommand(runtime, system, {
    target: { by: 'task', id: taskId },
    command: { type: 'completeTask', taskId, variables: [] },
  })
}

/** Lets the runs of an element have taken so many seconds. */
const took = (instanceId: string, key: string, seconds: number) =>
  admin.query(
    `update history_element set started_at = ended_at - make_interval(secs => $3) where instance_id = $1 and element_key = $2`,
    [instanceId, key, seconds],
  )
const all = { from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }

describe('the heat map of a version', () => {
  it('counts and times what ended in the period, in running and ended instances', async () => {
    const seconds = [1, 2, 3, 4, 100]
    for (const [index, second] of seconds.entries()) {
      const id = await scenario.start(first)
      await complete(id)
      if (index < 3) await complete(id)
      await took(id, 'check', second)
    }
    const heat = async (query: typeof all) =>
      (await operator.call(definitionCalls.heat, { params: { id: first.id }, query })).body
    const { items, isPartial } = await heat(all)
    expect(isPartial).toBe(false)
    const check = items.find(({ elementId }) => elementId === 'check')
    expect(check).toMatchObject({ name: 'Check', type: 'userTask', count: 5, median: 3_000, incidents: 0 })
    expect(check?.p95).toBeGreaterThan(4_000)
    expect(items.find(({ elementId }) => elementId === 'book')).toMatchObject({ count: 3 })
    expect((await heat({ from: '2000-01-01T00:00:00.000Z', to: '2001-01-01T00:00:00.000Z' })).items).toEqual([])
  })

  it('counts incidents by the time at which they were raised', async () => {
    const broken = await scenario.deploy(
      process('broken')
        .start()
        .serviceTask('book', { name: 'Book', 'camunda:asyncBefore': true, 'camunda:expression': '${missing}' })
        .end()
        .toXml(),
    )
    const id = await scenario.start(broken)
    const { rows } = await admin.query('select id from job where instance_id = $1', [id])
    const jobId: string = rows[0].id
    await executeCommand(runtime, system, {
      target: { by: 'job', id: jobId },
      command: { type: 'recordJobFailure', jobId, message: 'It broke.', isFinal: true, detail: null },
    })
    const { body } = await operator.call(definitionCalls.heat, { params: { id: broken.id }, query: all })
    expect(body.items.map(({ elementId, incidents }) => [elementId, incidents])).toContainEqual(['book', 1])
  })
})

describe('the report of a process', () => {
  it('groups what started and ended, over all versions or one', async () => {
    const id = await scenario.start(second)
    await operator.call(definitionCalls.get, { params: { id: second.id } })
    await complete(id)
    await complete(id)
    await admin.query("update history_instance set started_at = ended_at - interval '40 days' where id = $1", [id])
    const report = async (versions: 'all' | 'one', unit: 'week' | 'month' | 'quarter' = 'month') =>
      (await operator.call(definitionCalls.report, { params: { id: second.id }, query: { ...all, versions, unit } }))
        .body.items
    const one = await report('one')
    expect(one.map(({ started, ended, median }) => [started, ended, median])).toEqual([
      [0, 1, 40 * 86_400_000],
      [1, 0, null],
    ])
    expect(one[0]?.period).toBe('2030-01-01')
    expect((await report('all'))[0]).toMatchObject({ started: 5, ended: 4, cancelled: 0 })
    expect((await report('one', 'quarter')).map(({ period }) => period)).toEqual(['2030-01-01', '2029-10-01'])
    expect((await report('one', 'week'))[0]?.period).toBe('2030-01-07')
  })
})

describe('the decisions of a version', () => {
  it('have their evaluations and the rules that fired', async () => {
    const table = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="prices" name="prices" namespace="test">
      <decision id="discount" name="Discount"><decisionTable id="dt" hitPolicy="COLLECT">
      <input id="i1" label="Customer"><inputExpression id="e1"><text>customer</text></inputExpression></input>
      <output id="o1" label="Percent" name="percent"/>
      <rule id="gold"><inputEntry id="a1"><text>"gold"</text></inputEntry><outputEntry id="a3"><text>10</text></outputEntry></rule>
      <rule id="any"><inputEntry id="b1"><text>-</text></inputEntry><outputEntry id="b3"><text>5</text></outputEntry></rule>
      </decisionTable></decision></definitions>`
    const files = [{ name: 'prices.dmn', bytes: Buffer.from(table) }]
    await deploy(runtime, system, { name: null, source: null, tenantId: null, files })
    const priced = await scenario.deploy(
      process('priced')
        .start()
        .element('businessRuleTask', 'price', {
          name: 'Price it',
          'camunda:decisionRef': 'discount',
          'camunda:resultVariable': 'percent',
        })
        .userTask('after')
        .end()
        .toXml(),
    )
    const gold = await scenario.start(priced, { variables: { customer: 'gold' } })
    await scenario.start(priced, { variables: { customer: 'new' } })
    const { body } = await operator.call(definitionCalls.decisions, { params: { id: priced.id } })
    expect(body.decisions).toEqual([
      {
        key: 'discount',
        name: 'Discount',
        evaluations: 2,
        rules: [
          { order: 1, id: 'gold', count: 1 },
          { order: 2, id: 'any', count: 2 },
        ],
      },
    ])
    expect(body.items.map(({ instanceId, rules }) => [instanceId, rules.length])).toContainEqual([gold, 2])
    expect(body.isPartial).toBe(false)
  })
})

it('other workplaces have none of it', async () => {
  const params = { id: first.id }
  const report = { ...all, unit: 'month', versions: 'all' } as const
  expect((await elsewhere.call(definitionCalls.heat, { params, query: all })).error.code).toBe('thing.not-found')
  expect((await elsewhere.call(definitionCalls.report, { params, query: report })).error.code).toBe('thing.not-found')
  expect((await elsewhere.call(definitionCalls.decisions, { params })).error.code).toBe('thing.not-found')
})
