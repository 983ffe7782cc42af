import { process } from '@millrace/bpmn/builder'
import { definitionCalls, processCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const unknownId = '00000000-0000-7000-8000-000000000000'
const operator = () => signIn({ roles: ['RoleProcessAdmin', 'RoleUser'] })
const get = (client: TestClient, id: string) => client.call(definitionCalls.get, { params: { id } })

/** A task, and a step that fails when it is told to. */
const order = (name = 'Order') =>
  process('order', { name })
    .start()
    .userTask('check', { name: 'Check', 'camunda:formKey': 'check-form' })
    .serviceTask('book', { name: 'Book', 'camunda:asyncBefore': true, 'camunda:expression': '${missing}' })
    .end()
    .toXml()
const caller = process('caller', { name: 'Caller' })
  .start()
  .element('callActivity', 'call', { name: 'Call the order', calledElement: 'order' })
  .end()
  .toXml()

const system = { workplaceId, userId: null, cause: 'test' }
/** Completes the task of an instance, whose next step then fails for good. */
async function completeAndFail(instanceId: string): Promise<void> {
  const idOf = async (table: 'task' | 'job') =>
    (await admin.query(`select id from ${table} where instance_id = $1`, [instanceId])).rows[0].id as string
  const taskId = await idOf('task')
  await executeCommand(runtime, system, {
    target: { by: 'task', id: taskId },
    command: { type: 'completeTask', taskId, variables: [] },
  })
  const jobId = await idOf('job')
  await executeCommand(runtime, system, {
    target: { by: 'job', id: jobId },
    command: { type: 'recordJobFailure', jobId, message: 'It broke.', isFinal: true, detail: null },
  })
}

const first = await scenario.deploy(order())
const second = await scenario.deploy(order('Order, renewed'))
const calling = await scenario.deploy(caller)

describe('GET /processengine/definitions', () => {
  const list = async (client: TestClient, query: object = {}) =>
    (await client.call(definitionCalls.list, { query })).body.items

  it('is for process administrators', async () => {
    expect((await anonymous().call(definitionCalls.list, { query: {} })).status).toBe(401)
    expect((await (await signIn()).call(definitionCalls.list, { query: {} })).error.code).toBe('right.missing')
    expect((await (await operator()).call(definitionCalls.list, { query: { sort: 'running' } as never })).status).toBe(
      400,
    )
    const elsewhere = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleAdmin'] })
    expect(await list(elsewhere)).toEqual([])
  })

  it('has one row for each process, of its newest version, with the instances of all versions', async () => {
    const client = await operator()
    await scenario.start(first)
    await scenario.start(second)
    expect(await list(client, { key: 'order', 'key.is': 'order' })).toMatchObject([
      { id: second.id, key: 'order', name: 'Order, renewed', version: 2, running: 2, incidents: 0, isSuspended: false },
    ])
    expect((await list(client, { sort: '-name' })).map(({ key }) => key)).toEqual(['order', 'caller'])
    expect((await list(client, { name: 'call' })).map(({ key }) => key)).toEqual(['caller'])
    expect((await list(client, { q: 'renewed' })).map(({ key }) => key)).toEqual(['order'])
    expect(await list(client, { suspended: 'true' })).toEqual([])
    expect(await list(client, { deployed: '2031-01-01T00:00:00Z' })).toEqual([])
    const { body } = await client.call(definitionCalls.listCount, { query: {} })
    expect(body.total).toBe(2)
    const file = await client.call(definitionCalls.listExport, { query: { format: 'csv' } })
    expect(file.status).toBe(200)
  })

  it('follows what is deployed and deleted', async () => {
    const client = await operator()
    const [one, two] = [
      await scenario.deploy(process('passing', { name: 'Passing' }).start().end().toXml()),
      await scenario.deploy(process('passing', { name: 'Passing on' }).start().end().toXml()),
    ]
    const rows = async () =>
      (await list(client, { key: 'passing' })).map(({ id, name, version }) => ({ id, name, version }))
    expect(await rows()).toEqual([{ id: two.id, name: 'Passing on', version: 2 }])
    expect((await client.call(definitionCalls.delete, { params: { id: two.id }, query: {} })).status).toBe(204)
    expect(await rows()).toEqual([{ id: one.id, name: 'Passing', version: 1 }])
    expect((await client.call(definitionCalls.delete, { params: { id: one.id }, query: {} })).status).toBe(204)
    expect(await rows()).toEqual([])
    expect((await client.call(definitionCalls.delete, { params: { id: one.id }, query: {} })).error.code).toBe(
      'thing.not-found',
    )
  })
})

describe('GET /processengine/definitions/{id}', () => {
  it('has versions, forms, job definitions and counts', async () => {
    const client = await operator()
    const { body } = await get(client, second.id)
    expect(body).toMatchObject({
      key: 'order',
      name: 'Order, renewed',
      version: 2,
      isSuspended: false,
      canStart: true,
      timeToLive: null,
      starters: { users: [], groups: [] },
      forms: [{ elementId: 'check', elementName: 'Check', kind: 'task', form: 'check-form' }],
      jobDefinitions: [
        { elementId: 'book', elementName: 'Book', type: 'async-continuation', isSuspended: false, priority: null },
      ],
      decisions: [],
      hasOlderVersions: false,
      counts: { running: 1, ended: 0, incidents: 0 },
    })
    expect(body.versions.map(({ id, version }) => [id, version])).toEqual([
      [second.id, 2],
      [first.id, 1],
    ])
    expect((await get(client, first.id)).body.canStart).toBe(false)
  })

  it('is there for nobody else, and not of another workplace', async () => {
    expect((await get(await signIn(), second.id)).error.code).toBe('right.missing')
    const elsewhere = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleAdmin'] })
    for (const id of [second.id, unknownId, 'no-id'])
      expect((await get(elsewhere, id)).error.code).toBe('thing.not-found')
  })

  it('says what it calls and what calls it', async () => {
    const client = await operator()
    const callers = async (id: string) => (await client.call(definitionCalls.callers, { params: { id } })).body
    expect(await callers(calling.id)).toEqual({
      calls: [
        {
          elementId: 'call',
          elementName: 'Call the order',
          calledKey: 'order',
          called: { id: second.id, key: 'order', name: 'Order, renewed', version: 2 },
        },
      ],
      calledBy: [],
      isPartial: false,
    })
    expect((await callers(second.id)).calledBy).toEqual([{ id: calling.id, key: 'caller', name: 'Caller', version: 1 }])
  })
})

describe('what is at the elements of a version', () => {
  it('is counted by what runs, has failed, has ended and was cancelled', async () => {
    const client = await operator()
    const definition = await scenario.deploy(order().replaceAll('order', 'counted'))
    const elements = async () =>
      (await client.call(definitionCalls.elements, { params: { id: definition.id } })).body.items.map(
        ({ elementId, running, incidents, ended, cancelled }) => [elementId, running, incidents, ended, cancelled],
      )
    const ids = [await scenario.start(definition), await scenario.start(definition), await scenario.start(definition)]
    expect(await elements()).toContainEqual(['check', 3, 0, 0, 0])
    await client.call(processCalls.cancel, { params: { id: ids[0] ?? '' }, query: {} })
    await completeAndFail(ids[1] ?? '')
    expect(await elements()).toEqual([
      ['book', 1, 1, 0, 0],
      ['check', 1, 0, 1, 1],
      ['startEvent1', 0, 0, 3, 0],
    ])
    expect((await get(client, definition.id)).body.counts).toEqual({ running: 2, ended: 1, incidents: 1 })
    const { body } = await client.call(definitionCalls.list, { query: { incidents: 'true' } })
    expect(body.items.map(({ key, incidents }) => [key, incidents])).toEqual([['counted', 1]])
  })
})

describe('a version is', () => {
  it('suspended and activated, alone or with all versions and instances', async () => {
    const client = await operator()
    const suspend = (id: string, body: object) =>
      client.call(definitionCalls.suspend, {
        params: { id },
        body: { isSuspended: true, includesInstances: false, ...body },
      })
    const states = async () => (await get(client, second.id)).body.versions.map(({ isSuspended }) => isSuspended)
    expect((await suspend(unknownId, {})).error.code).toBe('thing.not-found')
    expect((await suspend(first.id, {})).status).toBe(204)
    expect(await states()).toEqual([false, true])
    expect((await suspend(first.id, { allVersions: true, includesInstances: true })).status).toBe(204)
    expect(await states()).toEqual([true, true])
    expect((await get(client, second.id)).body.canStart).toBe(false)
    const { rows } = await admin.query('select is_suspended from instance where definition_id = any($1)', [
      [first.id, second.id],
    ])
    expect(rows.map(({ is_suspended }) => is_suspended)).toEqual([true, true])
    const { body } = await client.call(definitionCalls.list, { query: { suspended: 'true' } })
    expect(body.items.map(({ key }) => key)).toEqual(['order'])
    expect((await suspend(first.id, { isSuspended: false, allVersions: true, includesInstances: true })).status).toBe(
      204,
    )
    expect(await states()).toEqual([false, false])
  })

  it('suspended at a date, which it shows, and which is undone', async () => {
    const client = await operator()
    const at = '2090-05-01T08:00:00.000Z'
    const suspend = (id: string, body: object) =>
      client.call(definitionCalls.suspend, {
        params: { id },
        body: { isSuspended: true, includesInstances: false, at, ...body },
      })
    const planned = async (id: string) => (await get(client, id)).body.planned
    expect((await suspend(first.id, { includesInstances: true })).status).toBe(204)
    expect((await get(client, first.id)).body.isSuspended).toBe(false)
    const [plan] = await planned(first.id)
    expect(plan).toEqual({
      ...{ id: expect.any(String), definitionId: first.id, at, isSuspended: true },
      ...{ includesInstances: true, allVersions: false },
    })
    expect(await planned(second.id)).toEqual([])
    expect((await suspend(first.id, { isSuspended: false, allVersions: true })).status).toBe(204)
    const all = await planned(second.id)
    expect(all).toMatchObject([{ definitionId: second.id, isSuspended: false, allVersions: true }])
    expect(await planned(first.id)).toHaveLength(2)
    const back = (who: TestClient, id: string, planId: string) =>
      who.call(definitionCalls.cancelSuspension, { params: { id, planId } })
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect((await back(elsewhere, first.id, plan?.id ?? '')).error.code).toBe('thing.not-found')
    expect((await back(client, second.id, plan?.id ?? '')).error.code).toBe('thing.not-found')
    expect((await back(client, first.id, plan?.id ?? '')).status).toBe(204)
    expect((await back(client, second.id, all[0]?.id ?? '')).status).toBe(204)
    expect(await planned(first.id)).toEqual([])
    expect((await suspend(first.id, { at: 'tomorrow' })).status).toBe(400)
  })

  it('given a time to live', async () => {
    const client = await operator()
    const set = (days: number | null) =>
      client.call(definitionCalls.setTimeToLive, { params: { id: second.id }, body: { days } })
    expect((await set(-1)).status).toBe(400)
    expect((await set(30)).status).toBe(204)
    expect((await get(client, second.id)).body.timeToLive).toBe(30)
    await set(null)
    expect((await get(client, second.id)).body.timeToLive).toBeNull()
  })

  it('deleted with what runs of it only when that is meant', async () => {
    const client = await operator()
    const definition = await scenario.deploy(order().replaceAll('order', 'doomed'))
    const id = await scenario.start(definition)
    const remove = (cascade: 'true' | 'false') =>
      client.call(definitionCalls.delete, { params: { id: definition.id }, query: { cascade } })
    expect((await remove('false')).error.code).toBe('instance.running')
    expect((await remove('true')).status).toBe(204)
    expect((await get(client, definition.id)).error.code).toBe('thing.not-found')
    const { rowCount } = await admin.query('select from instance where id = $1', [id])
    expect(rowCount).toBe(0)
  })
})

it('the jobs of an element are suspended and given a priority, of this version alone', async () => {
  const client = await operator()
  const [job] = (await get(client, second.id)).body.jobDefinitions
  const params = { id: second.id, jobDefinitionId: job?.id ?? '' }
  const body = { isSuspended: true, includesJobs: true }
  expect((await client.call(definitionCalls.suspendJobs, { params, body })).status).toBe(204)
  expect(
    (await client.call(definitionCalls.setJobPriority, { params, body: { priority: 7, includesJobs: false } })).status,
  ).toBe(204)
  expect((await get(client, second.id)).body.jobDefinitions).toMatchObject([{ isSuspended: true, priority: 7 }])
  const elsewhere = { ...params, id: first.id }
  expect((await client.call(definitionCalls.suspendJobs, { params: elsewhere, body })).error.code).toBe(
    'thing.not-found',
  )
})

it('lists a version that is there, though another one was deleted while it was suspended', async () => {
  const model = process('turns').start().userTask('wait').end().toXml()
  const [older, newer] = [await scenario.deploy(model), await scenario.deploy(model)]
  const [deleting, suspending] = [await admin.connect(), await admin.connect()]
  try {
    const { rows: own } = await suspending.query('select pg_backend_pid() as id')
    await deleting.query('begin')
    await deleting.query('delete from process_definition where id = $1', [newer.id])
    const suspended = suspending.query('update process_definition set is_suspended = true where id = $1', [older.id])
    const isWaiting = async () =>
      (await deleting.query(`select pg_blocking_pids($1) <> '{}' as yes`, [own[0].id])).rows[0].yes
    await expect.poll(isWaiting).toBe(true)
    await deleting.query('commit')
    await suspended
  } finally {
    deleting.release(true)
    suspending.release(true)
  }
  const { rows } = await admin.query(`select definition_id, is_suspended from process_listing where key = 'turns'`)
  expect(rows).toEqual([{ definition_id: older.id, is_suspended: true }])
})

it('a version whose file cannot be read any more is shown, and what it calls is left out', async () => {
  const client = await operator()
  const broken = await scenario.deploy(
    process('broken').start().element('callActivity', 'call', { calledElement: 'order' }).end().toXml(),
  )
  runtime.definitions.processes.clear()
  await admin.query('update deployment_resource set bytes = $2 where deployment_id = $1', [
    broken.deploymentId,
    Buffer.from('order'),
  ])
  expect((await get(client, broken.id)).body).toMatchObject({ key: 'broken', forms: [] })
  const callersOf = async (id: string) => (await client.call(definitionCalls.callers, { params: { id } })).body
  expect(await callersOf(broken.id)).toMatchObject({ calls: [] })
  expect((await callersOf(second.id)).calledBy.map(({ key }) => key)).toEqual(['caller'])
})
