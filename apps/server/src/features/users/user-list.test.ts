import { userAccountCalls, userCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { expect, it } from 'vitest'

const { anonymous, signIn, db } = await createTestApp()

it('is for those who manage users', async () => {
  expect((await anonymous().call(userCalls.list)).status).toBe(401)
  expect((await (await signIn({ roles: ['RoleUser', 'RoleAdmin'] })).call(userCalls.list)).status).toBe(403)
})

it('finds users of the own workplace by user name, name and email, page by page', async () => {
  const workplaceId = await createWorkplace(db)
  const admin = await signIn({ workplaceId, roles: ['RoleUserAdmin'], username: 'Zoe' })
  await signIn({ workplaceId, username: 'ines.duarte', email: 'duarte@example.org' })
  await signIn({ workplaceId, username: 'Bruno', email: '100%@example.org' })
  const names = async (query: Parameters<typeof admin.call<typeof userCalls.list>>[1]) =>
    (await admin.call(userCalls.list, query)).body.items.map(({ username }) => username)
  expect(await names({ query: {} })).toEqual(['Bruno', 'ines.duarte', 'Zoe'])
  expect(await names({ query: { sort: '-username', size: 2 } })).toEqual(['Zoe', 'ines.duarte'])
  expect(await names({ query: { q: 'DUARTE' } })).toEqual(['ines.duarte'])
  expect(await names({ query: { q: '%' } })).toEqual(['Bruno'])
  expect(await names({ query: { q: 'ada ex' } })).toHaveLength(3)
  expect(await names({ query: { isEnabled: 'false' } })).toEqual([])
  const first = await admin.call(userCalls.list, { query: { size: 2 } })
  const { body } = await admin.call(userCalls.list, { query: { size: 2, after: first.body.next ?? '' } })
  expect((await admin.call(userCalls.listCount)).body).toMatchObject({ total: 3, isCapped: false })
  expect(body.items[0]).toEqual({
    id: expect.any(String),
    name: 'Ada Example',
    username: 'Zoe',
    firstName: 'Ada',
    lastName: 'Example',
    email: expect.anything(),
    isEnabled: true,
    state: 'active',
    roles: ['RoleUserAdmin'],
    ownRoles: [],
    groups: [],
    lastSignInAt: null,
    manager: null,
  })
})

it('finds names with accents and other letters by plain ones, without those of another field', async () => {
  const workplaceId = await createWorkplace(db)
  const admin = await signIn({ workplaceId, roles: ['RoleUserAdmin'], username: 'zoe' })
  const people = [
    { username: 'strauss', firstName: 'Jörg', lastName: 'Strauß', email: 'J.S@Example.org' },
    { username: 'odysseus', firstName: 'ΟΔΥΣΣΕΥΣ', lastName: 'Ζωή', email: 'o@example.org' },
  ]
  for (const body of people) expect((await admin.call(userAccountCalls.create, { body })).status).toBe(200)
  const names = async (q: string) =>
    (await admin.call(userCalls.list, { query: { q } })).body.items.map(({ username }) => username)
  expect(await names('jorg strauss')).toEqual(['strauss'])
  expect(await names('JÖRG STRAUSS')).toEqual(['strauss'])
  expect(await names('j.s@example')).toEqual(['strauss'])
  expect(await names('οδυσσευς ζωη')).toEqual(['odysseus'])
  expect(await names('strauss j')).toEqual([])
  expect(await names('_')).toEqual([])
})
