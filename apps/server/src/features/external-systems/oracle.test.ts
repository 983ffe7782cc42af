import { type BodyOf, externalSystemCalls as calls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { openTnsServer } from '@millrace/server/testing/tns-server'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createDatabaseClient } from '../../platform/outgoing/database-client.ts'

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const { signIn } = await createTestApp({ databases: createDatabaseClient({ allowed }) })
const integrator = await signIn({ roles: ['RoleIntegration'] })
const server = await openTnsServer()
afterAll(() => server.close())
beforeEach(() => server.answer({ kind: 'refuse', code: 12_514 }))

const password = 'hush-hush-9'
const systemId = (await integrator.call(calls.create, { body: { name: 'Shop' } })).body.id
type Database = Extract<BodyOf<typeof calls.createConnection>['settings'], { kind: 'database' }>
let count = 0
const connect = (more: Partial<Database> = {}) => {
  const place = { kind: 'database', vendor: 'oracle', host: '127.0.0.1', port: server.port, tls: 'off' } as const
  const settings = { ...place, database: 'SHOP', username: 'jo', seconds: 20, ...more }
  const body = { name: `C${++count}`, settings, secret: password }
  return integrator.call(calls.createConnection, { params: { id: systemId }, body })
}

describe('a connection to Oracle', () => {
  it('needs the name of a service', async () => {
    for (const database of ['a)(HOST=b', 'two words', ':1521'])
      expect((await connect({ database })).error).toMatchObject({
        code: 'external.invalid',
        details: [{ where: 'settings.database', message: 'Expected the name of a service, such as ORCLPDB1.' }],
      })
    expect((await connect({ database: 'sales.example.org' })).status).toBe(200)
  })

  it('is tested, and its fault has no secret', async () => {
    const { id } = (await connect()).body
    const { fault } = (await integrator.call(calls.testConnection, { params: { id } })).body
    expect(fault).toBe('Expected a service “SHOP” at 127.0.0.1, but its listener has none.')
    server.answer({ kind: 'redirect', address: '(ADDRESS=(PROTOCOL=TCP)(HOST=169.254.169.254)(PORT=80))' })
    const redirected = (await integrator.call(calls.testConnection, { params: { id } })).body
    expect(redirected.fault).toContain('its listener redirects to another address')
    expect(JSON.stringify(redirected)).not.toMatch(new RegExp(`${password}|169\\.254`))
  })

  it('is called by an adapter that is tried out, and lists tables, with the same sentence', async () => {
    const connectionId = (await connect()).body.id
    const api = { name: 'Towns', connectionId }
    const apiId = (await integrator.call(calls.createApi, { params: { id: systemId }, body: api })).body.id
    const settings = { kind: 'sql', statement: 'select code from town where code = :code' } as const
    const body = { name: 'Town', key: 'town', settings }
    const { id } = (await integrator.call(calls.createAdapter, { params: { id: apiId }, body })).body
    const tried = await integrator.call(calls.tryAdapter, { params: { id }, body: { parameters: { code: 'LIS' } } })
    expect(tried.body.fault).toContain('Expected a service “SHOP”')
    const tables = await integrator.call(calls.listTables, { params: { id: apiId }, query: {} })
    expect(JSON.stringify(tables.body ?? tables.error)).toContain('Expected a service “SHOP”')
  })
})
