import { type BodyOf, userPropertyCalls as calls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { anonymous, signIn, db } = await createTestApp()
const keeper = await signIn({ roles: ['RoleUserAdmin'] })

type CreateBody = BodyOf<typeof calls.create>

const nowhere = { id: '00000000-0000-7000-8000-000000000000' }
const keyOf = (name: string) => name.replaceAll(' ', '')
const create = async (client: TestClient, name: string, more: Partial<CreateBody> = {}) =>
  (await client.call(calls.create, { body: { name, key: keyOf(name), ...more } })).body
const names = async (client: TestClient) => (await client.call(calls.list)).body.items.map(({ name }) => name)

describe('user properties', () => {
  it('are for signed-in users', async () => {
    const answers = [
      await anonymous().call(calls.list),
      await anonymous().call(calls.create, { body: { name: 'First', key: 'first' } }),
      await anonymous().call(calls.get, { params: nowhere }),
      await anonymous().call(calls.save, { params: nowhere, body: { name: 'First', key: 'first' } }),
    ]
    expect(answers.map(({ error }) => error.code)).toEqual(answers.map(() => 'session.missing'))
  })

  it('are for users with the role', async () => {
    const stranger = await signIn({ roles: ['RoleDesign'] })
    expect((await stranger.call(calls.list)).error.code).toBe('right.missing')
    expect((await stranger.call(calls.create, { body: { name: 'First', key: 'first' } })).error.code).toBe(
      'right.missing',
    )
  })

  it.each([
    {},
    { name: '' },
    { name: 7 },
    { name: '<script>' },
    { name: 'x'.repeat(51) },
    { name: 'A', key: 'with space' },
    { name: 'A', key: 'a', type: 'json' },
    { name: 'A', key: 'a', defaultValue: 'x'.repeat(51) },
    { name: 'A', key: 'a', defaultDescription: 'x'.repeat(101) },
    { name: 'A', key: 'a', viewers: 'nobody' },
    { name: 'A', key: 'a', type: 'choice', choices: Array.from({ length: 101 }, (_, at) => `${at}`) },
  ])('refuse %j and keep nothing of it', async (body) => {
    const before = await names(keeper)
    const { status, error } = await keeper.call(calls.create, { body: body as CreateBody })
    expect([status, error.code]).toEqual([400, 'request.invalid'])
    expect(await names(keeper)).toEqual(before)
  })

  it.each(['nothing', nowhere.id])('do not know the id %s', async (id) => {
    const body = { name: 'Other', key: 'other' }
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

  it('have names of their own, regardless of the case', async () => {
    await create(keeper, 'Taken')
    const { status, error } = await keeper.call(calls.create, { body: { name: 'TAKEN', key: 'another' } })
    expect([status, error.code, error.details?.[0]?.where]).toEqual([409, 'thing.name-taken', 'name'])
  })

  it('have keys of their own, regardless of the case, which stay', async () => {
    const params = await create(keeper, 'Key one', { key: 'keyOne' })
    const taken = await keeper.call(calls.create, { body: { name: 'Key two', key: 'KEYONE' } })
    expect([taken.status, taken.error.code, taken.error.details?.[0]?.where]).toEqual([409, 'thing.key-taken', 'key'])
    const { status, error } = await keeper.call(calls.save, { params, body: { name: 'Key one', key: 'other' } })
    expect([status, error.code, error.details?.[0]?.where]).toEqual([422, 'user-property.invalid', 'key'])
  })

  it.each<[string, Partial<CreateBody>]>([
    ['choices', { type: 'choice' }],
    ['choices', { type: 'choice', choices: ['Red', 'red'] }],
    ['defaultValue', { type: 'number', defaultValue: 'many' }],
    ['defaultValue', { type: 'choice', choices: ['Red'], defaultValue: 'Blue' }],
    ['defaultValue', { type: 'user', defaultValue: 'nobody.here' }],
    ['defaultValue', { type: 'group', defaultValue: 'nowhere' }],
    ['defaultValue', { isUnique: true, defaultValue: 'Lisbon' }],
    ['editors', { viewers: 'administrators', editors: 'user' }],
  ])('have no settings that contradict each other: %s of %j', async (where, more) => {
    const { status, error } = await keeper.call(calls.create, { body: { name: 'Odd', key: 'odd', ...more } })
    expect([status, error.code, error.details?.[0]?.where]).toEqual([422, 'user-property.invalid', where])
    expect(await names(keeper)).not.toContain('Odd')
  })

  it('can only be changed by a user who has seen the last revision', async () => {
    const params = await create(keeper, 'Changing')
    const save = (name: string, revision: number) =>
      keeper.call(calls.save, { params, body: { name, key: 'Changing', revision } })
    expect((await save('Changed', 1)).body).toMatchObject({ name: 'Changed', revision: 2 })
    const { status, error } = await save('Late', 1)
    expect([status, error.code]).toEqual([409, 'thing.changed'])
    expect((await keeper.call(calls.get, { params })).body.name).toBe('Changed')
  })

  it('are disabled with a reason, changed by nobody then, and restored', async () => {
    const params = await create(keeper, 'Old one')
    const { body } = await keeper.call(calls.disable, { params, query: { deletedReason: 'Not needed' } })
    expect(body.disabled).toMatchObject({ reason: 'Not needed', by: { username: keeper.user.username } })
    const refused = await keeper.call(calls.save, { params, body: { name: 'New', key: 'Oldone' } })
    expect([refused.status, refused.error.code]).toEqual([409, 'thing.disabled'])
    expect((await keeper.call(calls.restore, { params })).body.disabled).toBeNull()
    expect((await keeper.call(calls.restore, { params })).error.code).toBe('thing.exists')
  })

  it('of another workplace do not exist', async () => {
    const params = await create(keeper, 'Secret')
    const elsewhere = await signIn({ roles: ['RoleUserAdmin'], workplaceId: await createWorkplace(db) })
    expect(await names(elsewhere)).toEqual([])
    expect((await elsewhere.call(calls.get, { params })).error.code).toBe('thing.not-found')
    const query = { deletedReason: 'Not mine' }
    expect((await elsewhere.call(calls.disable, { params, query })).error.code).toBe('thing.not-found')
    expect(await names(keeper)).toContain('Secret')
  })
})
