import { randomUUID } from 'node:crypto'
import { process } from '@millrace/bpmn/builder'
import { api } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { Tx } from '../../platform/db/database.ts'
import { createDefinitionCache } from '../../runtime/definitions/definition-cache.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'
import { presentJobs } from './job-queries.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

/** Waits for two days, then works in the background. */
const patient = await scenario.deploy(
  process('patient', { name: 'Patient' })
    .start()
    .element('intermediateCatchEvent', 'wait', {
      name: 'Wait two days',
      inside: '<timerEventDefinition><timeDuration>P2D</timeDuration></timerEventDefinition>',
    })
    .end()
    .toXml(),
)
const broken = await scenario.deploy(
  process('broken', { name: 'Broken' })
    .start()
    .element('serviceTask', 'fail', {
      name: 'Book it',
      'camunda:asyncBefore': 'true',
      'camunda:expression': '${nothing.there}',
    })
    .end()
    .toXml(),
)

const operator = await signIn({ roles: ['RoleProcessAdmin'] })
const listed = async (query = {}) => (await operator.call(api.jobs.list, { query })).body.items
const jobOf = async (instanceId: string) => (await listed({ instance: instanceId }))[0]

describe('jobs', () => {
  it('are for process administrators, of their own workplace', async () => {
    expect((await anonymous().call(api.jobs.list)).status).toBe(401)
    expect((await (await signIn({ roles: ['RoleUser'] })).call(api.jobs.list)).error.code).toBe('right.missing')
    const instanceId = await scenario.start(patient)
    const job = await jobOf(instanceId)
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect((await elsewhere.call(api.jobs.list)).body.items).toEqual([])
    const params = { id: job?.id ?? '' }
    expect((await elsewhere.call(api.jobs.get, { params })).error.code).toBe('thing.not-found')
    expect((await elsewhere.call(api.jobs.run, { params })).error.code).toBe('thing.not-found')
    expect((await operator.call(api.jobs.get, { params: { id: 'x' } })).error.code).toBe('thing.not-found')
  })

  it('say what they are for, and of which instance', async () => {
    const instanceId = await scenario.start(patient, { businessKey: 'PA-1' })
    expect(await jobOf(instanceId)).toMatchObject({
      name: 'Wait two days',
      elementId: 'wait',
      kind: 'timer',
      state: 'waiting',
      process: { key: 'patient', name: 'Patient', version: 1 },
      instance: { id: instanceId, title: 'PA-1' },
      retries: 3,
      error: null,
      lockedBy: null,
    })
  })

  it('stand with those without retries first, then the newest, page after page', async () => {
    const dead = await scenario.start(broken)
    const failed = await jobOf(dead)
    await operator.call(api.jobs.setRetries, { params: { id: failed?.id ?? '' }, body: { retries: 0 } })
    for (let n = 0; n < 3; n++) await scenario.start(patient)
    const { body: first } = await operator.call(api.jobs.list, { query: { size: 2 } })
    expect(first.items[0]?.id).toBe(failed?.id)
    const seen = [...first.items]
    for (let next = first.next; next !== null; ) {
      const { body } = await operator.call(api.jobs.list, { query: { size: 2, after: next } })
      seen.push(...body.items)
      next = body.next
    }
    const all = await listed()
    expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    const others = seen.slice(1).map(({ createdAt }) => createdAt)
    expect(others).toEqual(others.toSorted().reverse())
  })

  it.each([
    ['without retries', { state: 'failed' }],
    ['of a kind', { kind: 'before' }],
    ['of a process', { process: 'broken' }],
    ['of an element', { element: 'fail' }],
    ['with a text', { q: 'Broken' }],
    ['with a number of retries', { 'retries.to': '0' }],
  ])('are narrowed to those %s', async (_, query) => {
    const found = await listed(query)
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(({ process }) => process?.key === 'broken')).toBe(true)
    expect((await operator.call(api.jobs.listCount, { query })).body.total).toBe(found.length)
  })

  it('are sorted by when they are due, those that are due at once last', async () => {
    const dues = (await listed({ sort: 'due' })).map(({ dueAt }) => dueAt)
    const dated = dues.filter((due) => due !== null)
    expect(dated).toEqual(dated.toSorted())
    expect(dues.slice(0, dated.length)).toEqual(dated)
  })

  it('name the processes that they can be narrowed to', async () => {
    expect((await operator.call(api.jobs.filters)).body.processes).toEqual([
      { key: 'broken', name: 'Broken' },
      { key: 'patient', name: 'Patient' },
    ])
  })

  it('are written to a file', async () => {
    const file = await operator.call(api.jobs.listExport, {
      query: { format: 'csv', columns: 'name,kind,retries', process: 'broken' },
    })
    expect(String(file.body)).toContain('Book it')
  })
})

describe('one job', () => {
  it('is carried out at once, regardless of its due date', async () => {
    const instanceId = await scenario.start(patient)
    const job = await jobOf(instanceId)
    expect((await operator.call(api.jobs.run, { params: { id: job?.id ?? '' } })).status).toBe(204)
    const { rows } = await admin.query('select outcome from history_instance where id = $1', [instanceId])
    expect(rows).toEqual([{ outcome: 'completed' }])
    expect((await operator.call(api.jobs.run, { params: { id: job?.id ?? '' } })).error.code).toBe('thing.not-found')
  })

  it('of the product itself is not found, and stays unchanged', async () => {
    const id = randomUUID()
    await admin.query(
      `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
        values ($1, $2, $2, 'mail', 'mail', '2999-01-01', 3, 0, false, false, now())`,
      [workplaceId, id],
    )
    const read = async () => (await admin.query('select * from job where id = $1', [id])).rows
    const before = await read()
    const params = { id }
    const answers = [
      await operator.call(api.jobs.run, { params }),
      await operator.call(api.jobs.setRetries, { params, body: { retries: 0 } }),
      await operator.call(api.jobs.setDue, { params, body: { dueAt: '2026-01-01T00:00:00.000Z' } }),
      await operator.call(api.jobs.setPriority, { params, body: { priority: 9 } }),
      await operator.call(api.jobs.suspend, { params, body: { isSuspended: true } }),
      await operator.call(api.jobs.resetTimer, { params, body: { isFromCreation: true } }),
    ]
    expect(answers.map(({ error }) => error?.code)).toEqual(answers.map(() => 'thing.not-found'))
    expect(await read()).toEqual(before)
  })

  it('that fails says why, has one retry less, and keeps what is known of the failure', async () => {
    const job = await jobOf(await scenario.start(broken))
    const params = { id: job?.id ?? '' }
    await operator.call(api.jobs.setRetries, { params, body: { retries: 1 } })
    const { error, status } = await operator.call(api.jobs.run, { params })
    expect([status, error.code]).toEqual([422, 'process.refused'])
    const { body } = await operator.call(api.jobs.get, { params })
    expect(body).toMatchObject({ state: 'failed', retries: 0, isTimer: false })
    expect(body.error).toContain('nothing')
    expect(body.detail).not.toBeNull()
    await operator.call(api.jobs.setRetries, { params, body: { retries: 2 } })
    expect((await operator.call(api.jobs.get, { params })).body).toMatchObject({ state: 'waiting', retries: 2 })
    const { rows } = await admin.query('select id from incident where source_id = $1', [params.id])
    expect(rows).toEqual([])
  })

  it('that is dead and suspended says both', async () => {
    const job = await jobOf(await scenario.start(broken))
    const params = { id: job?.id ?? '' }
    await operator.call(api.jobs.setRetries, { params, body: { retries: 0 } })
    await operator.call(api.jobs.suspend, { params, body: { isSuspended: true } })
    expect((await operator.call(api.jobs.get, { params })).body).toMatchObject({ state: 'failed', isSuspended: true })
    await operator.call(api.jobs.suspend, { params, body: { isSuspended: false } })
    expect((await operator.call(api.jobs.get, { params })).body).toMatchObject({ state: 'failed', isSuspended: false })
  })

  it('is shown by its id where its model cannot be read any more, and by nothing where the database fails', async () => {
    const gone = await scenario.deploy(
      process('gone')
        .start()
        .serviceTask('book', { name: 'Book', 'camunda:asyncBefore': true, 'camunda:expression': '${1}' })
        .end()
        .toXml(),
    )
    const { rows } = await admin.query(
      `select d.id as definition_id, d.key as process_key, 'book' as element_key, 'x' as id, null as instance_id, now() as created_at from process_definition d where id = $1`,
      [gone.id],
    )
    /** As a server that has read no model yet. */
    const fresh = () => ({ ...runtime, definitions: createDefinitionCache() })
    const present = (change: (tx: Tx) => Tx = (tx) => tx) =>
      db.read({ workplaceId }, (tx) => presentJobs(fresh(), change(tx), workplaceId, rows))
    expect(await present()).toMatchObject([{ name: 'Book' }])
    const lost = () => Promise.reject(new Error('Connection terminated'))
    await expect(present((tx) => ({ ...tx, batch: lost, query: lost }))).rejects.toThrow('Connection terminated')
    await admin.query(
      `update deployment_resource r set bytes = 'no model' from process_definition d where d.id = $1 and r.deployment_id = d.deployment_id`,
      [gone.id],
    )
    expect(await present()).toMatchObject([{ name: 'book' }])
  })

  it('takes another due date, priority and state, and its own due date again', async () => {
    const job = await jobOf(await scenario.start(patient))
    const params = { id: job?.id ?? '' }
    const get = async () => (await operator.call(api.jobs.get, { params })).body
    const dueAt = '2031-02-03T04:05:06.000Z'
    expect((await operator.call(api.jobs.setDue, { params, body: { dueAt } })).status).toBe(204)
    await operator.call(api.jobs.setPriority, { params, body: { priority: -7 } })
    await operator.call(api.jobs.suspend, { params, body: { isSuspended: true } })
    expect(await get()).toMatchObject({ dueAt, priority: -7, state: 'suspended', retries: 3, isTimer: true })
    await operator.call(api.jobs.setRetries, { params, body: { retries: 5 } })
    await operator.call(api.jobs.suspend, { params, body: { isSuspended: false } })
    await operator.call(api.jobs.resetTimer, { params, body: { isFromCreation: true } })
    expect(await get()).toMatchObject({ dueAt: job?.dueAt, priority: -7, state: 'waiting', retries: 5 })
    await operator.call(api.jobs.setDue, { params, body: { dueAt: null } })
    expect((await get()).dueAt).toBeNull()
  })

  it.each([[{ retries: -1 }], [{ retries: 1.5 }], [{ retries: 1_001 }]])('refuses %j', async (body) => {
    const params = { id: '00000000-0000-7000-8000-000000000000' }
    expect((await operator.call(api.jobs.setRetries, { params, body })).error.code).toBe('request.invalid')
  })
})
