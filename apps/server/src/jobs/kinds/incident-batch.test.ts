import { process } from '@millrace/bpmn/builder'
import { incidentGroupCalls, taskBulkCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

const { db, runtime, workplaceId, signIn, admin, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const operator = () => signIn({ roles: ['RoleProcessAdmin'] })

let made = 0
/** A process of its own, whose instances each have a job that fails when the test says so. */
async function deployStep() {
  const key = `step${++made}`
  const definition = await scenario.deploy(
    process(key)
      .start()
      .serviceTask('book', { 'camunda:asyncBefore': true, 'camunda:expression': '${true}' })
      .userTask('after')
      .end()
      .toXml(),
  )
  const fail = async (message: string, instanceId?: string) => {
    const id = instanceId ?? (await scenario.start(definition, { businessKey: `B-${key}` }))
    const { rows } = await admin.query('select id from job where instance_id = $1', [id])
    const jobId: string = rows[0].id
    const command = { type: 'recordJobFailure', jobId, message, isFinal: true, detail: null } as const
    await executeCommand(
      runtime,
      { workplaceId, userId: null, cause: 'test' },
      { target: { by: 'job', id: jobId }, command },
    )
    return id
  }
  return { key, fail }
}

const groupsOf = async (client: TestClient, key: string) =>
  (await client.call(incidentGroupCalls.list, { query: { process: key } })).body.items
const get = async (client: TestClient, id: string) =>
  (await client.call(incidentGroupCalls.get, { params: { id } })).body
const incidentsOf = async (client: TestClient, id: string) =>
  (await client.call(incidentGroupCalls.incidents, { params: { id }, query: {} })).body

describe('all incidents of a cause', () => {
  const work = async () => {
    const jobs = (await claimAll(db, clock())).filter(({ kind }) => kind === 'batch')
    return Promise.all(jobs.map((job) => runClaimedJob({ runtime, services: {} as Services }, job)))
  }

  it('are retried in portions, one refused does not stop the rest, and each has its result', async () => {
    const client = await operator()
    const { key, fail } = await deployStep()
    for (let count = 0; count < 60; count++) await fail('Down')
    const [row] = await groupsOf(client, key)
    const id = row?.id ?? ''
    // One of them is over before its turn comes.
    const before = (await incidentsOf(client, id)).items
    const { body: started } = await client.call(incidentGroupCalls.retryAll, { params: { id } })
    expect(started).toMatchObject({ state: 'waiting', total: 60, done: 0, failed: 0, again: 0 })
    const other = await operator()
    expect((await other.call(incidentGroupCalls.retryAll, { params: { id } })).error.code).toBe('batch.running')
    await client.call(incidentGroupCalls.retry, { params: { id: before[0]?.id ?? '' } })
    expect(await work()).toEqual(['done'])
    expect((await get(other, id)).batch).toMatchObject({ state: 'waiting', done: 50, failed: 0 })
    expect(await work()).toEqual(['done'])
    const look = async (query: object = {}) =>
      (await other.call(incidentGroupCalls.batch, { params: { id: started.id }, query })).body
    const { batch, items, isMore } = await look()
    expect([batch.state, batch.done, batch.failed, items.length, isMore]).toEqual(['done', 59, 1, 60, false])
    expect((await look({ failed: 'true' })).items).toMatchObject([
      { incidentId: before[0]?.id, name: `B-${key}`, state: 'failed', code: 'incident.over' },
    ])
    expect((await look({ after: 59 })).items).toHaveLength(1)
    expect(await groupsOf(client, key)).toEqual([])
    expect((await client.call(taskBulkCalls.batches)).body).toEqual([])
    expect((await client.call(incidentGroupCalls.retryAll, { params: { id } })).error.code).toBe('batch.empty')
  })

  it('are no longer retried when somebody ends it, and what fails again is counted', async () => {
    const client = await operator()
    const { key, fail } = await deployStep()
    const ids = [await fail('Down'), await fail('Down')]
    const [row] = await groupsOf(client, key)
    const { body: started } = await client.call(incidentGroupCalls.retryAll, { params: { id: row?.id ?? '' } })
    const params = { id: started.id }
    const elsewhere = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleAdmin'] })
    expect((await elsewhere.call(incidentGroupCalls.cancelBatch, { params })).error.code).toBe('thing.not-found')
    expect((await elsewhere.call(incidentGroupCalls.batch, { params, query: {} })).error.code).toBe('thing.not-found')
    const ended = await (await operator()).call(incidentGroupCalls.cancelBatch, { params })
    expect(ended.body.state).toBe('cancelled')
    expect(await work()).toEqual([])
    const { body: again } = await client.call(incidentGroupCalls.retryAll, { params: { id: row?.id ?? '' } })
    expect(await work()).toEqual(['done'])
    await fail('Down', ids[0])
    expect(
      (await client.call(incidentGroupCalls.batch, { params: { id: again.id }, query: {} })).body.batch,
    ).toMatchObject({ state: 'done', done: 2, again: 1 })
  })
})
