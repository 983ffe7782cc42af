import {
  type BodyOf,
  userChangeCalls as calls,
  groupCalls,
  ownRoleCalls,
  userAccountCalls,
  userCalls,
  userPropertyCalls,
} from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { anonymous, signIn, db, admin } = await createTestApp()
const chief = await signIn({ roles: ['RoleAdmin', 'RoleUserAdmin'] })
const keeper = await signIn({ roles: ['RoleUserAdmin'] })

type Change = BodyOf<typeof calls.apply>['change']
const person = () => signIn({ roles: ['RoleUser'] })
const preview = async (by: TestClient, change: Change, ...users: { user: { id: string } }[]) =>
  (await by.call(calls.preview, { body: { ids: users.map(({ user }) => user.id), change } })).body
const apply = async (by: TestClient, change: Change, ...users: { user: { id: string } }[]) =>
  (await by.call(calls.apply, { body: { ids: users.map(({ user }) => user.id), change } })).body
const read = async (id: string) => (await chief.call(userAccountCalls.get, { params: { id } })).body

describe('a change of several users', () => {
  it('is for those who administer users', async () => {
    const body = { ids: [keeper.user.id], change: { kind: 'restore' as const } }
    expect((await anonymous().call(calls.apply, { body })).error.code).toBe('session.missing')
    const ada = await person()
    for (const call of [calls.apply, calls.preview])
      expect((await ada.call(call, { body })).error.code).toBe('right.missing')
    expect((await ada.call(calls.select, { body: { query: {} } })).error.code).toBe('right.missing')
  })

  it('is shown before, changes nothing until it is applied, and then does what was shown', async () => {
    const [ada, bob] = [await person(), await signIn({ roles: ['RoleUser', 'AdvRoleUser'] })]
    const change: Change = { kind: 'addRoles', roles: ['AdvRoleUser'] }
    const shown = await preview(keeper, change, ada, bob)
    expect(shown.map(({ result, added }) => [result, added])).toEqual([
      ['changed', ['AdvRoleUser']],
      ['same', []],
    ])
    expect((await read(ada.user.id)).roles).toEqual(['RoleUser'])
    expect(await apply(keeper, change, ada, bob)).toEqual(shown)
    expect((await read(ada.user.id)).roles).toEqual(['RoleUser', 'AdvRoleUser'])
    expect((await apply(keeper, { kind: 'removeRoles', roles: ['AdvRoleUser'] }, ada))[0]?.removed).toEqual([
      'AdvRoleUser',
    ])
  })

  it('gives nobody a right that the caller lacks, and does not touch those who have more', async () => {
    const [ada, boss] = [await person(), await signIn({ roles: ['RoleAdmin'] })]
    for (const run of [preview, apply]) {
      const [given] = await run(keeper, { kind: 'addRoles', roles: ['RoleDesign'] }, ada)
      expect([given?.result, given?.code]).toEqual(['refused', 'right.missing'])
      const outcomes = await run(keeper, { kind: 'disable', reason: 'Left' }, boss, ada)
      expect(outcomes.map(({ result }) => result)).toEqual(['refused', 'changed'])
    }
    expect((await read(ada.user.id)).state).toBe('disabled')
    expect((await read(boss.user.id)).state).toBe('active')
    expect((await apply(keeper, { kind: 'restore' }, ada, boss)).map(({ result }) => result)).toEqual([
      'changed',
      'refused',
    ])
  })

  it('gives own roles and groups as far as the caller has what they give', async () => {
    const ada = await person()
    const role = async (key: string, permissions: BodyOf<typeof ownRoleCalls.create>['permissions']) =>
      chief.call(ownRoleCalls.create, { body: { key, name: key, permissions } })
    await role('plain', [])
    await role('runner', [{ kind: 'process', thing: null, actions: ['operate'] }])
    const offered = (await keeper.call(userAccountCalls.ownRolesInUse)).body
    expect(offered.map(({ key, isGivable }) => [key, isGivable])).toEqual([
      ['plain', true],
      ['runner', false],
    ])
    const [plain] = await apply(keeper, { kind: 'addRoles', ownRoles: ['plain'] }, ada)
    expect(plain).toMatchObject({ result: 'changed', added: ['plain'] })
    const [runner] = await apply(keeper, { kind: 'addRoles', ownRoles: ['runner'] }, ada)
    expect(runner?.code).toBe('right.missing')
    expect((await apply(chief, { kind: 'addRoles', ownRoles: ['runner', 'gone'] }, ada))[0]?.code).toBe(
      'thing.not-found',
    )
    const group = (
      await chief.call(groupCalls.create, { body: { key: 'ops', name: 'Operations', roles: ['RoleDesign'] } })
    ).body
    expect((await apply(keeper, { kind: 'joinGroups', groups: [group.id] }, ada))[0]?.code).toBe('right.missing')
    expect((await apply(chief, { kind: 'joinGroups', groups: [group.id] }, ada))[0]?.added).toEqual(['Operations'])
    expect((await apply(chief, { kind: 'leaveGroups', groups: [group.id] }, ada))[0]?.removed).toEqual(['Operations'])
    expect(await read(ada.user.id)).toMatchObject({ ownRoles: [{ key: 'plain' }], groups: [], ownRolesByGroups: [] })
  })

  it('leaves a workplace an administrator, also one whom a group has made it', async () => {
    const workplaceId = await createWorkplace(db)
    const own = await signIn({ workplaceId, roles: ['RoleAdmin', 'RoleUserAdmin'] })
    const other = await signIn({ workplaceId, roles: ['RoleUser'] })
    const make = { key: 'admins', name: 'Admins', roles: ['RoleAdmin' as const] }
    const group = (await own.call(groupCalls.create, { body: make })).body
    await apply(own, { kind: 'joinGroups', groups: [group.id] }, other)
    const second = await signIn({ workplaceId, roles: ['RoleAdmin', 'RoleUserAdmin'] })
    const [demoted] = await apply(second, { kind: 'removeRoles', roles: ['RoleAdmin', 'RoleUserAdmin'] }, own)
    expect(demoted?.result).toBe('changed')
    await admin.query(`delete from user_role where user_id = $1 and role = 'RoleAdmin'`, [second.user.id])
    const [last] = await apply(
      await signIn({ workplaceId, roles: ['RoleUserAdmin'] }),
      { kind: 'leaveGroups', groups: [group.id] },
      other,
    )
    expect(last?.result).toBe('refused')
  })

  it('is about users of the own workplace, by ids or by the filters of the list', async () => {
    const workplaceId = await createWorkplace(db)
    const elsewhere = await signIn({ workplaceId, roles: ['RoleUserAdmin'], username: 'else' })
    expect((await apply(elsewhere, { kind: 'restore' }, keeper))[0]?.code).toBe('thing.not-found')
    expect((await apply(elsewhere, { kind: 'restore' }, { user: { id: 'nobody' } }))[0]?.code).toBe('thing.not-found')
    const found = await elsewhere.call(calls.select, { body: { query: { username: 'else' } } })
    expect(found.body.users).toEqual([{ id: elsewhere.user.id, name: expect.any(String), username: 'else' }])
    expect((await elsewhere.call(calls.select, { body: { query: { sort: 'nothing' } } })).error.code).toBe(
      'request.invalid',
    )
  })
})

describe('the list of users', () => {
  it('has user properties as columns and filters, with defaults, and own roles', async () => {
    const workplaceId = await createWorkplace(db)
    const own = await signIn({ workplaceId, roles: ['RoleAdmin', 'RoleUserAdmin'], username: 'own' })
    const [ada, bob] = [await signIn({ workplaceId, username: 'ada' }), await signIn({ workplaceId, username: 'bob' })]
    const property = (body: BodyOf<typeof userPropertyCalls.create>) => own.call(userPropertyCalls.create, { body })
    await property({ name: 'City', key: 'city', defaultValue: 'Lisbon' })
    await property({ name: 'Floor', key: 'floor', type: 'number' })
    await property({ name: 'Since', key: 'since', type: 'date' })
    await property({ name: 'Remote', key: 'remote', type: 'boolean' })
    const set = (id: string, values: Record<string, string>) =>
      own.call(userPropertyCalls.setValuesOfUser, { params: { id }, body: { values } })
    await set(ada.user.id, { city: 'Porto', floor: '2.5', since: '2030-01-07', remote: 'true' })
    const { body } = await own.call(userCalls.list, { query: { vars: 'city,floor,since,remote' } })
    expect(body.items.map(({ username, variables }) => [username, variables])).toEqual([
      [
        'ada',
        {
          city: { type: 'text', text: 'Porto' },
          floor: { type: 'number', text: '2.5' },
          since: { type: 'day', text: '2030-01-07' },
          remote: { type: 'flag', text: 'true' },
        },
      ],
      ['bob', { city: { type: 'text', text: 'Lisbon' } }],
      ['own', { city: { type: 'text', text: 'Lisbon' } }],
    ])
    const names = async (condition: string) =>
      (await own.call(userCalls.list, { query: { property: condition } })).body.items.map(({ username }) => username)
    expect(await names('is:text:CITY:porto')).toEqual(['ada'])
    expect(await names('begins:text:city:lis')).toEqual(['bob', 'own'])
    expect(await names('from:number:floor:2')).toEqual(['ada'])
    expect(await names('from:number:floor:3')).toEqual([])
    expect(await names('before:instant:since:2030-01-08')).toEqual(['ada'])
    expect(await names('is:flag:remote:true,is:text:city:Porto')).toEqual(['ada'])
    expect(await names('is:text:nothing:x')).toEqual([])
    await own.call(ownRoleCalls.create, { body: { key: 'clerk', name: 'Clerk' } })
    await apply(own, { kind: 'addRoles', ownRoles: ['clerk'] }, bob)
    const clerks = (await own.call(userCalls.list, { query: { ownRole: 'clerk' } })).body.items
    expect(clerks.map(({ username, ownRoles }) => [username, ownRoles])).toEqual([['bob', ['Clerk']]])
  })
})
