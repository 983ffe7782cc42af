import { groupCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { signIn, clock, db } = await createTestApp()
const client = await signIn({ roles: ['RoleUserAdmin'] })
for (const name of ['Delta', 'alpha', 'Charlie', 'bravo', 'Echo']) {
  clock.advance({ seconds: 1 })
  const manager = name === 'bravo' ? client.user.username : null
  await client.call(groupCalls.create, { body: { name, key: `z${name}`, manager } })
}

const page = async (query: Parameters<typeof client.call<typeof groupCalls.list>>[1]) =>
  (await client.call(groupCalls.list, query)).body
const names = async (query: object) => (await page({ query })).items.map(({ name }) => name)

describe('the list of groups', () => {
  it('is sorted by name, key or time of creation, in either direction', async () => {
    expect(await names({})).toEqual(['alpha', 'bravo', 'Charlie', 'Delta', 'Echo'])
    expect(await names({ sort: '-key' })).toEqual(['Echo', 'Delta', 'Charlie', 'bravo', 'alpha'])
    expect(await names({ sort: 'created' })).toEqual(['Delta', 'alpha', 'Charlie', 'bravo', 'Echo'])
  })

  it('is paged forward and back, and counted', async () => {
    const first = await page({ query: { size: 2 } })
    const second = await page({ query: { size: 2, after: first.next ?? '' } })
    expect(second).toMatchObject({ items: [{ name: 'Charlie' }, { name: 'Delta' }], from: 3 })
    expect(await page({ query: { size: 2, before: second.previous ?? '' } })).toEqual(first)
    expect((await client.call(groupCalls.listCount)).body).toEqual({ total: 5, isCapped: false, isPartial: false })
  })

  it('is narrowed by name, key and manager, and searched', async () => {
    expect(await names({ name: 'B' })).toEqual(['bravo'])
    expect(await names({ 'key.is': 'ZECHO' })).toEqual(['Echo'])
    expect(await names({ hasManager: 'true' })).toEqual(['bravo'])
    expect(await names({ isDisabled: 'true' })).toEqual([])
    expect(await names({ q: 'LPH' })).toEqual(['alpha'])
  })

  it('is exported as it is narrowed and sorted', async () => {
    const { body } = await client.send({
      url: '/api/usersgroups/groups/export',
      query: { format: 'csv', columns: 'name,key', sort: '-name', name: 'd' },
    })
    expect(body).toBe('\uFEFFName,Key\r\nDelta,zDelta\r\n')
  })

  it('of another workplace is another one', async () => {
    const elsewhere = await signIn({ roles: ['RoleUserAdmin'], workplaceId: await createWorkplace(db) })
    expect((await elsewhere.call(groupCalls.list)).body.items).toEqual([])
  })
})
