import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountCalls, api, authCalls, type Call, roles, shellCalls } from '@millrace/contract'
import { createTestApp, createTestClient, createUser } from '@millrace/server/testing'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sampleOf } from './testing/sample-value.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-security-'))
afterAll(() => rmSync(folder, { recursive: true }))
const webFolder = join(folder, 'web')
mkdirSync(join(webFolder, 'assets'), { recursive: true })
writeFileSync(join(webFolder, 'index.html'), '<html><meta name="api-base" content="/api"></html>')
writeFileSync(join(webFolder, 'assets', 'main.js'), 'the program')
writeFileSync(join(folder, 'secret'), 'nobody may read this')

const { app, db, workplaceId, clock, anonymous, signIn, admin } = await createTestApp({ webFolder })
const password = 'correct horse battery'
beforeEach(() => clock.advance({ minutes: 2 }))

describe('every answer', () => {
  const addresses = [
    '/',
    '/login',
    '/tasks/assigned',
    '/assets/main.js',
    '/assets/missing.js',
    '/api/docs',
    '/api/openapi.json',
    '/api/actuator/info',
    '/api/usersgroups/usersAPI/init',
    '/api/nothing',
    '/engine-rest/task',
    '/engine-rest/openapi.json',
    '/engine-rest/version',
    '/engine-rest/nothing',
    '/%',
    '/help',
  ]
  it.each(addresses)('%s keeps scripts and frames of others out', async (url) => {
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`script-src 'self'`)
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|http:|data:)/)
    for (const part of [`frame-ancestors 'none'`, `object-src 'none'`, `base-uri 'self'`, `form-action 'self'`])
      expect(policy).toContain(part)
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  })

  it('of a call is kept by no cache', async () => {
    const client = await signIn()
    expect((await client.call(shellCalls.init)).headers['cache-control']).toBe('no-store')
  })
})

describe('a path that leads out of its folder', () => {
  const ways = [
    '/../secret',
    '/..%2fsecret',
    '/%2e%2e/secret',
    '/%2e%2e%2fsecret',
    '/assets/../../secret',
    '/assets/..%2f..%2fsecret',
    '/assets/%2e%2e/%2e%2e/secret',
    '/assets/..%5c..%5csecret',
    '/assets/....//....//secret',
    '/assets/%252e%252e/%252e%252e/secret',
    '/assets/..%00/secret',
    `/${join(folder, 'secret')}`,
    '/help/../../secret',
    '/help/..%2f..%2fsecret',
    '/help/%2e%2e/%2e%2e/%2e%2e/package.json',
    '/api/files/..%2f..%2fsecret',
    '/api/processengine/deployments/x/files/..%2f..%2fsecret',
    '/engine-rest/deployment/x/resources/..%2f..%2fsecret/data',
  ]
  it.each(ways)('%s is not followed', async (url) => {
    const client = await signIn({ roles })
    for (const accept of ['text/html', '*/*']) {
      const { status, body } = await client.send({ url, headers: { accept } })
      expect(JSON.stringify(body)).not.toMatch(/nobody may read this|workspaces/)
      expect(status).toBeLessThan(500)
    }
  })
})

describe('cookies', () => {
  const setCookies = (headers: Record<string, unknown>) => [headers['set-cookie'] ?? []].flat().map(String)

  it('of a session cannot be read by scripts or sent by other sites, and go over TLS only where there is TLS', async () => {
    const { username } = await createUser(db, { workplaceId, password })
    const client = anonymous()
    const { headers } = await client.call(authCalls.login, {
      body: { username, password },
      headers: { 'x-forwarded-proto': 'https' },
    })
    const cookies = setCookies(headers)
    for (const name of ['millrace_access', 'millrace_refresh'])
      expect(cookies.find((cookie) => cookie.startsWith(`${name}=`))).toMatch(
        /; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
    expect(cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))).toMatch(/; Path=\/; Secure; SameSite=Lax$/)
    // Only the mark of a device on which the right password was given stays when the browser is closed.
    const lasting = cookies.filter((cookie) => /Domain=|Max-Age=[1-9]/.test(cookie))
    expect(lasting).toEqual([
      expect.stringMatching(/^millrace_device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
  })

  it('do not make a session out of what somebody has planted', async () => {
    const { username } = await createUser(db, { workplaceId, password })
    const planted = { millrace_access: `${'A'.repeat(22)}.${'B'.repeat(43)}`, millrace_refresh: 'x' }
    const client = createTestClient(app, planted)
    await client.call(authCalls.login, { body: { username, password } })
    expect(client.cookies.get('millrace_access')).not.toBe(planted.millrace_access)
    const attacker = createTestClient(app, planted)
    expect((await attacker.call(shellCalls.userInfo)).status).toBe(401)
  })

  it('of one session end when somebody signs in over it', async () => {
    const attacker = await signIn()
    const { username } = await createUser(db, { workplaceId, password })
    const victim = createTestClient(app, Object.fromEntries(attacker.cookies))
    await victim.call(shellCalls.userInfo)
    await victim.call(authCalls.login, { body: { username, password } })
    expect((await victim.call(shellCalls.userInfo)).body.username).toBe(username)
    expect((await attacker.call(shellCalls.userInfo)).status).toBe(401)
    expect((await attacker.call(authCalls.refresh)).status).toBe(401)
  })
})

describe('a request that another site creates a browser send', () => {
  const forged: [string, Record<string, string>, string | object][] = [
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'name=x'],
    ['plain text', { 'content-type': 'text/plain' }, '{"name":"x"}'],
    ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
    ['JSON', { 'content-type': 'application/json' }, { name: 'x' }],
  ]
  it.each(forged)('as %s changes nothing', async (_, headers, payload) => {
    const client = await signIn()
    await client.call(shellCalls.userInfo)
    const { status } = await client.send({
      method: 'POST',
      url: '/api/profiles/tokens',
      headers: { ...headers, 'x-xsrf-token': '', origin: 'https://evil.example' },
      payload,
    })
    expect([403, 415]).toContain(status)
    expect((await client.call(accountCalls.tokens)).body).toEqual([])
  })

  it('by a link neither signs out nor unlocks', async () => {
    const client = await signIn({ roles })
    for (const url of ['/api/logout', '/api/logout/unAuthorized', `/api/users/unlock/${client.user.id}`])
      expect((await client.send({ url, headers: { accept: 'text/html' } })).status).not.toBe(204)
    expect((await client.call(shellCalls.userInfo)).status).toBe(200)
  })
})

describe('fields that nobody asked for', () => {
  const bodies = Object.values(api)
    .flatMap((group) => Object.values<Call>(group))
    .flatMap((call): [string, z.ZodType][] =>
      call.body instanceof z.ZodObject ? [[`${call.method} ${call.path}`, call.body]] : [],
    )
  const smuggled = {
    roles: ['RoleAdmin'],
    status: 'enabled',
    workplaceId: 'x',
    workplace_id: 'x',
    userId: 'x',
    password_hash: 'x',
    isAdmin: true,
    createdBy: 'x',
  }

  it.each(bodies)('are left out of the body of %s', (_, schema) => {
    const known = Object.keys(schema instanceof z.ZodObject ? schema.shape : {})
    const { data } = schema.safeParse({ ...(sampleOf(schema) as object), ...smuggled })
    for (const name of Object.keys(smuggled)) if (!known.includes(name)) expect(data ?? {}).not.toHaveProperty(name)
  })

  it('give no roles at sign-in, and no other owner to an API token', async () => {
    const user = await createUser(db, { workplaceId, password })
    const client = anonymous()
    await client.call(authCalls.login, { body: { username: user.username, password, ...smuggled } })
    expect((await client.call(shellCalls.init)).body.ROLES).toEqual(['RoleUser'])
    const victim = await createUser(db, { workplaceId, roles })
    const { body } = await client.call(accountCalls.createToken, {
      body: { name: 'mine', ...smuggled, userId: victim.id, user_id: victim.id },
    })
    const { rows } = await admin.query('select user_id from api_token where id = $1', [body.id])
    expect(rows).toEqual([{ user_id: user.id }])
  })

  it('such as __proto__ and constructor change no object of the server', async () => {
    const client = await signIn()
    await client.call(shellCalls.userInfo)
    const { status } = await client.send({
      method: 'POST',
      url: '/api/profiles/tokens',
      headers: { 'content-type': 'application/json' },
      payload: '{"name":"x","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
    })
    expect(status).toBe(400)
    expect({}).not.toHaveProperty('isAdmin')
  })
})

it('says nothing of its inside when it refuses', async () => {
  const client = await signIn()
  for (const url of ['/api/files/%00', '/api/tasks/x', '/api/processes/instances/zzz', '/api/nothing', '/api/%']) {
    const { body } = await client.send({ url })
    expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts:|select |at \w+ \(|postgres/i)
  }
})
