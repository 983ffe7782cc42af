import { groupCalls } from '@millrace/contract'
import { createApiToken, createUser } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, plain, stranger, db, workplaceId, admin, signIn, clientFor } = await createRestTest()

const ok = async (answer: Promise<{ status: number; body: Json }>): Promise<Json> => {
  const { status, body } = await answer
  expect([status, body]).toEqual([expect.toSatisfy((code) => code < 300), body])
  return body
}
const listed = async (query: Record<string, string> = {}): Promise<Json[]> =>
  ok(rest.get('/history/user-operation', { category: 'Admin', sortBy: 'timestamp', sortOrder: 'asc', ...query }))
const summaryOf = (entries: Json[]) =>
  entries.map((one) => [one.operationType, one.entityType, one.property, one.orgValue, one.newValue].join(' ')).sort()
const password = 'long enough 12'
const newUser = (id: string) => ok(rest.post('/user/create', { profile: { id }, credentials: { password } }))
/** The entries of the operations since then. */
const since = async (work: () => Promise<unknown>) => {
  const before = new Set((await listed()).map(({ id }) => id))
  await work()
  return (await listed()).filter(({ id }) => !before.has(id))
}

describe('the log of user operations on identities', () => {
  it('has users, from their creation to their deletion', async () => {
    const entries = await since(async () => {
      await newUser('uma')
      await ok(
        rest.put('/user/uma/profile', { id: 'uma', firstName: 'Uma', lastName: 'Berg', email: 'uma@example.org' }),
      )
      // A profile that says the same changes nothing.
      await ok(
        rest.put('/user/uma/profile', { id: 'uma', firstName: 'Uma', lastName: 'Berg', email: 'uma@example.org' }),
      )
      await ok(rest.put('/user/uma/credentials', { password: 'another good 34' }))
      await admin.query(
        `update app_user set status = 'locked', locked_until = now() + interval '1 hour' where username = 'uma'`,
      )
      await ok(rest.post('/user/uma/unlock'))
      await ok(rest.delete('/user/uma'))
    })
    expect(summaryOf(entries)).toEqual(
      ['Create', 'Update', 'Update', 'Unlock', 'Delete'].map((operation) => `${operation} User userId  uma`).sort(),
    )
    expect(entries.every((one) => one.userId === 'ada' && one.category === 'Admin' && one.deploymentId === null)).toBe(
      true,
    )
  })

  it('has groups and tenants with their members, and not those that are deleted with them', async () => {
    await newUser('vic')
    await newUser('wim')
    const entries = await since(async () => {
      await ok(rest.post('/group/create', { id: 'painters', name: 'Painters', type: 'WORKFLOW' }))
      await ok(rest.put('/group/painters', { id: 'painters', name: 'Decorators', type: 'WORKFLOW' }))
      await ok(rest.put('/group/painters/members/vic'))
      await ok(rest.put('/group/painters/members/wim'))
      await ok(rest.delete('/group/painters/members/vic'))
      await ok(rest.post('/tenant/create', { id: 'north', name: 'North' }))
      await ok(rest.put('/tenant/north', { id: 'north', name: 'Far north' }))
      await ok(rest.put('/tenant/north/user-members/vic'))
      await ok(rest.put('/tenant/north/user-members/wim'))
      await ok(rest.put('/tenant/north/group-members/painters'))
      await ok(rest.delete('/tenant/north/group-members/painters'))
      await ok(rest.delete('/user/wim'))
      await ok(rest.delete('/group/painters'))
      await ok(rest.delete('/tenant/north'))
    })
    const member = (operation: string, user: string) => [
      `${operation} Group membership userId  ${user}`,
      `${operation} Group membership groupId  painters`,
    ]
    const ofTenant = (operation: string, property: string, name: string) => [
      `${operation} TenantMembership ${property}  ${name}`,
      `${operation} TenantMembership tenantId  north`,
    ]
    expect(summaryOf(entries)).toEqual(
      [
        ...['Create', 'Update', 'Delete'].map((operation) => `${operation} Group groupId  painters`),
        ...[...member('Create', 'vic'), ...member('Create', 'wim'), ...member('Delete', 'vic')],
        ...['Create', 'Update', 'Delete'].map((operation) => `${operation} Tenant tenantId  north`),
        ...[...ofTenant('Create', 'userId', 'vic'), ...ofTenant('Create', 'userId', 'wim')],
        ...[...ofTenant('Create', 'groupId', 'painters'), ...ofTenant('Delete', 'groupId', 'painters')],
        'Delete User userId  wim',
      ].sort(),
    )
    // What one call did has one id.
    const members = entries.filter(({ entityType }) => entityType === 'Group membership')
    expect(new Set(members.map(({ operationId }) => operationId)).size).toBe(3)
  })

  it('has authorizations with all their fields', async () => {
    let id = ''
    const entries = await since(async () => {
      const grant = {
        type: 1,
        permissions: ['READ', 'UPDATE_HISTORY'],
        userId: 'ada',
        resourceType: 6,
        resourceId: 'pay',
      }
      ;({ id } = await ok(rest.post('/authorization/create', grant)))
      const changed = { ...grant, permissions: ['ALL'], resourceId: '*' }
      await ok(rest.put(`/authorization/${id}`, changed))
      await ok(rest.put(`/authorization/${id}`, changed))
      expect((await rest.post('/authorization/create', changed)).status).toBe(400)
      await ok(rest.delete(`/authorization/${id}`))
      const group = { type: 2, permissions: [], groupId: 'clerks', resourceType: 17, resourceId: 'Admin' }
      await ok(rest.post('/authorization/create', group))
    })
    const rows = (operation: string, fields: readonly string[]) =>
      fields.map((field) => `${operation} Authorization ${field}`)
    expect(summaryOf(entries)).toEqual(
      [
        ...rows('Create', ['permissionBits  16777218', 'permissions  READ, UPDATE_HISTORY', 'type  1']),
        ...rows('Create', ['resource  ProcessDefinition', 'resourceId  pay', 'userId  ada']),
        ...rows('Update', ['permissionBits 16777218 2147483647', 'permissions READ, UPDATE_HISTORY ALL', 'type 1 1']),
        ...rows('Update', ['resource ProcessDefinition ProcessDefinition', 'resourceId pay *', 'userId ada ada']),
        ...rows('Delete', ['permissionBits  2147483647', 'permissions  ALL', 'type  1']),
        ...rows('Delete', ['resource  ProcessDefinition', 'resourceId  *', 'userId  ada']),
        ...rows('Create', ['permissionBits  0', 'permissions  NONE', 'type  2']),
        ...rows('Create', ['resource  OperationLogCatgeory', 'resourceId  Admin', 'groupId  clerks']),
      ].sort(),
    )
  })

  it('has no name of a deleted user in authorizations, which a later user of the name could have', async () => {
    await newUser('zed')
    const grant = { type: 1, permissions: ['READ'], userId: 'zed', resourceType: 6, resourceId: '*' }
    const entries = await since(async () => {
      await ok(rest.post('/authorization/create', grant))
      await ok(rest.delete('/user/zed'))
    })
    const named = entries.filter(({ entityType, property }) => entityType === 'Authorization' && property === 'userId')
    expect(named).toMatchObject([{ newValue: expect.not.stringMatching(/^zed$/) }])
    // Other values are left unchanged, even if they are equal.
    const resource = { ...grant, userId: 'ada', resourceId: 'yves' }
    await newUser('yves')
    const others = await since(async () => {
      await ok(rest.post('/authorization/create', resource))
      await ok(rest.delete('/user/yves'))
    })
    expect(others.find(({ property }) => property === 'resourceId')).toMatchObject({ newValue: 'yves' })
  })

  it('has what was done on the pages, and nothing that nobody did', async () => {
    const keeper = await signIn({ username: 'keeper', roles: ['RoleUserAdmin'] })
    const entries = await since(async () => {
      const made = await keeper.call(groupCalls.create, { body: { key: 'tilers', name: 'Tilers' } })
      expect(made.status).toBe(200)
      await createUser(db, { workplaceId, username: 'installed' })
      await admin.query(
        `update app_user set last_login_at = now(), must_change_password = true where username = 'keeper'`,
      )
    })
    expect(entries).toMatchObject([
      { userId: 'keeper', operationType: 'Create', entityType: 'Group', property: 'groupId', newValue: 'tilers' },
    ])
  })

  it('has the same entries for one user, in the same order, and as many', async () => {
    const keeper = await signIn({ username: 'other keeper', roles: ['RoleUserAdmin'] })
    for (const key of ['masons', 'roofers'])
      await keeper.call(groupCalls.create, { body: { key, name: key.toUpperCase() } })
    await newUser('zoe')
    await ok(rest.put('/group/masons/members/zoe'))
    for (const sortOrder of ['asc', 'desc'])
      for (const [userId, least] of [
        ['ada', 10],
        ['other keeper', 2],
        ['nobody', 0],
      ] as const) {
        const all = await listed({ sortOrder })
        const own = await listed({ sortOrder, userId })
        expect(own).toEqual(all.filter((one) => one.userId === userId))
        expect(own.length).toBeGreaterThanOrEqual(least)
        const { count } = await ok(rest.get('/history/user-operation/count', { category: 'Admin', userId }))
        expect(count).toBe(own.length)
      }
    // A millisecond before the second one, because answers leave out microseconds.
    const [, { timestamp }] = await listed({ userId: 'other keeper' })
    const afterTimestamp = new Date(Date.parse(timestamp) - 1).toISOString().replace('Z', '+0000')
    expect(await listed({ userId: 'other keeper', afterTimestamp })).toMatchObject([{ newValue: 'roofers' }])
    expect(await listed({ userId: 'ada', entityType: 'Group membership', property: 'userId' })).toContainEqual(
      expect.objectContaining({ newValue: 'zoe', category: 'Admin' }),
    )
  })

  it('takes notes, which later lists show', async () => {
    const [, entry] = await since(() => newUser('xia').then(() => newUser('yan')))
    expect(entry).toMatchObject({ newValue: 'yan', annotation: null })
    const path = `/history/user-operation/${entry.operationId}`
    await ok(rest.put(`${path}/set-annotation`, { annotation: 'asked by phone' }))
    expect(await listed({ operationId: entry.operationId })).toMatchObject([{ annotation: 'asked by phone' }])
    expect((await stranger.put(`${path}/set-annotation`, { annotation: 'theirs' })).status).toBe(400)
    await ok(rest.put(`${path}/clear-annotation`))
    expect(await listed({ operationId: entry.operationId })).toMatchObject([{ annotation: null }])
  })

  it('is for administrators of users, in their workplace', async () => {
    expect((await stranger.get('/history/user-operation', { category: 'Admin', userId: 'ada' })).body).toEqual([])
    expect((await plain.get('/history/user-operation')).status).toBe(403)
    const operator = await createUser(db, { workplaceId, username: 'operator', roles: ['RoleFullAPI'] })
    const client = clientFor(await createApiToken(db, operator))
    const read = (query: Record<string, string>) => client.get('/history/user-operation', query)
    expect(await read({ category: 'Admin' })).toMatchObject({ status: 200, body: [] })
    expect(await read({ entityType: 'User' })).toMatchObject({ status: 200, body: [] })
    const [{ operationId }] = await listed({ entityType: 'User' })
    const note = client.put(`/history/user-operation/${operationId}/set-annotation`, { annotation: 'seen' })
    expect((await note).status).toBe(400)
    expect(
      (await rest.get('/history/user-operation/count', { category: 'Admin', entityType: 'User' })).body.count,
    ).toBeGreaterThan(5)
  })
})
