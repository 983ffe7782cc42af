import { process } from '@millrace/bpmn/builder'
import { taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

const check = await scenario.deploy(
  process('inspect', { name: 'Inspection' })
    .start()
    .userTask('check', { name: 'Check', 'camunda:candidateGroups': 'inspectors' })
    .userTask('confirm', { name: 'Confirm', 'camunda:candidateGroups': 'inspectors' })
    .end()
    .toXml(),
)
const other = await scenario.deploy(
  process('tidy', { name: 'Tidy up' })
    .start()
    .userTask('sweep', { 'camunda:candidateGroups': 'inspectors' })
    .end()
    .toXml(),
)

const list = (client: TestClient, query: object = {}) => client.call(taskCalls.completed, { query })
const namesOf = async (client: TestClient, query: object = {}) =>
  (await list(client, query)).body.items.map(({ name, title }) => `${name} of ${title}`)

async function completeNext(client: TestClient, instanceId: string): Promise<string> {
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  const id: string = rows[0].id
  await client.call(taskCalls.claim, { params: { id } })
  const { body } = await client.call(taskCalls.get, { params: { id } })
  const done = await client.call(taskCalls.complete, {
    params: { id },
    body: { values: {}, hash: body.form?.document.hash ?? '' },
  })
  expect(done.status).toBe(200)
  clock.advance({ minutes: 1 })
  return id
}

describe('GET /tasks/completed', () => {
  it('climbs from nobody to what somebody has completed themselves, the last first', async () => {
    expect((await list(anonymous())).status).toBe(401)
    expect((await list(await signIn({ roles: ['RoleDesign'] }))).status).toBe(403)
    const [client, colleague] = [await signIn({ groups: ['inspectors'] }), await signIn({ groups: ['inspectors'] })]
    expect((await list(client, { sort: 'name' })).status).toBe(400)
    expect((await list(client)).body.items).toEqual([])
    const first = await scenario.start(check, { businessKey: 'A 1' })
    const second = await scenario.start(check, { businessKey: 'A 2' })
    const id = await completeNext(client, first)
    const at = clock().toISOString()
    await completeNext(colleague, second)
    await completeNext(client, second)
    await completeNext(client, first)
    // Running and ended alike.
    expect(await namesOf(client)).toEqual(['Confirm of A 1', 'Confirm of A 2', 'Check of A 1'])
    expect(await namesOf(client, { sort: 'ended' })).toEqual(['Check of A 1', 'Confirm of A 2', 'Confirm of A 1'])
    expect(await namesOf(colleague)).toEqual(['Check of A 2'])
    expect((await list(client)).body.items[2]).toMatchObject({
      id,
      process: { instanceId: first, businessKey: 'A 1', name: 'Inspection', version: 1 },
    })
    expect(await namesOf(client, { 'ended.before': at })).toEqual(['Check of A 1'])
    expect(await namesOf(client, { ended: at })).toEqual(['Confirm of A 1', 'Confirm of A 2'])
    const elsewhere = await signIn({ workplaceId: await createWorkplace(db), username: client.user.username })
    expect(await namesOf(elsewhere)).toEqual([])
  })

  it('is narrowed by process, name and text, and leaves out what was cancelled', async () => {
    const client = await signIn({ groups: ['inspectors'] })
    await completeNext(client, await scenario.start(check, { businessKey: 'B 1' }))
    await completeNext(client, await scenario.start(other, { businessKey: 'B 2' }))
    const cancelled = await scenario.start(other)
    await admin.query(
      "insert into history_task (workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, priority, created_at, ended_at, reason, ended_by) values ($1, $2, gen_random_uuid(), $2, $2, $2, $3, 'sweep', 50, now(), now(), 'deleted', $4)",
      [workplaceId, cancelled, other.id, client.user.username],
    )
    expect(await namesOf(client, { process: 'tidy' })).toEqual(['sweep of B 2'])
    expect(await namesOf(client, { 'process.not': 'tidy' })).toEqual(['Check of B 1'])
    expect(await namesOf(client, { 'name.begins': 'CHE' })).toEqual(['Check of B 1'])
    expect(await namesOf(client, { q: 'tidy' })).toEqual(['sweep of B 2'])
    expect(await namesOf(client, { q: 'nothing' })).toEqual([])
    const count = (query: object = {}) => client.call(taskCalls.completedCount, { query })
    expect((await count()).body).toEqual({ total: 2, isCapped: false, isPartial: false })
    expect((await count({ process: 'tidy' })).body).toEqual({ total: 1, isCapped: false, isPartial: false })
  })

  it('continues by key, however many there are', async () => {
    const client = await signIn({ groups: ['inspectors'] })
    await admin.query(
      `insert into history_task (workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, name, priority, created_at, ended_at, reason, ended_by)
       select $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $2, 'check', 'Check ' || n, 50, now(), '2029-01-01'::timestamptz + n * interval '1 minute', 'completed', $3 from generate_series(1, 6000) n`,
      [workplaceId, check.id, client.user.username],
    )
    const first = (await list(client, { size: 2 })).body
    expect(first.items.map(({ name }) => name)).toEqual(['Check 6000', 'Check 5999'])
    const second = (await list(client, { size: 2, after: first.next })).body
    expect(second.items.map(({ name }) => name)).toEqual(['Check 5998', 'Check 5997'])
    // By anything but the time the newest 5,000 are looked at, of the time that is asked for.
    const count = async (query: object) => (await client.call(taskCalls.completedCount, { query })).body
    expect(await namesOf(client, { name: 'Check 900' })).toEqual([])
    expect(await count({ name: 'Check 900' })).toMatchObject({ total: 0, isPartial: true })
    const before = { 'ended.before': '2029-01-02T00:00:00Z', name: 'Check 900' }
    expect((await list(client, before)).body.items).toHaveLength(1)
    expect(await count(before)).toMatchObject({ total: 1, isPartial: false })
  })
})
