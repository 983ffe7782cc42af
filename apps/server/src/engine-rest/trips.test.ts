import { process } from '@millrace/bpmn/builder'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createRestTest } from './testing/rest-test.ts'

const { rest, db } = await createRestTest()
const model = process('errand')
  .start()
  .userTask('first', { 'camunda:assignee': 'ada' })
  .userTask('second', { 'camunda:assignee': 'ada' })
  .end()
  .toXml()
expect((await rest.deploy({ 'errand.bpmn': model })).status).toBe(200)

/** What each call of a program that works through two tasks takes: how often it waits for PostgreSQL. */
async function countTrips(): Promise<Record<string, number>> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => spy.mockRestore())
  const trips: Record<string, number> = {}
  const counted = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    const before = spy.mock.calls.length
    const answer = await call()
    // That something has changed is told afterwards, for many calls at once: nobody waits for that.
    const sent = spy.mock.calls.slice(before).filter(([query]) => !String(query).startsWith('select pg_notify'))
    trips[name] = sent.length
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
  return trips
}

it('two tasks take these round trips', async () => {
  // The first times who calls and what is deployed are read, and again when the deployment is announced.
  await expect.poll(countTrips).toEqual({
    start: 2,
    'list first': 2,
    'complete first': 2,
    'list second': 2,
    'complete second': 2,
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
