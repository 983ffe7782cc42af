import { expect, it } from 'vitest'
import { bpmn, path } from '../testing/models.ts'
import { createRestTest } from '../testing/rest-test.ts'

const { rest } = await createRestTest()

const create = async (id: string) => {
  const answer = await rest.post('/user/create', { profile: { id }, credentials: { password: 'long enough 12' } })
  expect(answer.status).toBe(204)
}
await rest.deploy({
  'held.bpmn': bpmn('held', `<startEvent id="start"/><userTask id="check"/>${path('start', 'check')}`),
})
const startTask = async () => {
  const { body: instance } = await rest.post('/process-definition/key/held/start', {})
  const { body } = await rest.get('/task', { processInstanceId: instance.id })
  return `/task/${body[0].id}`
}

/** The ways in which an open task names a user. */
const named: Readonly<Record<string, (task: string, userId: string) => Promise<unknown>>> = {
  assignee: (task, userId) => rest.post(`${task}/assignee`, { userId }),
  candidate: (task, userId) => rest.post(`${task}/identity-links`, { userId, type: 'candidate' }),
  owner: (task, userId) => rest.post(`${task}/identity-links`, { userId, type: 'owner' }),
}

it.each(Object.entries(named))('a user is not deleted as %s of an open task', async (kind, name) => {
  const id = `${kind}-leaves`
  await create(id)
  const task = await startTask()
  await name(task, id)
  expect(await rest.delete(`/user/${id}`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Hand over the tasks') },
  })
  expect((await rest.get(`/user/${id}/profile`)).status).toBe(200)
  expect((await rest.post(`${task}/complete`, {})).status).toBe(204)
  expect((await rest.delete(`/user/${id}`)).status).toBe(204)
  await create(id)
  expect((await rest.get('/task/count', { involvedUser: id })).body).toEqual({ count: 0 })
})
