import { process } from '@millrace/bpmn/builder'
import { api, ownRoleCalls, roleCalls } from '@millrace/contract'
import { createTestApp, testRequest } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { executeBatchJob } from '../../operations/batches/execute-batch-job.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { runtime, workplaceId, signIn, signInAs, admin, db, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const chief = await signIn({ roles: ['RoleAdmin', 'RoleProcessAdmin'] })
const deploy = (key: string) => scenario.deploy(process(key, { name: key }).start().userTask('check').end().toXml())
const [mine, other] = [await deploy('mine'), await deploy('other')]
const [ofMine, ofOther] = [await scenario.start(mine), await scenario.start(other)]
const operator = await signIn({ roles: ['RoleUser'] })
const permissions = [{ kind: 'process' as const, thing: 'mine', actions: ['operate' as const] }]
const role = await chief.call(ownRoleCalls.create, { body: { key: 'mine', name: 'mine', permissions } as never })
if (role.status !== 200) throw new Error(JSON.stringify(role.body))
await chief.call(roleCalls.addMember, { params: { roleName: 'mine', id: operator.user.id } })

const prepare = (by: typeof operator, kind: 'suspend' | 'cancel' = 'suspend') =>
  by.call(api.batches.prepare, { body: { kind, selection: { ids: [ofMine, ofOther] } } })

describe('a batch of a user with an own role', () => {
  it('is about the processes of the role', async () => {
    const client = await signInAs(operator.user)
    const prepared = await prepare(client)
    expect([prepared.status, prepared.body.total]).toEqual([200, 1])
    const params = { id: prepared.body.id }
    expect(
      (await client.call(api.batches.begin, { params, body: { action: { kind: 'suspend' }, reason: null } })).status,
    ).toBe(204)
    const { body } = await client.call(api.batches.items, { params })
    expect(body.items.map(({ subjectId }) => subjectId)).toEqual([ofMine])
    expect((await client.call(api.batches.pause, { params })).status).toBe(204)
    expect((await client.call(api.batches.resume, { params })).status).toBe(204)
    expect((await client.call(api.batches.cancel, { params })).status).toBe(204)
  })

  it('is the only one that the user sees and keeps', async () => {
    const prepared = await prepare(chief, 'cancel')
    expect(prepared.body.total).toBe(2)
    const params = { id: prepared.body.id }
    await chief.call(api.batches.begin, { params, body: { action: { kind: 'cancel' }, reason: null } })
    const client = await signInAs(operator.user)
    const list = await client.call(api.batches.list)
    expect(list.body.items.map(({ kind }) => kind)).toEqual(['instance-update-suspension-state'])
    for (const call of [api.batches.get, api.batches.items, api.batches.pause, api.batches.cancel] as const)
      expect((await client.call(call, { params })).error.code).toBe('thing.not-found')
    expect((await chief.call(api.batches.list)).body.items).toHaveLength(2)
  })

  it('is executed by the user only if it is theirs', async () => {
    const prepared = await prepare(chief)
    const params = { id: prepared.body.id }
    await chief.call(api.batches.begin, { params, body: { action: { kind: 'suspend' }, reason: null } })
    const { rows } = await admin.query('select seed_job_id from batch where id = $1', [prepared.body.id])
    const context = { db, clock, runtime }
    const grant = { role: 'mine', kind: 'process', thing: 'mine', actions: ['operate'], processes: null } as const
    const request = testRequest({ id: operator.user.id, workplaceId, grants: [grant] })
    expect(await executeBatchJob(context, request, rows[0].seed_job_id)).toBeUndefined()
    const client = await signInAs(operator.user)
    const selection = { ids: [ofMine, ofOther] }
    const { body } = await client.call(api.moves.versions, { body: { selection, isEnded: false } })
    expect(body.items.map(({ key }) => key)).toEqual(['mine'])
  })

  it('is none without a role', async () => {
    const user = await signIn({ roles: ['RoleUser'] })
    expect((await prepare(user)).status).toBe(403)
    expect((await user.call(api.batches.list)).status).toBe(403)
  })

  it('restarts and migrates instances of the processes of the role', async () => {
    const client = await signInAs(operator.user)
    const id = await scenario.start(mine)
    await admin.query('delete from job')
    const page = await client.call(api.processes.instance, { params: { id } })
    expect(page.status).toBe(200)
    const newer = await deploy('mine')
    const body = { targetId: newer.id, instructions: [] }
    expect((await client.call(api.moves.plan, { params: { id: mine.id }, body } as never)).status).toBe(200)
    const foreign = await client.call(api.moves.plan, { params: { id: other.id }, body } as never)
    expect(foreign.status).toBeGreaterThanOrEqual(403)
  })
})
