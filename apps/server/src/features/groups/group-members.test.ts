import { groupCalls as calls, type Role, taskCalls, userCalls } from '@millrace/contract'
import { createApiToken, createTestApp } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { app, db, signIn } = await createTestApp()
const keeper = await signIn({ roles: ['RoleUserAdmin'] })
const chief = await signIn({ roles: ['RoleAdmin', 'RoleUserAdmin'] })

let made = 0
const create = async (more: { roles?: Role[]; parentId?: string } = {}, client = chief) => {
  const key = `group${++made}`
  return (await client.call(calls.create, { body: { key, name: key, ...more } })).body
}
type Named = { id: string }
type Client = typeof keeper
const add = (params: Named, { user: { username } }: Client, by = chief) =>
  by.call(calls.addMember, { params, body: { username } })
const drop = ({ id }: Named, { user: { username } }: Client, by = chief) =>
  by.call(calls.removeMember, { params: { id, username } })
const save = ({ id, key }: Named & { key: string }, body: object, by = chief) =>
  by.call(calls.save, { params: { id }, body: { name: key, ...body } })
/** Whether the user may do what RoleUserAdmin is for. */
const isKeeper = async (client: Client) => (await client.call(userCalls.list)).status === 200

describe('members of a group', () => {
  it('are listed with those of groups below it distinguished', async () => {
    const above = await create()
    const below = await create({ parentId: above.id })
    const [direct, indirect] = [await signIn({ roles: [] }), await signIn({ roles: [] })]
    await add(above, direct)
    await add(below, indirect)
    await add(below, direct)
    const { body } = await keeper.call(calls.members, { params: above })
    expect(body).toMatchObject({ direct: 1, total: 2, isMore: false })
    const of = ({ user: { username } }: Client) => body.items.find((one) => one.username === username)
    expect(of(direct)).toMatchObject({ isDirect: true, via: [below.name] })
    expect(of(indirect)).toMatchObject({ isDirect: false, via: [below.name] })
    const found = await keeper.call(calls.members, { params: above, query: { q: direct.user.username } })
    expect(found.body.items.map(({ username }) => username)).toEqual([direct.user.username])
    expect((await add(above, direct)).error.code).toBe('thing.exists')
    expect((await drop(above, indirect)).error.code).toBe('thing.not-found')
  })

  it('have the roles of the group and of its parents, from the next call on', async () => {
    const top = await create({ roles: ['RoleUserAdmin'] })
    const middle = await create({ parentId: top.id })
    const bottom = await create({ parentId: middle.id })
    const member = await signIn({ roles: [] })
    expect(await isKeeper(member)).toBe(false)
    await add(bottom, member)
    expect(await isKeeper(member)).toBe(true)
    await save(middle, { parentId: null })
    expect(await isKeeper(member)).toBe(false)
    await save(middle, { parentId: top.id })
    expect(await isKeeper(member)).toBe(true)
    await chief.call(calls.disable, { params: middle, query: { deletedReason: 'Not needed' } })
    expect(await isKeeper(member)).toBe(false)
    await chief.call(calls.restore, { params: middle })
    expect(await isKeeper(member)).toBe(true)
    await save(top, { roles: [] })
    expect(await isKeeper(member)).toBe(false)
    await save(top, { roles: ['RoleUserAdmin'] })
    await drop(bottom, member)
    expect(await isKeeper(member)).toBe(false)
  })

  it('are not added to a disabled group', async () => {
    const params = await create()
    await chief.call(calls.disable, { params, query: { deletedReason: 'Not needed' } })
    expect((await add(params, keeper)).error.code).toBe('thing.disabled')
  })
})

describe('a user who changes a group', () => {
  it('holds every right that it gives', async () => {
    const params = await create({ roles: ['RoleDesign'] })
    const plain = await create({}, keeper)
    const refused = [
      keeper.call(calls.create, { body: { key: 'mighty', name: 'Mighty', roles: ['RoleAdmin'] } }),
      keeper.call(calls.create, { body: { key: 'below', name: 'Below', parentId: params.id } }),
      save(plain, { roles: ['RoleProcessAdmin'] }, keeper),
      save(plain, { parentId: params.id }, keeper),
      save(params, { roles: [] }, keeper),
      add(params, keeper, keeper),
      keeper.call(calls.disable, { params, query: { deletedReason: 'Not needed' } }),
    ]
    for (const answer of refused) expect((await answer).error.code).toBe('right.missing')
    await chief.call(calls.disable, { params, query: { deletedReason: 'Not needed' } })
    expect((await keeper.call(calls.restore, { params })).error.code).toBe('right.missing')
    expect((await save(plain, { name: 'Renamed' }, keeper)).status).toBe(200)
  })

  it('holds every right of the members whom the change concerns', async () => {
    const plain = await create()
    const below = await create({ parentId: plain.id })
    await add(below, chief)
    expect((await save(plain, { roles: ['RoleUser'] }, keeper)).error.code).toBe('right.missing')
  })

  it('leaves an administrator, by whichever way the role is taken away', async () => {
    const { signIn: enter, admin } = await createTestApp()
    const root = await enter({ roles: ['RoleAdmin', 'RoleUserAdmin'] })
    const body = { key: 'admins', name: 'Admins', roles: ['RoleAdmin' as const, 'RoleUserAdmin' as const] }
    const params = (await root.call(calls.create, { body })).body
    const last = await enter({ roles: [] })
    await add(params, last, root)
    await admin.query('delete from user_role where workplace_id = $1', [root.user.workplaceId])
    const refused = [
      await save(params, { roles: ['RoleUserAdmin'] }, last),
      await last.call(calls.disable, { params, query: { deletedReason: 'Not needed' } }),
      await drop(params, last, last),
    ]
    expect(refused.map(({ error }) => error.code)).toEqual(refused.map(() => 'user.last-administrator'))
    expect(await isKeeper(last)).toBe(true)
  })
})

describe('a disabled group', () => {
  it('offers no tasks, neither to its members nor to those below it', async () => {
    const above = await create()
    const below = await create({ parentId: above.id })
    const member = await signIn({ roles: ['RoleUser'] })
    await add(below, member)
    const engine = await signIn({ roles: ['RoleFullAPI'] })
    const authorization = `Bearer ${await createApiToken(db, engine.user)}`
    const post = (url: string, payload: object) =>
      app.inject({ method: 'POST', url: `/engine-rest${url}`, headers: { authorization }, payload })
    const id = '00000000-0000-7000-8000-0000000000aa'
    const made = await post('/task/create', { id, name: 'Offered' })
    expect(made.body).toBe('')
    const linked = await post(`/task/${id}/identity-links`, { groupId: above.key, type: 'candidate' })
    expect([made.statusCode, linked.statusCode]).toEqual([204, 204])
    const offered = async () => (await member.call(taskCalls.unclaimed)).body.items.length
    expect(await offered()).toBe(1)
    await chief.call(calls.disable, { params: above, query: { deletedReason: 'Not needed' } })
    expect(await offered()).toBe(0)
    await chief.call(calls.restore, { params: above })
    expect((await keeper.call(calls.uses, { params: above })).body).toMatchObject([{ kind: 'candidates', count: 1 }])
    await chief.call(calls.disable, { params: below, query: { deletedReason: 'Not needed' } })
    expect(await offered()).toBe(0)
  })
})
