import { process } from '@millrace/bpmn/builder'
import { afterAll, expect, it } from 'vitest'
import { setTracer } from '../platform/tracing/traced.ts'
import { createRestTest } from './testing/rest-test.ts'

const { rest, db } = await createRestTest()
const model = process('errand')
  .start()
  .userTask('first', { 'camunda:assignee': 'ada' })
  .userTask('second', { 'camunda:assignee': 'ada' })
  .end()
  .toXml()
expect((await rest.deploy({ 'errand.bpmn': model })).status).toBe(200)

/** How often a call waits for PostgreSQL, and how many statements it sends. */
type Cost = readonly [trips: number, statements: number]

const trips: Record<string, string | number>[] = []
setTracer({
  run: ({ name, attributes }, work) => {
    if (name === 'database round trip') trips.push(attributes)
    return work({})
  },
})
afterAll(() => setTracer(null))

async function costOf<T>(call: () => Promise<T>): Promise<{ readonly answer: T; readonly cost: Cost }> {
  trips.length = 0
  const answer = await call()
  const statements = trips.reduce((sum, trip) => sum + Number(trip['db.operation.batch.size']), 0)
  return { answer, cost: [trips.length, statements] }
}

/** What each call of a program that works through two tasks takes. */
async function countTrips(): Promise<Record<string, Cost>> {
  const costs: Record<string, Cost> = {}
  const counted = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    const { answer, cost } = await costOf(call)
    costs[name] = cost
    return answer
  }
  const { body: started } = await counted('start', () =>
    rest.post('/process-definition/key/errand/start', { variables: { amount: { value: 5, type: 'Integer' } } }),
  )
  for (const name of ['first', 'second']) {
    const { body: tasks } = await counted(`list ${name}`, () => rest.get('/task', { processInstanceId: started.id }))
    expect(tasks).toHaveLength(1)
    const { status } = await counted(`complete ${name}`, () => rest.post(`/task/${tasks[0].id}/complete`, {}))
    expect(status).toBe(204)
  }
  return costs
}

it('two tasks take these round trips and statements', async () => {
  // The first times who calls and what is deployed are read, and again when the deployment is announced.
  await expect.poll(countTrips).toEqual({
    start: [2, 12],
    'list first': [1, 3],
    'complete first': [2, 11],
    'list second': [1, 3],
    'complete second': [2, 13],
  })
})

it('plans what runs often once, and not on each call', async () => {
  for (let time = 0; time < 12; time++) await countTrips()
  const plans = new Map<string, { generic: number; custom: number }>()
  const clients = await Promise.all(Array.from({ length: db.pool.totalCount }, () => db.pool.connect()))
  for (const client of clients) {
    const { rows } = await client.query('select name, generic_plans, custom_plans from pg_prepared_statements')
    for (const { name, generic_plans, custom_plans } of rows) {
      const { generic, custom } = plans.get(name) ?? { generic: 0, custom: 0 }
      plans.set(name, { generic: generic + Number(generic_plans), custom: custom + Number(custom_plans) })
    }
    client.release()
  }
  const often = [...plans].filter(([, { generic, custom }]) => generic + custom > 10)
  expect(often.length).toBeGreaterThan(20)
  expect(often.filter(([, { generic }]) => generic === 0).map(([name]) => name)).toEqual([])
})

it('starts the version that was deployed last, and none that was suspended, also when another was known', async () => {
  const start = () => rest.post('/process-definition/key/errand/start', {})
  const before = await start()
  expect((await rest.deploy({ 'errand.bpmn': `${model.replace('name="first"', 'name="other"')} ` })).status).toBe(200)
  const after = await start()
  expect(after.status).toBe(200)
  expect(after.body.definitionId).not.toBe(before.body.definitionId)
  expect((await rest.put('/process-definition/key/errand/suspended', { suspended: true })).status).toBe(204)
  expect((await start()).status).toBe(400)
  expect((await rest.put('/process-definition/key/errand/suspended', { suspended: false })).status).toBe(204)
  expect((await start()).status).toBe(200)
})
