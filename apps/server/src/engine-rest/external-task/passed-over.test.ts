import { createApiToken, createTestApp, createUser } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { sequence } from '../testing/models.ts'
import { createClient, type Json } from '../testing/rest-test.ts'

/** Of the values of one answer: each large task has more. */
const room = 10_000
const { app, db, clock, workplaceId } = await createTestApp({ budgets: { answerValues: room } })
const worker = await createUser(db, { workplaceId, username: 'worker', groups: ['camunda-admin'], roles: ['RoleUser'] })
const rest = createClient(app, `Bearer ${await createApiToken(db, worker)}`)
const deployed = await rest.deploy({
  'packing.bpmn': sequence('packing', {
    work: '<serviceTask id="work" camunda:type="external" camunda:topic="pack"/>',
  }),
})
expect(deployed.status, JSON.stringify(deployed.body)).toBe(200)

const start = async (businessKey: string, size: number): Promise<string> => {
  const variables = { text: { value: 'x'.repeat(size), type: 'String' } }
  return (await rest.post('/process-definition/key/packing/start', { businessKey, variables })).body.id
}
/** A line of tasks of a process each, the large ones first. Returns the instance of the small one behind them. */
const lineUp = async (businessKey: string, large: number): Promise<string> => {
  for (let n = 0; n < large; n++) await start(businessKey, room + 1)
  return start(businessKey, 1)
}
const fetch = (businessKey: string, maxTasks: number, { workerId = 'w', ...topic }: Json = {}): Promise<Json> =>
  rest.post('/external-task/fetchAndLock', {
    ...{ workerId, maxTasks },
    topics: [{ topicName: 'pack', lockDuration: 10_000, businessKey, ...topic }],
  })
const instancesOf = ({ body }: Json) => body.map((task: Json) => task.processInstanceId)

/** The tasks of a line that a worker has. */
const countLocked = async (businessKey: string): Promise<number> => {
  const instances = (await rest.get('/process-instance', { businessKey })).body
  const processInstanceIdIn = instances.map(({ id }: Json) => id).join(',')
  const tasks = (await rest.get('/external-task', { processInstanceIdIn })).body
  return tasks.filter(({ workerId }: Json) => workerId !== null).length
}

describe('external tasks that are too large for any answer', () => {
  it.each([1, 3, 10, 20])('are passed over, ten of them, for a worker that asks for up to %i', async (maxTasks) => {
    const key = `ten-${maxTasks}`
    const behind = await lineUp(key, 10)
    expect(instancesOf(await fetch(key, maxTasks))).toEqual([behind])
    expect(await countLocked(key)).toBe(1)
  })

  it.each([1, 3, 20])(
    'are refused when there are more of them, for a worker that asks for up to %i',
    async (maxTasks) => {
      const key = `eleven-${maxTasks}`
      await lineUp(key, 11)
      const answer = await fetch(key, maxTasks)
      expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('(answerValues)')])
      expect(await countLocked(key)).toBe(0)
    },
  )

  it('are refused when there are no others', async () => {
    await start('alone', room + 1)
    expect((await fetch('alone', 1)).status).toBe(422)
    expect(await countLocked('alone')).toBe(0)
  })

  it('are still completed by a worker whose lock has expired', async () => {
    const large = await start('late', room + 1)
    const [task] = (await fetch('late', 1, { workerId: 'a', variables: [] })).body
    expect(task.processInstanceId).toBe(large)
    clock.advance({ seconds: 11 })
    const behind = await start('late', 1)
    expect(instancesOf(await fetch('late', 1, { workerId: 'b' }))).toEqual([behind])
    const [left] = (await rest.get('/external-task', { processInstanceId: large })).body
    expect(left).toMatchObject({ workerId: 'a', lockExpirationTime: task.lockExpirationTime })
    expect((await rest.post(`/external-task/${task.id}/complete`, { workerId: 'a' })).status).toBe(204)
  })
})
