import { process } from '@millrace/bpmn/builder'
import { api, type Call } from '@millrace/contract'
import { createTestApp, testRequest } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { HungUp } from '../../platform/http/patience-of.ts'
import { createDefinitionCache } from '../../runtime/definitions/definition-cache.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'
import { cancelInstance } from './cancel-instance.ts'

const { runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const operator = await signIn({ roles: ['RoleProcessAdmin'] })
const context = { db: runtime.db, runtime, clock: runtime.clock }
// As a batch has it: without texts for callers in place of the errors of PostgreSQL.
const patience = { kind: 'job', signal: null } as const
const request = Object.assign(testRequest({ ...operator.user, roles: ['RoleProcessAdmin'] }), { patience })
const live = ['instance', 'element', 'variable', 'task', 'job', 'subscription', 'external_task', 'incident']

async function startOne(key: string) {
  const definition = await scenario.deploy(
    process(key, { name: 'Trip' })
      .start()
      .parallelGateway('split')
      .userTask('check', { name: 'Check', 'camunda:assignee': 'ada' })
      .end()
      .toXml(),
  )
  return { definition, id: await scenario.start(definition, { variables: { note: 'kept' } }) }
}

const end = async (id: string, isForced: boolean, reason: string | null = 'Nothing else helps', by = operator) => {
  const action = { kind: 'cancel', reason, isForced } as const
  const { body, status } = await by.call(api.processes.doToInstances, { body: { action, ids: [id] } })
  return status === 200 ? (body[0] ?? null) : status
}

async function expectEnded(id: string) {
  for (const table of live) {
    const { rows } = await admin.query(`select count(*)::int as n from ${table} where root_id = $1`, [id])
    expect([table, rows[0].n]).toEqual([table, 0])
  }
  const { body } = await operator.call(api.processes.instance, { params: { id } })
  expect(body).toMatchObject({ state: 'cancelled' })
  const { rows: ended } = await admin.query('select outcome, reason, ended_by from history_instance where id = $1', [
    id,
  ])
  expect(ended).toEqual([{ outcome: 'deleted', reason: 'Nothing else helps', ended_by: operator.user.username }])
  const { rows: tasks } = await admin.query('select reason from history_task where instance_id = $1', [id])
  expect(tasks).toEqual([{ reason: 'deleted' }])
  const { rows: logged } = await admin.query(
    `select user_id, operation_type, property, new_value from operation_log where instance_id = $1`,
    [id],
  )
  expect(logged).toEqual([
    {
      user_id: operator.user.username,
      operation_type: 'ForceEnd',
      property: 'reason',
      new_value: 'Nothing else helps',
    },
  ])
  const list = await operator.call(api.processes.all, { query: { state: 'cancelled' } })
  expect(list.body.items.map(({ id }) => id)).toContain(id)
}

describe('the end by force', () => {
  it('ends an instance whose model cannot be read', async () => {
    const { definition, id } = await startOne('unreadable')
    await admin.query(
      `update deployment_resource set bytes = 'no model' where deployment_id = (select deployment_id from process_definition where id = $1)`,
      [definition.id],
    )
    Object.assign(runtime, { definitions: createDefinitionCache() })
    runtime.states.forgetAll()
    expect(await end(id, false)).not.toMatchObject({ isDone: true })
    expect(await end(id, true)).toMatchObject({ isDone: true })
    await expectEnded(id)
    expect(await end(id, true)).toMatchObject({ isDone: false, code: 'instance.over' })
  })

  it('ends an instance whose state cannot be loaded', async () => {
    const { id } = await startOne('unloadable')
    await admin.query(`update element set element_key = 'gone', data = '[1]' where instance_id = $1`, [id])
    runtime.states.forgetAll()
    expect(await end(id, true)).toMatchObject({ isDone: true })
    for (const table of live) {
      const { rows } = await admin.query(`select count(*)::int as n from ${table} where root_id = $1`, [id])
      expect([table, rows[0].n]).toEqual([table, 0])
    }
  })

  it('is a cancellation where the engine can do that', async () => {
    const { id } = await startOne('sound')
    expect(await end(id, true)).toMatchObject({ isDone: true })
    const { rows } = await admin.query('select operation_type from operation_log where instance_id = $1', [id])
    expect(rows).toEqual([])
  })

  it.each([
    ['a deadlock', '40P01'],
    ['a serialization failure', '40001'],
    ['a lock that was not free in time', '55P03'],
    ['a statement that PostgreSQL cancelled', '57014'],
    ['a shut-down', '57P01'],
  ])('leaves an instance to the engine after %s', async (_, code) => {
    const { id } = await startOne(`busy-${code.toLowerCase()}`)
    let tries = 0
    const before = async () => {
      // Once: an end by statements alone would come next, and succeed.
      if (tries++ === 0) await admin.query(`do $$ begin raise exception using errcode = '${code}'; end $$`)
      return null
    }
    const cancellation = { id, reason: 'Nothing else helps', isForced: true }
    const answer = await cancelInstance(context, request, cancellation, { before }).catch((error: unknown) => error)
    expect(answer).toMatchObject({ code })
    const { rows } = await admin.query('select id from instance where id = $1', [id])
    expect(rows).toHaveLength(1)
  })

  it('leaves an instance to the engine when the caller hangs up', async () => {
    const { id } = await startOne('hung-up')
    let tries = 0
    const before = async () => {
      if (tries++ === 0) throw new HungUp()
      return null
    }
    const cancellation = { id, reason: 'Nothing else helps', isForced: true }
    await expect(cancelInstance(context, request, cancellation, { before })).rejects.toBeInstanceOf(HungUp)
  })

  it.each([
    ['none', { elements: 0, incidents: 0 }],
    ['activity', { elements: 1, incidents: 0 }],
    ['full', { elements: 1, incidents: 1 }],
  ])('keeps what the history level %s keeps', async (level, kept) => {
    const { definition, id } = await startOne(`level-${level}`)
    await admin.query('update process_definition set history_level = $2 where id = $1', [definition.id, level])
    await admin.query(
      `insert into incident (workplace_id, root_id, id, instance_id, type, message, cause_id, root_cause_id, created_at)
        values ($1, $2, gen_random_uuid(), $2, 'failedStep', 'It failed.', gen_random_uuid(), gen_random_uuid(), now())`,
      [workplaceId, id],
    )
    await admin.query(`update element set element_key = 'gone', data = '[1]' where instance_id = $1`, [id])
    runtime.states.forgetAll()
    expect(await end(id, true)).toMatchObject({ isDone: true })
    const { rows } = await admin.query(
      `select (select count(*)::int from history_element where instance_id = $1 and ended_at is not null and is_cancelled) as elements,
        (select count(*)::int from history_fact where instance_id = $1 and kind = 'incident-ended') as incidents`,
      [id],
    )
    expect(rows).toEqual([kept])
  })

  it('shows nothing at the history level none that is not kept, whether the model can be read or not', async () => {
    for (const isReadable of [true, false]) {
      const { definition, id } = await startOne(isReadable ? 'none-readable' : 'none-unreadable')
      await admin.query(`update process_definition set history_level = 'none' where id = $1`, [definition.id])
      await admin.query('delete from history_element where instance_id = $1', [id])
      await admin.query('delete from history_variable where instance_id = $1', [id])
      if (!isReadable)
        await admin.query(
          `update deployment_resource set bytes = 'no model' where deployment_id = (select deployment_id from process_definition where id = $1)`,
          [definition.id],
        )
      await admin.query(`update element set element_key = 'gone', data = '[1]' where instance_id = $1`, [id])
      Object.assign(runtime, { definitions: createDefinitionCache() })
      runtime.states.forgetAll()
      expect(await end(id, true)).toMatchObject({ isDone: true })
      const params = { id }
      const { activities, diagram, history, incidents, instance, variables, ...others } = api.processes
      const read = async (call: Call, query = {}) => {
        const { status, body } = await operator.call(call, { params, query } as never)
        return { path: call.path, status, body }
      }
      expect(await read(instance)).toMatchObject({
        status: 200,
        body: { state: 'cancelled', reason: 'Nothing else helps', waits: [], counts: { variables: 0, incidents: 0 } },
      })
      for (const call of [activities, variables, incidents])
        expect(await read(call)).toMatchObject({ path: call.path, status: 200, body: { items: [], isCapped: false } })
      expect(await read(diagram)).toMatchObject({ status: 200, body: { elements: [], takenFlows: [] } })
      const events = (await read(history)).body as unknown as { items: { kind: string }[] }
      expect(events.items.every(({ kind }) => !kind.startsWith('variable'))).toBe(true)
      const { decisions, externalTasks, files, forms, moment, moments, participants, related, subscriptions } = others
      for (const call of [
        ...[decisions, externalTasks, files, forms, moment, moments, participants, related, subscriptions],
      ])
        expect(await read(call)).toMatchObject({ path: call.path, status: 200 })
    }
  })

  it('needs a reason, and the right to operate', async () => {
    const { id } = await startOne('kept')
    expect(await end(id, true, null)).toMatchObject({ isDone: false, code: 'request.invalid' })
    const starter = await signIn({ roles: ['RoleUser'] })
    expect(await end(id, true, 'x', starter)).toBe(403)
    const { body } = await operator.call(api.processes.instance, { params: { id } })
    expect(body).toMatchObject({ state: 'active' })
  })
})
