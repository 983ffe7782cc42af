import { packageSourceCalls as calls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { anonymous, signIn, db } = await createTestApp()
const keeper = await signIn({ roles: ['RoleAdmin'] })

const nowhere = { id: '00000000-0000-7000-8000-000000000000' }
const place = { kind: 'folder', folder: '/srv/shop', everyMinutes: null } as const
const create = async (client: TestClient, name: string) =>
  (await client.call(calls.create, { body: { name, ...place } })).body
const names = async (client: TestClient) => (await client.call(calls.list)).body.items.map(({ name }) => name)

describe('package sources', () => {
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
    const stranger = await signIn({ roles: ['RoleDesign'] })
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
    const body = { name: 'Other', ...place }
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
    const { status, error } = await keeper.call(calls.create, { body: { name: 'TAKEN', ...place } })
    expect([status, error.code, error.details?.[0]?.where]).toEqual([409, 'thing.name-taken', 'name'])
  })

  it('can only be changed with the last revision', async () => {
    const params = await create(keeper, 'Changing')
    const save = (name: string, revision: number) =>
      keeper.call(calls.save, { params, body: { name, revision, ...place } })
    expect((await save('Changed', 1)).body).toMatchObject({ name: 'Changed', revision: 2 })
    const { status, error } = await save('Late', 1)
    expect([status, error.code]).toEqual([409, 'thing.changed'])
    expect((await keeper.call(calls.get, { params })).body.name).toBe('Changed')
  })

  it('are disabled with a reason, changed by nobody then, and restored', async () => {
    const params = await create(keeper, 'Old one')
    const { body } = await keeper.call(calls.disable, { params, query: { deletedReason: 'Not needed' } })
    expect(body.disabled).toMatchObject({ reason: 'Not needed', by: { username: keeper.user.username } })
    const refused = await keeper.call(calls.save, { params, body: { name: 'New', ...place } })
    expect([refused.status, refused.error.code]).toEqual([409, 'thing.disabled'])
    expect((await keeper.call(calls.restore, { params })).body.disabled).toBeNull()
    expect((await keeper.call(calls.restore, { params })).error.code).toBe('thing.exists')
  })

  it.each([
    ['url', { url: 'test.example.org', applications: 'shop' }],
    ['url', { url: 'https://ann:secret@test.example.org', applications: 'shop' }],
    ['applications', { url: 'https://test.example.org', applications: ' , ' }],
    ['folder', { kind: 'folder', folder: 'packages/shop' }],
  ])('say which field does not fit: %s of %j', async (where, more) => {
    const { status, error } = await keeper.call(calls.create, { body: { name: 'Unfit', ...more } })
    expect([status, error.code, error.details?.map((one) => one.where)]).toEqual([
      422,
      'package-source.invalid',
      [where],
    ])
  })

  it('never show the token, and ask for it again for another address', async () => {
    const there = { name: 'There', url: 'https://test.example.org', applications: 'shop', token: 'mr-secret' }
    const { body: made } = await keeper.call(calls.create, { body: there })
    expect(made).toMatchObject({ hasToken: true, actsAs: keeper.user.username })
    expect(JSON.stringify(made)).not.toContain('mr-secret')
    const { token: _, ...kept } = there
    const save = (body: object) => keeper.call(calls.save, { params: made, body })
    expect((await save(kept)).body).toMatchObject({ hasToken: true })
    expect((await save({ ...kept, url: 'https://other.example.org' })).error.details).toMatchObject([
      { where: 'token' },
    ])
    expect((await save({ ...kept, token: '' })).body).toMatchObject({ hasToken: false })
  })

  it('are at most 20 in use', async () => {
    const many = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    for (let number = 1; number <= 20; number++) await create(many, `Source ${number}`)
    expect((await many.call(calls.create, { body: { name: 'One more', ...place } })).error.code).toBe('budget.exceeded')
  })

  it('are at most 20 in use also when disabled ones are restored, and when two come together', async () => {
    const many = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    const params = await create(many, 'Restored later')
    const other = await create(many, 'Restored also')
    for (const one of [params, other])
      await many.call(calls.disable, { params: one, query: { deletedReason: 'Unused' } })
    for (let number = 1; number < 20; number++) await create(many, `Source ${number}`)
    const together = await Promise.all([
      many.call(calls.restore, { params }),
      many.call(calls.restore, { params: other }),
      many.call(calls.create, { body: { name: 'One more', ...place } }),
    ])
    expect(together.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(together.flatMap((answer) => (answer.status < 300 ? [] : [answer.error.code]))).toEqual([
      'budget.exceeded',
      'budget.exceeded',
    ])
  })

  it('of another workplace do not exist', async () => {
    const params = await create(keeper, 'Secret')
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect(await names(elsewhere)).toEqual([])
    expect((await elsewhere.call(calls.get, { params })).error.code).toBe('thing.not-found')
    const query = { deletedReason: 'Not mine' }
    expect((await elsewhere.call(calls.disable, { params, query })).error.code).toBe('thing.not-found')
    expect(await names(keeper)).toContain('Secret')
  })
})
