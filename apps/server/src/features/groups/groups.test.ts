import { groupCalls as calls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'

const { anonymous, signIn, db } = await createTestApp()
const keeper = await signIn({ roles: ['RoleUserAdmin'] })

const nowhere = { id: '00000000-0000-7000-8000-000000000000' }
type Body = z.input<typeof calls.create.body>
const create = async (key: string, more: Partial<Body> = {}, client: TestClient = keeper) =>
  (await client.call(calls.create, { body: { key, name: key, ...more } })).body
const code = async (answer: Promise<{ error: { code: string } }>) => (await answer).error.code

describe('groups', () => {
  it('are for signed-in users with the role', async () => {
    expect(await code(anonymous().call(calls.list))).toBe('session.missing')
    const stranger = await signIn({ roles: ['RoleDesign'] })
    expect(await code(stranger.call(calls.list))).toBe('right.missing')
    expect(await code(stranger.call(calls.create, { body: { key: 'a', name: 'A' } }))).toBe('right.missing')
  })

  it.each([
    {},
    { key: 'a b', name: 'A' },
    { key: 'a', name: '<script>' },
    { key: 'a', name: 'A', email: 'nobody' },
    { key: 'a', name: 'A', roles: ['RoleOfNobody'] },
  ])('refuse %j', async (body) => {
    expect(await code(keeper.call(calls.create, { body: body as Body }))).toBe('request.invalid')
  })

  it.each(['nothing', nowhere.id])('do not know the id %s', async (id) => {
    const params = { id }
    const answers = [
      keeper.call(calls.get, { params }),
      keeper.call(calls.save, { params, body: { name: 'Other' } }),
      keeper.call(calls.members, { params }),
      keeper.call(calls.addMember, { params, body: { username: keeper.user.username } }),
      keeper.call(calls.uses, { params }),
    ]
    for (const answer of answers) expect(await code(answer)).toBe('thing.not-found')
  })

  it('are created with a manager and a parent, and read back', async () => {
    const parent = await create('above', { roles: ['RoleUser'] })
    const made = await create('below', { manager: keeper.user.username, parentId: parent.id, email: 'a@example.org' })
    expect(made).toMatchObject({
      key: 'below',
      email: 'a@example.org',
      manager: { username: keeper.user.username },
      parent: { id: parent.id, name: 'above' },
      roles: [],
      inheritedRoles: [{ role: 'RoleUser', from: { name: 'above' } }],
    })
    expect((await keeper.call(calls.get, { params: parent })).body.children).toEqual([{ id: made.id, name: 'below' }])
  })

  it('have keys and names of their own', async () => {
    await create('taken', { name: 'Taken name' })
    expect(await code(keeper.call(calls.create, { body: { key: 'taken', name: 'Else' } }))).toBe('thing.key-taken')
    expect(await code(keeper.call(calls.create, { body: { key: 'else', name: 'TAKEN NAME' } }))).toBe(
      'thing.name-taken',
    )
    const params = await create('third')
    expect(await code(keeper.call(calls.save, { params, body: { name: 'Taken name' } }))).toBe('thing.name-taken')
  })

  it('can only be changed by a user who has seen the last revision', async () => {
    const params = await create('changing')
    const save = (name: string) => keeper.call(calls.save, { params, body: { name, revision: 1 } })
    expect((await save('Changed')).body).toMatchObject({ key: 'changing', name: 'Changed', revision: 2 })
    expect(await code(save('Late'))).toBe('thing.changed')
  })

  it('have no circle of parents, also when they are moved at the same time', async () => {
    const [one, two, three] = [await create('one'), await create('two'), await create('three')]
    const put = (id: string, parentId: string) =>
      keeper.call(calls.save, { params: { id }, body: { name: id, parentId } })
    const under = async (it: { id: string; key: string }, parent: { id: string }) =>
      keeper.call(calls.save, { params: it, body: { name: it.key, parentId: parent.id } })
    expect(await code(put(one.id, one.id))).toBe('group.parent-invalid')
    await under(two, one)
    await under(three, two)
    expect(await code(under(one, three))).toBe('group.parent-invalid')
    expect(await code(under(one, nowhere))).toBe('group.parent-invalid')
    const [left, right] = [await create('left'), await create('right')]
    const answers = await Promise.all([under(left, right), under(right, left)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('of another workplace do not exist', async () => {
    const params = await create('secret')
    const elsewhere = await signIn({ roles: ['RoleUserAdmin'], workplaceId: await createWorkplace(db) })
    const query = { deletedReason: 'Not mine' }
    expect(await code(elsewhere.call(calls.get, { params }))).toBe('thing.not-found')
    expect(await code(elsewhere.call(calls.disable, { params, query }))).toBe('thing.not-found')
    expect(await code(elsewhere.call(calls.members, { params }))).toBe('thing.not-found')
    const body = { key: 'mine', name: 'Mine', parentId: params.id }
    expect(await code(elsewhere.call(calls.create, { body }))).toBe('group.parent-invalid')
    const stranger = { ...body, parentId: null, manager: keeper.user.username }
    expect(await code(elsewhere.call(calls.create, { body: stranger }))).toBe('thing.not-found')
  })

  it('say where they are used', async () => {
    const params = await create('used')
    expect((await keeper.call(calls.uses, { params })).body).toEqual([])
  })
})
