import { packageSourceCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { signIn, clock, db } = await createTestApp()
const client = await signIn({ roles: ['RoleAdmin'] })
for (const name of ['Delta', 'alpha', 'Charlie', 'bravo', 'Echo']) {
  clock.advance({ seconds: 1 })
  await client.call(packageSourceCalls.create, { body: { name, kind: 'folder', folder: '/srv/shop' } })
}

const page = async (query: Parameters<typeof client.call<typeof packageSourceCalls.list>>[1]) =>
  (await client.call(packageSourceCalls.list, query)).body
const names = async (query: object) => (await page({ query })).items.map(({ name }) => name)

describe('the list of package sources', () => {
  it('is sorted by name or by time of creation, in either direction', async () => {
    expect(await names({})).toEqual(['alpha', 'bravo', 'Charlie', 'Delta', 'Echo'])
    expect(await names({ sort: '-name' })).toEqual(['Echo', 'Delta', 'Charlie', 'bravo', 'alpha'])
    expect(await names({ sort: 'created' })).toEqual(['Delta', 'alpha', 'Charlie', 'bravo', 'Echo'])
    expect(await names({ sort: '-created,name' })).toEqual(['Echo', 'bravo', 'Charlie', 'alpha', 'Delta'])
  })

  it('is paged forward and back, and counted', async () => {
    const first = await page({ query: { size: 2 } })
    const second = await page({ query: { size: 2, after: first.next ?? '' } })
    expect(second).toMatchObject({ items: [{ name: 'Charlie' }, { name: 'Delta' }], from: 3 })
    expect(await page({ query: { size: 2, before: second.previous ?? '' } })).toEqual(first)
    expect((await client.call(packageSourceCalls.listCount)).body).toEqual({
      total: 5,
      isCapped: false,
      isPartial: false,
    })
  })

  it('is narrowed by name and time, and searched', async () => {
    const [, second] = (await page({ query: { sort: 'created' } })).items
    expect(await names({ name: 'B' })).toEqual(['bravo'])
    expect(await names({ 'name.is': 'ECHO' })).toEqual(['Echo'])
    expect(await names({ 'created.before': second?.createdAt })).toEqual(['Delta'])
    expect(await names({ q: 'LPH' })).toEqual(['alpha'])
    expect((await client.call(packageSourceCalls.list, { query: { sort: 'id' as 'name' } })).error.code).toBe(
      'request.invalid',
    )
  })

  it('is exported as it is narrowed and sorted', async () => {
    const { body, headers } = await client.send({
      url: '/api/admin/package-sources/export',
      query: { format: 'csv', columns: 'name', sort: '-name', name: 'd' },
    })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(body).toBe('\uFEFFName\r\nDelta\r\n')
  })

  it('of another workplace is another one', async () => {
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect((await elsewhere.call(packageSourceCalls.list)).body.items).toEqual([])
    expect((await elsewhere.call(packageSourceCalls.listCount)).body.total).toBe(0)
  })
})
