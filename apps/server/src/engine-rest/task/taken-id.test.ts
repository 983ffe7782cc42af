import { describe, expect, it } from 'vitest'
import { createRestTest } from '../testing/rest-test.ts'

const { rest, admin } = await createRestTest()

const modelOf = (start: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="small" isExecutable="true">${start}<sequenceFlow id="f" sourceRef="s" targetRef="t"/><userTask id="t"/></process></definitions>`
const timer =
  '<startEvent id="s"><timerEventDefinition><timeCycle>R/PT1H</timeCycle></timerEventDefinition></startEvent>'

async function start() {
  await rest.deploy({ 'small.bpmn': modelOf('<startEvent id="s"/>') })
  const { body } = await rest.post('/process-definition/key/small/start', {})
  const id: string = body.id
  const [task] = (await rest.get(`/task?processInstanceId=${id}`)).body
  const { childActivityInstances } = (await rest.get(`/process-instance/${id}/activity-instances`)).body
  return { id, task: task.id as string, element: childActivityInstances[0].executionIds[0] as string }
}

const end = (id: string) => rest.delete(`/process-instance/${id}`)

describe('a task that is to be created under an id', () => {
  it.each<[string, () => Promise<string>]>([
    [
      'a definition that waits for its time',
      async () => {
        const { body } = await rest.deploy({ 'timed.bpmn': modelOf(timer) })
        return Object.keys(body.deployedProcessDefinitions)[0] ?? ''
      },
    ],
    ['an instance', async () => (await start()).id],
    ['an execution', async () => (await start()).element],
    ['a task of a process', async () => (await start()).task],
    [
      'an instance that has ended',
      async () => {
        const { id } = await start()
        await end(id)
        return id
      },
    ],
    [
      'a task of a process that has ended',
      async () => {
        const { id, task } = await start()
        await end(id)
        return task
      },
    ],
    [
      'a task like itself that is done',
      async () => {
        const id = '00000000-0000-4000-8000-00000000000a'
        await rest.post('/task/create', { id, name: 'First' })
        await rest.post(`/task/${id}/complete`, {})
        return id
      },
    ],
  ])('is refused when it is that of %s', async (_, idOf) => {
    const id = await idOf()
    const { status, body } = await rest.post('/task/create', { id: id.toUpperCase(), name: 'Mine' })
    expect(status).toBe(400)
    expect(body.message).toContain('Expected a new id')
    expect((await admin.query(`select from task where name = 'Mine'`)).rowCount).toBe(0)
  })

  it('leaves the instance that has it unchanged', async () => {
    const { id, task } = await start()
    await rest.post('/task/create', { id, name: 'Mine' })
    expect((await rest.post(`/task/${task}/complete`, {})).status).toBe(204)
    expect((await rest.get(`/process-instance/${id}`)).status).toBe(404)
  })
})

describe('a task with an id that is no UUID', () => {
  it('has this id in every answer, and is found by it', async () => {
    const created = await rest.post('/task/create', { id: 'invoice-1', name: 'Check', assignee: 'ada' })
    expect(created.status).toBe(204)
    expect((await rest.get('/task/invoice-1')).body).toMatchObject({ id: 'invoice-1', name: 'Check' })
    await rest.post('/task/create', { id: 'invoice-1.1', name: 'Part', parentTaskId: 'invoice-1' })
    expect((await rest.get('/task', { parentTaskId: 'invoice-1' })).body).toMatchObject([
      { id: 'invoice-1.1', parentTaskId: 'invoice-1' },
    ])
    expect((await rest.put('/task/invoice-1/localVariables/amount', { value: 5 })).status).toBe(204)
    expect((await rest.get('/variable-instance', { taskIdIn: 'invoice-1' })).body).toMatchObject([
      { name: 'amount', taskId: 'invoice-1' },
    ])
    const comment = await rest.post('/task/invoice-1/comment/create', { message: 'Look' })
    expect(comment.body).toMatchObject({ taskId: 'invoice-1' })
    expect((await rest.post('/task/create', { id: 'invoice-1' })).status).toBe(400)
    expect((await rest.post('/task/invoice-1/complete', {})).status).toBe(204)
    expect((await rest.get('/history/task', { taskId: 'invoice-1' })).body).toMatchObject([
      { id: 'invoice-1', deleteReason: 'completed' },
    ])
    expect((await rest.get('/task/invoice-1')).status).toBe(404)
  })

  it('has 1 to 64 characters', async () => {
    for (const id of ['', ' ', 'x'.repeat(65)]) expect((await rest.post('/task/create', { id })).status).toBe(400)
    expect((await rest.post('/task/create', { id: 'x'.repeat(64) })).status).toBe(204)
  })
})
