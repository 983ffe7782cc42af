import { describe, expect, it } from 'vitest'
import { sequence, unknownId } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, stranger } = await createRestTest()
const deployed = await rest.deploy({
  'held.bpmn': sequence('held', { t: '<userTask id="t"/>' }),
  'hears.bpmn': sequence('hears', { t: '<receiveTask id="t" messageRef="paid"/>', u: '<userTask id="u"/>' }),
  'broken.bpmn': sequence('broken', {
    t: `<serviceTask id="t" camunda:asyncBefore="true" camunda:expression="\${missing}"/>`,
  }),
  'rules.dmn': `<?xml version="1.0" encoding="UTF-8"?><definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="rules" name="Rules" namespace="test"><decision id="inner" name="Inner"><literalExpression><text>1</text></literalExpression></decision><decision id="outer" name="Outer"><informationRequirement id="need"><requiredDecision href="#inner"/></informationRequirement><literalExpression><text>2</text></literalExpression></decision></definitions>`,
  'works.bpmn': sequence('works', { t: '<serviceTask id="t" camunda:type="external" camunda:topic="work"/>' }),
})
expect(deployed.status, JSON.stringify(deployed.body)).toBe(200)

const start = async (key: string, businessKey?: string): Promise<string> =>
  (await rest.post(`/process-definition/key/${key}/start`, { businessKey })).body.id
const jobsOf = async (jobDefinitionId: string): Promise<Json[]> => (await rest.get('/job', { jobDefinitionId })).body
const executeAll = async (jobDefinitionId: string) => {
  const statuses: number[] = []
  for (const { id } of await jobsOf(jobDefinitionId)) statuses.push((await rest.post(`/job/${id}/execute`)).status)
  return statuses
}
/** Carries out a batch by hand, as with the job executor off. */
const carryOut = async ({ seedJobDefinitionId, batchJobDefinitionId, monitorJobDefinitionId }: Json) => {
  await executeAll(seedJobDefinitionId)
  const items = await executeAll(batchJobDefinitionId)
  await executeAll(monitorJobDefinitionId)
  return items
}
const order = async (path: string, body: object) => {
  const answer = await rest.post(path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

describe('a batch', () => {
  it('has a seed for a hundred items, then a job for each and one that looks whether all is done', async () => {
    const ids = await Promise.all(Array.from({ length: 101 }, () => start('held', 'many')))
    const batch = await order('/process-instance/suspended-async', {
      processInstanceIds: ids.slice(0, 1),
      processInstanceQuery: { businessKey: 'many' },
      suspended: true,
    })
    expect(batch).toMatchObject({ totalJobs: 101, jobsCreated: 0, batchJobsPerSeed: 100, executionStartTime: null })
    expect(await jobsOf(batch.batchJobDefinitionId)).toEqual([])
    expect(await executeAll(batch.seedJobDefinitionId)).toEqual([204])
    expect(await jobsOf(batch.batchJobDefinitionId)).toHaveLength(100)
    expect(await jobsOf(batch.monitorJobDefinitionId)).toEqual([])
    await executeAll(batch.seedJobDefinitionId)
    expect(await jobsOf(batch.seedJobDefinitionId)).toEqual([])
    expect(await jobsOf(batch.batchJobDefinitionId)).toHaveLength(101)
    expect(await executeAll(batch.monitorJobDefinitionId)).toEqual([204])
    expect((await rest.get(`/batch/${batch.id}`)).status).toBe(200)
    expect(new Set(await executeAll(batch.batchJobDefinitionId))).toEqual(new Set([204]))
    await executeAll(batch.monitorJobDefinitionId)
    expect((await rest.get(`/batch/${batch.id}`)).status).toBe(404)
    expect((await rest.get(`/history/batch/${batch.id}`)).body.endTime).not.toBeNull()
    expect((await rest.get('/process-instance/count', { businessKey: 'many', suspended: 'true' })).body.count).toBe(101)
  })

  it('is paused, continues and ends, and nobody of another workplace sees it', async () => {
    const batch = await order('/process-instance/delete', { processInstanceIds: [await start('held')] })
    expect((await stranger.get(`/batch/${batch.id}`)).status).toBe(404)
    expect((await stranger.delete(`/batch/${batch.id}`)).status).toBe(400)
    expect((await stranger.get('/batch')).body).toEqual([])
    expect((await rest.put(`/batch/${batch.id}/suspended`, { suspended: true })).status).toBe(204)
    expect(await jobsOf(batch.seedJobDefinitionId)).toMatchObject([{ suspended: true, batchId: batch.id }])
    await rest.put(`/batch/${batch.id}/suspended`, { suspended: false })
    const definitions = (await rest.get('/job-definition', { jobConfiguration: batch.id })).body
    expect(definitions.map((one: Json) => one.jobType).sort()).toEqual([
      'batch-monitor-job',
      'batch-seed-job',
      'instance-deletion',
    ])
    expect((await rest.delete(`/batch/${batch.id}`)).status).toBe(204)
    expect((await rest.delete(`/batch/${batch.id}`)).status).toBe(400)
    expect((await rest.get('/history/batch', { batchId: batch.id, completed: 'true' })).body).toHaveLength(1)
    expect((await rest.delete(`/history/batch/${batch.id}`)).status).toBe(204)
    expect((await rest.get(`/history/batch/${batch.id}`)).status).toBe(404)
  })

  it('keeps what fails with its message, and tries it again with new retries', async () => {
    const instance = await start('works')
    const [task] = (await rest.get('/external-task', { processInstanceId: instance })).body
    const batch = await order('/external-task/retries-async', { externalTaskIds: [unknownId, task.id], retries: 4 })
    await executeAll(batch.seedJobDefinitionId)
    expect((await executeAll(batch.batchJobDefinitionId)).toSorted()).toEqual([204, 404])
    const [item] = await jobsOf(batch.batchJobDefinitionId)
    expect(item).toMatchObject({ retries: 2, exceptionMessage: expect.stringContaining('external task') })
    expect((await rest.get(`/job/${item.id}/stacktrace`)).status).toBe(200)
    for (let tries = 0; tries < 2; tries++) await rest.post(`/job/${item.id}/execute`)
    const statistics = async () => (await rest.get('/batch/statistics', { batchId: batch.id })).body[0]
    expect(await statistics()).toMatchObject({ remainingJobs: 1, completedJobs: 1, failedJobs: 1 })
    expect((await rest.get('/batch', { withFailures: 'true', batchId: batch.id })).body).toHaveLength(1)
    await executeAll(batch.monitorJobDefinitionId)
    expect((await rest.get(`/batch/${batch.id}`)).status).toBe(200)
    expect((await rest.put(`/job-definition/${batch.batchJobDefinitionId}/retries`, { retries: 1 })).status).toBe(204)
    expect(await statistics()).toMatchObject({ remainingJobs: 1, failedJobs: 0 })
    expect(await jobsOf(batch.batchJobDefinitionId)).toMatchObject([{ retries: 1 }])
    expect((await rest.put(`/job/${item.id}/retries`, { retries: 2 })).status).toBe(204)
    expect(await jobsOf(batch.batchJobDefinitionId)).toMatchObject([{ retries: 2 }])
    expect((await rest.delete(`/batch/${batch.id}`, { cascade: 'true' })).status).toBe(204)
  })
})

describe('what is done to many', () => {
  it('cancels instances for a reason, and passes over what has ended', async () => {
    const [one, over] = [await start('held'), await start('held')]
    await rest.delete(`/process-instance/${over}`)
    const body = { processInstanceIds: [one, over], deleteReason: 'not wanted' }
    expect(await carryOut(await order('/process-instance/delete', body))).toEqual([204, 204])
    expect((await rest.get(`/history/process-instance/${one}`)).body.deleteReason).toBe('not wanted')
  })

  it('sets variables, which the batch shows before', async () => {
    const id = await start('held')
    const variables = { n: { value: 7, type: 'Integer' }, big: { value: '9007199254740993', type: 'Long' } }
    const batch = await order('/process-instance/variables-async', { processInstanceIds: [id], variables })
    expect((await rest.get('/variable-instance', { batchIdIn: batch.id })).body).toHaveLength(2)
    expect(await carryOut(batch)).toEqual([204])
    expect((await rest.get(`/process-instance/${id}/variables`)).body.n.value).toBe(7)
  })

  it('delivers a message to what waits in each', async () => {
    const [one, other] = [await start('hears'), await start('hears')]
    const variables = { amount: { value: 5, type: 'Integer' } }
    const batch = await order('/process-instance/message-async', {
      messageName: 'paid',
      processInstanceIds: [one],
      variables,
    })
    expect(await carryOut(batch)).toEqual([204])
    const at = async (processInstanceId: string) => (await rest.get('/task', { processInstanceId })).body.length
    expect([await at(one), await at(other)]).toEqual([1, 0])
  })

  it('gives jobs new retries, by jobs and by instances', async () => {
    const id = await start('broken')
    const [job] = (await rest.get('/job', { processInstanceId: id })).body
    expect(await carryOut(await order('/job/retries', { jobIds: [job.id], retries: 7 }))).toEqual([204])
    const retries = async () => (await rest.get(`/job/${job.id}`)).body.retries
    expect(await retries()).toBe(7)
    const byInstances = { processInstances: [id], retries: 2 }
    expect(await carryOut(await order('/process-instance/job-retries', byInstances))).toEqual([204])
    expect(await retries()).toBe(2)
    const past = { historicProcessInstanceQuery: { processInstanceIds: [id] }, retries: 3 }
    expect(await carryOut(await order('/process-instance/job-retries-historic-query-based', past))).toEqual([204])
    expect(await retries()).toBe(3)
  })

  it('says until when evaluations of decisions are kept, and forgets them with what they required', async () => {
    expect((await rest.post('/decision-definition/key/outer/evaluate', { variables: {} })).status).toBe(200)
    const found = async () => (await rest.get('/history/decision-instance')).body as Json[]
    const outer = (await found()).find((one) => one.decisionDefinitionKey === 'outer')
    const ids = { historicDecisionInstanceIds: [outer.id] }
    const at = '2051-02-03T04:05:06.000+0000'
    const removal = { ...ids, absoluteRemovalTime: at, hierarchical: true }
    expect(await carryOut(await order('/history/decision-instance/set-removal-time', removal))).toEqual([204])
    expect((await found()).map((one) => one.removalTime)).toEqual([at, at])
    expect(await carryOut(await order('/history/decision-instance/delete', ids))).toEqual([204])
    expect(await found()).toEqual([])
  })

  it('says until when history is kept, and forgets it', async () => {
    const id = await start('held')
    await rest.delete(`/process-instance/${id}`)
    const ids = { historicProcessInstanceIds: [id] }
    const at = '2051-02-03T04:05:06.000+0000'
    const removal = async () => (await rest.get(`/history/process-instance/${id}`)).body.removalTime
    const before = await removal()
    for (const [mode, expected] of [
      [{ absoluteRemovalTime: at }, at],
      [{ clearedRemovalTime: true }, null],
      [{ calculatedRemovalTime: true }, before],
    ] as const) {
      const batch = await order('/history/process-instance/set-removal-time', { ...ids, ...mode })
      expect(await carryOut(batch)).toEqual([204])
      expect(await removal()).toEqual(expected)
    }
    const batch = await order('/history/process-instance/delete', ids)
    expect(await carryOut(batch)).toEqual([204])
    expect((await rest.get(`/history/process-instance/${id}`)).status).toBe(404)
    const ofBatch = await order('/history/batch/set-removal-time', {
      historicBatchIds: [batch.id],
      absoluteRemovalTime: at,
    })
    await carryOut(ofBatch)
    expect((await rest.get(`/history/batch/${batch.id}`)).body.removalTime).toBe(at)
    const report = (await rest.get('/history/batch/cleanable-batch-report')).body
    expect(report).toContainEqual(
      expect.objectContaining({ batchType: 'historic-instance-deletion', cleanableBatchesCount: 0 }),
    )
  })
})

it.each([
  ['/process-instance/delete', {}],
  ['/process-instance/delete-historic-query-based', {}],
  ['/process-instance/suspended-async', { suspended: true }],
  ['/process-instance/variables-async', { processInstanceIds: [unknownId] }],
  ['/process-instance/message-async', { messageName: 'paid' }],
  ['/process-instance/job-retries', { retries: 1 }],
  ['/process-instance/job-retries', { processInstances: [unknownId], retries: -1 }],
  ['/job/retries', { retries: 1 }],
  ['/job/retries', { jobIds: [unknownId] }],
  ['/external-task/retries-async', { retries: 1 }],
  ['/history/process-instance/delete', { historicProcessInstanceQuery: { processDefinitionKey: 'none' } }],
  ['/history/process-instance/set-removal-time', { historicProcessInstanceIds: [unknownId] }],
  ['/history/decision-instance/delete', {}],
  ['/history/batch/set-removal-time', { absoluteRemovalTime: 'nonsense' }],
])('%s of nothing is refused', async (path, body) => {
  const { status, body: answer } = await rest.post(path, body)
  expect([status, typeof answer.type, typeof answer.message]).toEqual([400, 'string', 'string'])
})
