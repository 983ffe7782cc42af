import { createUser } from '@millrace/server/testing'
import { BasicAuthInterceptor, Client, type HandlerArgs, Variables } from 'camunda-external-task-client-js'
import { afterAll, expect, it } from 'vitest'
import { sequence } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

/**
 * The client that workers are written with, unmodified and over a real connection: it reads headers that no test of ours
 * would think of.
 */
const { rest, app, db, workplaceId } = await createRestTest()
await createUser(db, { workplaceId, username: 'worker', password: 'a-worker-of-ours', roles: ['RoleFullAPI'] })
const address = await app.listen({ port: 0, host: '127.0.0.1' })

const boundary = `<boundaryEvent id="b" attachedToRef="work"><errorEventDefinition errorRef="failed"/></boundaryEvent><userTask id="mend"/><sequenceFlow id="m" sourceRef="b" targetRef="mend"/>`
await rest.deploy({
  'real-worker.bpmn': sequence(
    'printing',
    {
      work: '<serviceTask id="work" camunda:type="external" camunda:topic="print"/>',
      t: '<userTask id="t"/>',
    },
    boundary,
  ),
})

const client = new Client({
  baseUrl: `${address}/engine-rest`,
  workerId: 'real',
  interval: 20,
  asyncResponseTimeout: 1000,
  use: () => {},
  interceptors: new BasicAuthInterceptor({ username: 'worker', password: 'a-worker-of-ours' }),
})
afterAll(() => client.stop())

const start = async (businessKey: string): Promise<string> =>
  (
    await rest.post('/process-definition/key/printing/start', {
      businessKey,
      variables: { page: { value: 7, type: 'Integer' }, at: { value: '2030-01-07T09:00:00.000+0000', type: 'Date' } },
    })
  ).body.id

/** Answers one task after another as each test says, and tells what the client told of it. */
let handle: (args: HandlerArgs) => Promise<void> = async () => {}
const seen: string[] = []
for (const event of ['complete:success', 'handleFailure:success', 'handleBpmnError:success', 'extendLock:success'])
  client.on(event, () => seen.push(event))
for (const event of [
  'poll:error',
  'complete:error',
  'handleFailure:error',
  'handleBpmnError:error',
  'extendLock:error',
])
  client.on(event, (...args: unknown[]) => seen.push(`${event}: ${String(args.at(-1))}`))
client.subscribe('print', { lockDuration: 60_000 }, (args: HandlerArgs) => handle(args))

const until = (event: string) => expect.poll(() => seen).toContain(event)
const openOf = async (processInstanceId: string): Promise<string[]> =>
  (await rest.get('/task', { processInstanceId })).body.map((one: Json) => one.taskDefinitionKey)

it('fetches a task with its variables, extends its lock, completes it with others', async () => {
  const read: unknown[] = []
  handle = async ({ task, taskService }) => {
    read.push(task.businessKey, task.variables.get('page'), task.variables.get('at'))
    await taskService.extendLock(task, 120_000)
    await taskService.complete(task, new Variables().set('printed', true).set('size', { width: 2 }))
  }
  const instanceId = await start('done')
  await until('complete:success')
  expect(read).toEqual(['done', 7, new Date('2030-01-07T09:00:00Z')])
  expect(seen).toContain('extendLock:success')
  expect(await openOf(instanceId)).toEqual(['t'])
  const { body } = await rest.get(`/process-instance/${instanceId}/variables`)
  expect(body).toMatchObject({
    printed: { type: 'Boolean', value: true },
    size: { type: 'Json', value: '{"width":2}' },
  })
})

it('reports a failure with the attempts that are left, gets the task again, and without any creates an incident', async () => {
  const retries: (number | undefined)[] = []
  handle = async ({ task, taskService }) => {
    retries.push(task.retries)
    await taskService.handleFailure(task, {
      errorMessage: 'out of paper',
      errorDetails: 'tray 2',
      retries: retries.length === 1 ? 1 : 0,
      retryTimeout: 0,
    })
  }
  const instanceId = await start('failing')
  await expect.poll(() => retries).toHaveLength(2)
  expect(retries[1]).toBe(1)
  await expect
    .poll(async () => (await rest.get('/incident', { processInstanceId: instanceId })).body)
    .toMatchObject([{ incidentType: 'failedExternalTask', incidentMessage: 'out of paper' }])
})

it('throws a BPMN error that the process catches', async () => {
  handle = async ({ task, taskService }) =>
    taskService.handleBpmnError(task, 'failed', 'no ink', new Variables().set('ink', 'cyan'))
  const instanceId = await start('error')
  await until('handleBpmnError:success')
  expect(await openOf(instanceId)).toEqual(['mend'])
  expect(seen.filter((event) => event.includes('error:'))).toEqual([])
})
