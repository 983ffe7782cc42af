import { listViewCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { db, admin, workplaceId, signIn, anonymous } = await createTestApp({ now: '2030-01-07T09:00:00Z' })
const list = 'tasks.assigned'
const view = {
  list,
  name: 'Large orders',
  search: { priority: 'high', variable: 'from:number:amount:100', sort: '-due,name', q: 'PR' },
  columns: { order: ['due', 'name'], shown: { key: true }, pinned: ['due'] },
  sharing: { with: 'nobody' as const },
}
const namesOf = async (client: Awaited<ReturnType<typeof signIn>>) =>
  (await client.call(listViewCalls.list, { query: { list } })).body.items.map(({ name }) => name)

describe('views of a list', () => {
  it('are for users who are signed in', async () => {
    expect((await anonymous().call(listViewCalls.list, { query: { list } })).status).toBe(401)
  })

  it('are kept with filters, sorts, columns and text, changed, and deleted', async () => {
    const ada = await signIn({ firstName: 'Ada', lastName: 'Byron' })
    const { body: made, status } = await ada.call(listViewCalls.create, { body: view })
    expect([status, made]).toEqual([
      200,
      {
        id: made.id,
        ...view,
        sharing: { with: 'nobody', roles: [], groups: [] },
        owner: { username: ada.user.username, displayName: 'Ada Byron' },
        isMine: true,
        mayChange: true,
        revision: 1,
        updatedAt: '2030-01-07T09:00:00.000Z',
        aliasName: null,
      },
    ])
    const params = { id: made.id }
    const { body: saved } = await ada.call(listViewCalls.save, {
      params,
      body: { name: 'Small orders', search: { q: 'SO' }, revision: 1 },
    })
    expect(saved).toMatchObject({ name: 'Small orders', search: { q: 'SO' }, columns: view.columns, revision: 2 })
    expect((await ada.call(listViewCalls.list, { query: { list } })).body).toEqual({ items: [saved], defaultId: null })
    expect((await ada.call(listViewCalls.list, { query: { list: 'tasks.unclaimed' } })).body.items).toEqual([])
    expect((await ada.call(listViewCalls.remove, { params })).status).toBe(204)
    expect((await ada.call(listViewCalls.remove, { params })).error.code).toBe('thing.not-found')
    expect(await namesOf(ada)).toEqual([])
    const { rows } = await admin.query(
      `select operation, count(*)::int from audit_entry where entity = 'list-view' and key like '%' || $1 || '%' group by 1 order by 1`,
      [made.id],
    )
    expect(rows.map(({ count }) => count)).toEqual([1, 1, 1])
  })

  it('have one name each, regardless of its case, for one user and list', async () => {
    const ada = await signIn()
    await ada.call(listViewCalls.create, { body: view })
    const twin = { ...view, name: 'LARGE orders' }
    const { status, error } = await ada.call(listViewCalls.create, { body: twin })
    expect([status, error.code, error.message]).toEqual([
      409,
      'thing.name-taken',
      'Expected a new name, but you already have a view “LARGE orders”. Choose another name, or save the changes to that view.',
    ])
    expect((await ada.call(listViewCalls.create, { body: { ...twin, list: 'tasks.unclaimed' } })).status).toBe(200)
    expect((await (await signIn()).call(listViewCalls.create, { body: twin })).status).toBe(200)
    const { body: other } = await ada.call(listViewCalls.create, { body: { ...view, name: 'Other' } })
    const renamed = await ada.call(listViewCalls.save, { params: { id: other.id }, body: { name: 'large orders' } })
    expect(renamed.error.code).toBe('thing.name-taken')
  })

  it('of two windows that change one, the second is reported', async () => {
    const ada = await signIn({ firstName: 'Ada', lastName: 'Byron' })
    const { body: made } = await ada.call(listViewCalls.create, { body: view })
    const params = { id: made.id }
    await ada.call(listViewCalls.save, { params, body: { search: { q: 'first' }, revision: 1 } })
    const { status, error } = await ada.call(listViewCalls.save, { params, body: { search: {}, revision: 1 } })
    expect([status, error.code]).toEqual([409, 'thing.changed'])
    expect(error.message).toContain('“Large orders” as it was when you opened it, but Ada Byron has changed it')
  })

  it('are 50 of one list at the most', async () => {
    const ada = await signIn()
    await admin.query(
      `insert into list_view (workplace_id, id, list, owner_id, name, search, columns, sharing, created_at, updated_at)
       select $1, gen_random_uuid(), $3, $2, 'v' || n, '{}', '{}', 'nobody', now(), now() from generate_series(1, 50) n`,
      [workplaceId, ada.user.id, list],
    )
    const { status, error } = await ada.call(listViewCalls.create, { body: view })
    expect([status, error.code]).toEqual([409, 'list-view.too-many'])
    expect((await ada.call(listViewCalls.create, { body: { ...view, list: 'tasks.unclaimed' } })).status).toBe(200)
  })

  it.each([
    ['a list that is none', { ...view, list: 'tasks.get' }, 'thing.not-found'],
    ['a list of another kind of name', { ...view, list: '__proto__.constructor' }, 'thing.not-found'],
    ['a place in the list', { ...view, search: { after: 'abc' } }, 'request.invalid'],
    ['a parameter with a strange name', { ...view, search: { 'a b': 'x' } }, 'request.invalid'],
    ['a value with a NUL', { ...view, search: { q: 'a\0b' } }, 'request.invalid'],
    ['too much', { ...view, search: { q: 'x'.repeat(4_001) } }, 'request.invalid'],
    ['no name', { ...view, name: '  ' }, 'request.invalid'],
    ['nobody to share it with', { ...view, sharing: { with: 'some' as const } }, 'request.invalid'],
  ])('refuse %s', async (_, body, code) => {
    const ada = await signIn()
    expect((await ada.call(listViewCalls.create, { body })).error.code).toBe(code)
    expect(await namesOf(ada)).toEqual([])
  })
})

describe('shared views', () => {
  it('are found by those they are shared with, and by nobody else', async () => {
    const keeper = await signIn({ roles: ['RoleProcessAdmin'] })
    const clerk = await signIn({ roles: ['RoleUser'], groups: ['clerks'] })
    const designer = await signIn({ roles: ['RoleDesign'] })
    const place = await createWorkplace(db)
    const stranger = await signIn({ workplaceId: place, roles: ['RoleAdmin'], groups: ['clerks'] })
    for (const [name, sharing] of [
      ['For all', { with: 'everybody' }],
      ['For clerks', { with: 'some', groups: ['clerks'] }],
      ['For designers', { with: 'some', roles: ['RoleDesign'] }],
      ['For me', { with: 'nobody' }],
    ] as const) {
      const given = sharing.with === 'some' ? { roles: [], groups: [], ...sharing } : sharing
      const made = await keeper.call(listViewCalls.create, {
        body: { ...view, name, sharing: given as typeof view.sharing },
      })
      expect(made.status).toBe(200)
    }
    const of = (names: string[], all: string[]) => all.filter((name) => names.includes(name))
    const ours = ['For all', 'For clerks', 'For designers', 'For me']
    expect(of(ours, await namesOf(clerk))).toEqual(['For all', 'For clerks'])
    expect(of(ours, await namesOf(designer))).toEqual(['For all', 'For designers'])
    expect(of(ours, await namesOf(keeper))).toEqual(ours)
    expect(await namesOf(stranger)).toEqual([])
  })

  it('leave room for the user’s own and the one that opens the list, however many others share', async () => {
    const many = 'applications.list'
    const [sharer, user] = [await signIn({ roles: ['RoleAdmin'] }), await signIn({ roles: ['RoleDesign'] })]
    await admin.query(
      `insert into list_view (workplace_id, id, list, owner_id, name, search, columns, sharing, created_at, updated_at)
       select $1, gen_random_uuid(), $3, $2, 'a' || lpad(n::text, 3, '0'), '{}', '{}', 'everybody', now(), now() from generate_series(1, 120) n`,
      [workplaceId, sharer.user.id, many],
    )
    const { rows } = await admin.query(`select id from list_view where name = 'a120'`)
    const { body: mine } = await user.call(listViewCalls.create, { body: { ...view, list: many, name: 'Z of mine' } })
    await user.call(listViewCalls.setDefault, { body: { list: many, viewId: rows[0].id } })
    const { items, defaultId } = (await user.call(listViewCalls.list, { query: { list: many } })).body
    expect(items.map(({ name }) => name)).toEqual([
      ...Array.from({ length: 100 }, (_, index) => `a${String(index + 1).padStart(3, '0')}`),
      'a120',
      'Z of mine',
    ])
    expect([defaultId, items.at(-1)?.id]).toEqual([rows[0].id, mine.id])
  })

  it('are changed and deleted by their owner and administrators', async () => {
    const owner = await signIn({ roles: ['RoleUser'], groups: ['team'] })
    const mate = await signIn({ roles: ['RoleUser'], groups: ['team'] })
    const keeper = await signIn({ roles: ['RoleAdmin'], groups: ['team'] })
    const outside = await signIn({ roles: ['RoleAdmin'] })
    const place = await createWorkplace(db)
    const stranger = await signIn({ workplaceId: place, roles: ['RoleAdmin'], groups: ['team'] })
    const sharing = { with: 'some' as const, roles: [], groups: ['team'] }
    const { body: made } = await owner.call(listViewCalls.create, { body: { ...view, name: 'Team', sharing } })
    const params = { id: made.id }
    const rename = (client: typeof owner, name: string) => client.call(listViewCalls.save, { params, body: { name } })
    const [found] = (await mate.call(listViewCalls.list, { query: { list } })).body.items.filter(
      ({ id }) => id === made.id,
    )
    expect([found?.isMine, found?.mayChange]).toEqual([false, false])
    const refused = await rename(mate, 'Mine')
    expect([refused.status, refused.error.code]).toEqual([403, 'right.missing'])
    expect((await mate.call(listViewCalls.remove, { params })).error.code).toBe('right.missing')
    for (const nobody of [outside, stranger]) expect((await rename(nobody, 'Mine')).error.code).toBe('thing.not-found')
    expect((await rename(keeper, 'Of the team')).body).toMatchObject({ name: 'Of the team', isMine: false })
    expect((await rename(owner, 'Team')).status).toBe(200)
    await admin.query('delete from app_user where id = $1', [owner.user.id])
    const left = (await mate.call(listViewCalls.list, { query: { list } })).body.items.find(({ id }) => id === made.id)
    expect(left).toMatchObject({ name: 'Team', owner: null })
    expect((await keeper.call(listViewCalls.remove, { params })).status).toBe(204)
  })

  it('are shared by users with their own groups only', async () => {
    const user = await signIn({ roles: ['RoleUser'], groups: ['clerks', 'drivers'] })
    const share = (sharing: object) =>
      user.call(listViewCalls.create, { body: { ...view, name: 'Mine', sharing: sharing as typeof view.sharing } })
    for (const sharing of [
      { with: 'everybody' },
      { with: 'some', roles: ['RoleUser'] },
      { with: 'some', groups: ['clerks', 'others'] },
    ])
      expect((await share(sharing)).error.code).toBe('right.missing')
    expect(await namesOf(user)).not.toContain('Mine')
    const { body: made } = await share({ with: 'some', groups: ['clerks'] })
    expect(made.sharing).toEqual({ with: 'some', roles: [], groups: ['clerks'] })
    // Whoever has left a group still keeps what he shared with it before.
    await admin.query(
      'delete from group_member where workplace_id = $1 and user_id = $2 and group_id in (select id from user_group where key = $3)',
      [workplaceId, user.user.id, 'clerks'],
    )
    const change = { params: { id: made.id }, body: { name: 'Clerks', sharing: made.sharing as typeof view.sharing } }
    expect((await user.call(listViewCalls.save, change)).body).toMatchObject({ name: 'Clerks' })
    const { body } = await user.call(listViewCalls.audiences)
    expect([body.everybody, body.roles, body.groups.map(({ id }) => id)]).toEqual([false, [], ['drivers']])
  })

  it('are the default of the user who chooses them, as long as they are visible', async () => {
    const owner = await signIn({ roles: ['RoleAdmin'] })
    const user = await signIn({ roles: ['RoleUser'] })
    const { body: made } = await owner.call(listViewCalls.create, {
      body: { ...view, name: 'Default', sharing: { with: 'everybody' as const } as never },
    })
    const choose = (viewId: string | null, of: string = list) =>
      user.call(listViewCalls.setDefault, { body: { list: of, viewId } })
    const defaultId = async () => (await user.call(listViewCalls.list, { query: { list } })).body.defaultId
    expect((await choose(made.id)).status).toBe(204)
    expect(await defaultId()).toBe(made.id)
    expect((await choose(made.id, 'tasks.unclaimed')).error.code).toBe('thing.not-found')
    expect((await choose('00000000-0000-7000-8000-000000000000')).error.code).toBe('thing.not-found')
    const params = { id: made.id }
    await owner.call(listViewCalls.save, { params, body: { sharing: { with: 'nobody' } } })
    expect(await defaultId()).toBeNull()
    await owner.call(listViewCalls.save, { params, body: { sharing: { with: 'everybody' } } })
    expect(await defaultId()).toBe(made.id)
    expect((await choose(null)).status).toBe(204)
    expect(await defaultId()).toBeNull()
    await choose(made.id)
    expect((await owner.call(listViewCalls.remove, { params })).status).toBe(204)
    expect(await defaultId()).toBeNull()
  })
})
