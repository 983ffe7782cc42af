import { directoryCalls as calls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { anonymous, signIn, db } = await createTestApp()
const keeper = await signIn({ roles: ['RoleAdmin'] })

const nowhere = { id: '00000000-0000-7000-8000-000000000000' }
const create = async (client: TestClient, name: string) => (await client.call(calls.create, { body: { name } })).body
const names = async (client: TestClient) => (await client.call(calls.list)).body.items.map(({ name }) => name)

describe('directories', () => {
  it('are for signed-in users', async () => {
    const answers = [
      await anonymous().call(calls.list),
      await anonymous().call(calls.create, { body: { name: 'First' } }),
      await anonymous().call(calls.get, { params: nowhere }),
      await anonymous().call(calls.save, { params: nowhere, body: { name: 'First' } }),
    ]
    expect(answers.map(({ error }) => error.code)).toEqual(answers.map(() => 'session.missing'))
  })

  it('are for users with the role', async () => {
    const stranger = await signIn({ roles: ['RoleUserAdmin'] })
    expect((await stranger.call(calls.list)).error.code).toBe('right.missing')
    expect((await stranger.call(calls.create, { body: { name: 'First' } })).error.code).toBe('right.missing')
  })

  it.each([{}, { name: '' }, { name: 7 }, { name: '<script>' }, { name: 'x'.repeat(51) }])(
    'refuse %j and keep nothing of it',
    async (body) => {
      const before = await names(keeper)
      const { status, error } = await keeper.call(calls.create, { body: body as { name: string } })
      expect([status, error.code]).toEqual([400, 'request.invalid'])
      expect(await names(keeper)).toEqual(before)
    },
  )

  it.each(['nothing', nowhere.id])('do not know the id %s', async (id) => {
    const body = { name: 'Other' }
    expect((await keeper.call(calls.get, { params: { id } })).error.code).toBe('thing.not-found')
    expect((await keeper.call(calls.save, { params: { id }, body })).error.code).toBe('thing.not-found')
  })

  it('are created, found and listed by name', async () => {
    const second = await create(keeper, 'second one')
    const first = await create(keeper, 'First one')
    expect((await keeper.call(calls.get, { params: first })).body).toEqual(first)
    expect(first).toMatchObject({ name: 'First one', revision: 1, createdBy: { username: keeper.user.username } })
    expect((await keeper.call(calls.list)).body.items.map(({ id }) => id)).toEqual([first.id, second.id])
  })

  it('have names of their own, whatever the case', async () => {
    await create(keeper, 'Taken')
    const { status, error } = await keeper.call(calls.create, { body: { name: 'TAKEN' } })
    expect([status, error.code, error.details?.[0]?.where]).toEqual([409, 'thing.name-taken', 'name'])
  })

  it('can only be changed with the last revision', async () => {
    const params = await create(keeper, 'Changing')
    const save = (name: string, revision: number) => keeper.call(calls.save, { params, body: { name, revision } })
    expect((await save('Changed', 1)).body).toMatchObject({ name: 'Changed', revision: 2 })
    const { status, error } = await save('Late', 1)
    expect([status, error.code]).toEqual([409, 'thing.changed'])
    expect((await keeper.call(calls.get, { params })).body.name).toBe('Changed')
  })

  it('are removed for good', async () => {
    const params = await create(keeper, 'Old one')
    expect((await keeper.call(calls.remove, { params })).status).toBe(204)
    expect((await keeper.call(calls.remove, { params })).error.code).toBe('thing.not-found')
    expect(await names(keeper)).not.toContain('Old one')
  })

  it('of another workplace do not exist', async () => {
    const params = await create(keeper, 'Secret')
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect(await names(elsewhere)).toEqual([])
    expect((await elsewhere.call(calls.get, { params })).error.code).toBe('thing.not-found')
    expect((await elsewhere.call(calls.remove, { params })).error.code).toBe('thing.not-found')
    expect(await names(keeper)).toContain('Secret')
  })
})
