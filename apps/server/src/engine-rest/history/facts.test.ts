import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sequence } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest } = await createRestTest()
const deployed = await rest.deploy({
  'later.bpmn': sequence('later', { t: '<userTask id="t" camunda:asyncBefore="true"/>' }),
  'two.bpmn': sequence('two', {
    t: '<userTask id="t" camunda:asyncBefore="true"/>',
    s: '<serviceTask id="s" camunda:expression="${missing}"/>',
  }).replace('<userTask id="t" camunda:asyncBefore="true"/>', '<manualTask id="t" camunda:asyncBefore="true"/>'),
  'outside.bpmn': sequence('outside', { t: '<serviceTask id="t" camunda:type="external" camunda:topic="facts"/>' }),
})
expect(deployed.status, JSON.stringify(deployed.body)).toBe(200)

const start = async (key: string): Promise<string> => (await rest.post(`/process-definition/key/${key}/start`)).body.id
const jobOf = async (processInstanceId: string): Promise<string> =>
  (await rest.get('/job', { processInstanceId })).body[0].id

describe('the history of instances', () => {
  const executed = async (query: Record<string, string>): Promise<string[]> =>
    (await rest.get('/history/process-instance', { processDefinitionKey: 'later', ...query })).body.map(
      ({ id }: Json) => id,
    )

  it('is asked for instances whose jobs were done, not for those whose jobs were deleted', async () => {
    const [done, waits, deleted] = [await start('later'), await start('later'), await start('later')]
    expect((await rest.post(`/job/${await jobOf(done)}/execute`)).status).toBe(204)
    expect((await rest.delete(`/process-instance/${deleted}`)).status).toBe(204)
    expect(await executed({ executedJobAfter: '2020-01-01T00:00:00.000+0000' })).toEqual([done])
    expect(await executed({ executedJobBefore: '2020-01-01T00:00:00.000+0000' })).toEqual([])
    expect(await executed({ finished: 'false' })).toEqual(expect.arrayContaining([done, waits]))
  })
})

describe('the log of jobs', () => {
  it('names the activity that failed, which need not be the one that the job is for', async () => {
    const processInstanceId = await start('two')
    const jobId = await jobOf(processInstanceId)
    await rest.post(`/job/${jobId}/execute`)
    expect((await rest.get(`/job/${jobId}`)).body.failedActivityId).toBe('s')
    expect((await rest.get('/history/job-log', { jobId, failureLog: 'true' })).body).toMatchObject([
      { activityId: 't', failedActivityId: 's' },
    ])
    await rest.put(`/job/${jobId}/retries`, { retries: 0 })
    expect((await rest.get('/incident', { processInstanceId })).body).toMatchObject([
      { activityId: 't', failedActivityId: 's' },
    ])
  })
})

describe('the log of external tasks', () => {
  it('keeps the details of a failure', async () => {
    const processInstanceId = await start('outside')
    const fetched = { workerId: 'w', maxTasks: 9, topics: [{ topicName: 'facts', lockDuration: 60_000 }] }
    const [task] = (await rest.post('/external-task/fetchAndLock', fetched)).body
    const failure = { workerId: 'w', errorMessage: 'No route', errorDetails: 'at line 7', retries: 1, retryTimeout: 0 }
    expect((await rest.post(`/external-task/${task.id}/failure`, failure)).status).toBe(204)
    const [entry] = (await rest.get('/history/external-task-log', { processInstanceId, failureLog: 'true' })).body
    expect(entry).toMatchObject({ errorMessage: 'No route' })
    expect((await rest.get(`/history/external-task-log/${entry.id}/error-details`)).body).toBe('at line 7')
  })
})

describe('the history of a task that belongs to no process', () => {
  it('says who had to do with it, while it is open and when it is over, and names no process', async () => {
    const id = randomUUID()
    expect((await rest.post('/task/create', { id, name: 'Call back', assignee: 'ada' })).status).toBe(204)
    expect((await rest.post(`/task/${id}/assignee`, { userId: 'ben' })).status).toBe(204)
    expect((await rest.post(`/task/${id}/identity-links`, { userId: 'cem', type: 'watcher' })).status).toBe(204)
    const log = async () =>
      (await rest.get('/history/identity-link-log', { taskId: id, sortBy: 'userId', sortOrder: 'asc' })).body
        .map(({ type, userId, operationType }: Json) => `${operationType} ${type} ${userId}`)
        .sort()
    const expected = ['add assignee ada', 'add assignee ben', 'add watcher cem', 'delete assignee ada']
    expect(await log()).toEqual(expected)
    expect((await rest.post(`/task/${id}/complete`)).status).toBe(204)
    expect(await log()).toEqual(expected)
    expect((await rest.get('/history/task', { taskId: id })).body).toMatchObject([
      { id, processInstanceId: null, rootProcessInstanceId: null, executionId: null, processDefinitionId: null },
    ])
  })
})
