import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { type AddressInfo, connect as connectTo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type BodyOf, externalSystemCalls as calls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { createAuthority } from '@millrace/server/testing/certificates'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRuntime } from '../../app-context.ts'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createOutgoingClient } from '../../platform/outgoing/http-client.ts'
import { findAdapter } from '../../runtime/look-ups/adapter.ts'

/** A service that answers as a test says, and knows what it was asked. */
type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void
const rows: Answer = (_, response) => response.writeHead(200).end('[{"code":"LIS"}]')
let answers: Answer[] = []
let asked: http.IncomingMessage[] = []
const onRequest = (request: http.IncomingMessage, response: http.ServerResponse) => {
  asked.push(request)
  const answer = answers.shift() ?? rows
  request.resume().on('end', () => answer(request, response))
}
const status =
  (code: number, headers: http.OutgoingHttpHeaders = {}): Answer =>
  (_, response) =>
    response.writeHead(code, headers).end('{}')
const open = async (server: http.Server | https.Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
const port = await open(http.createServer(onRequest))

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const outgoing = createOutgoingClient({ allowed })
const app = await createTestApp({ outgoing })
const { db, admin, clock, workplaceId, signIn, signInAs } = app
let integrator = await signIn({ roles: ['RoleIntegration'] })
const system = (await integrator.call(calls.create, { body: { name: 'Places' } })).body
const params = { id: system.id }

type Body = BodyOf<typeof calls.createConnection>
type Rest = Partial<Extract<Body['settings'], { kind: 'rest' }>>
let count = 0
async function offer(settings: Rest, given: Pick<Body, 'secret' | 'secrets'> = {}, more: object = {}) {
  const name = `Connection ${++count}`
  const body = { name, settings: { kind: 'rest', baseUrl: `http://127.0.0.1:${port}`, ...settings }, ...given } as Body
  const connection = (await integrator.call(calls.createConnection, { params, body })).body
  const api = (await integrator.call(calls.createApi, { params, body: { name, connectionId: connection.id } })).body
  const key = `adapter${count}`
  const adapter = await integrator.call(calls.createAdapter, {
    params: { id: api.id },
    body: { name, key, settings: { kind: 'rest', columns: [{ key: 'code', path: 'code' }], cacheSeconds: 0, ...more } },
  })
  expect(adapter.status).toBe(200)
  const ask = async () => (await integrator.call(calls.tryAdapter, { params: { id: adapter.body.id }, body: {} })).body
  return { connection, id: adapter.body.id, ask }
}
async function adapterOf(id: string) {
  const adapter = await db.read({ workplaceId }, (tx) => findAdapter(tx, workplaceId, { id }))
  if (adapter === null) throw new Error('Expected an adapter.')
  return adapter
}
const ofConnection = (id: string) => ({ params: { id } })
const refusalOf = async (settings: Rest, given: Pick<Body, 'secret' | 'secrets'> = {}) => {
  const body = { name: `X${++count}`, settings: { kind: 'rest', baseUrl: `http://127.0.0.1:${port}`, ...settings } }
  return (await integrator.call(calls.createConnection, { params, body: { ...body, ...given } as Body })).error
}

beforeEach(async () => {
  asked = []
  answers = []
  integrator = await signInAs(integrator.user)
})

describe('OAuth 2', () => {
  /** An authority of tokens that takes each refresh token once. */
  const given: { body: URLSearchParams; authorization: string | undefined }[] = []
  let refresh = 'refresh-0-secret'
  let made = 0
  let seconds = 600
  const provider = http.createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = new URLSearchParams(Buffer.concat(parts).toString())
    given.push({ body, authorization: request.headers.authorization })
    if (body.get('grant_type') === 'refresh_token' && body.get('refresh_token') !== refresh) {
      response.writeHead(400).end('{"error":"invalid_grant"}')
      return
    }
    made++
    refresh = `refresh-${made}-secret`
    const token = { access_token: `access-${made}-secret`, token_type: 'Bearer', expires_in: seconds }
    response.writeHead(200).end(JSON.stringify({ ...token, refresh_token: refresh }))
  })
  const needsToken: Answer = (request, response) =>
    request.headers.authorization === `Bearer access-${made}-secret`
      ? rows(request, response)
      : response.writeHead(401).end()
  let tokenUrl = ''
  const oauth = async (more: Rest = {}) => {
    tokenUrl ||= `http://127.0.0.1:${await open(provider)}/token`
    return { signIn: 'oauth', tokenUrl, clientId: 'mill:race', ...more } as const
  }

  beforeEach(() => {
    given.length = 0
    made = 0
    refresh = 'refresh-0-secret'
    seconds = 600
    answers = Array.from({ length: 30 }, () => needsToken)
  })

  it('gets a token of a real provider by client credentials', async () => {
    const server = http.createServer()
    const issuer = `http://127.0.0.1:${await open(server)}`
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { Provider } = await import('oidc-provider')
    const real = new Provider(issuer, {
      clients: [
        {
          client_id: 'millrace',
          client_secret: 'a secret: with + signs',
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
        },
      ],
      scopes: ['towns'],
      ttl: { ClientCredentials: 600 },
      features: { clientCredentials: { enabled: true }, introspection: { enabled: true } },
    })
    warnings.mockRestore()
    server.on('request', real.callback())
    let token = ''
    answers = [
      (request, response) => {
        token = (request.headers.authorization ?? '').replace('Bearer ', '')
        rows(request, response)
      },
    ]
    const secret = 'a secret: with + signs'
    const { ask } = await offer(
      { signIn: 'oauth', tokenUrl: `${issuer}/token`, clientId: 'millrace', scope: 'towns' },
      { secret },
    )
    expect(await ask()).toMatchObject({ fault: null, rows: [['LIS']] })
    const known = await real.ClientCredentials.find(token)
    expect(known).toMatchObject({ clientId: 'millrace', scope: 'towns' })
    const wrong = await offer(
      { signIn: 'oauth', tokenUrl: `${issuer}/token`, clientId: 'millrace' },
      { secret: 'oh no' },
    )
    expect((await wrong.ask()).fault).toMatch(/status 401 \(invalid_client\)\. Check the sign-in\.$/)
  })

  it('uses a token until shortly before it ends, and asks for it once however many need it', async () => {
    const { ask, id } = await offer(await oauth({ clientAuth: 'body', scope: 'a b' }), { secret: 'client-secret' })
    // A second server of the same installation has a memory of its own.
    const other = createRuntime(app.options).lookUps
    const adapter = await adapterOf(id)
    const all = await Promise.all([
      ...Array.from({ length: 5 }, () => app.runtime.lookUps.call(adapter, call)),
      ...Array.from({ length: 5 }, () => other.call(adapter, call)),
    ])
    expect(all.map(({ status: code }) => code)).toEqual(Array(10).fill(200))
    expect(given).toHaveLength(1)
    expect(Object.fromEntries(given[0]?.body ?? [])).toEqual({
      grant_type: 'client_credentials',
      scope: 'a b',
      client_id: 'mill:race',
      client_secret: 'client-secret',
    })
    clock.advance({ minutes: 9, seconds: 20 })
    integrator = await signInAs(integrator.user)
    expect((await ask()).fault).toBeNull()
    expect(given).toHaveLength(1)
    clock.advance({ seconds: 20 })
    expect((await ask()).fault).toBeNull()
    expect(given).toHaveLength(2)
  })

  it('renews a token that the service knows no more, once', async () => {
    const { ask } = await offer(await oauth(), { secret: 'client-secret' })
    expect((await ask()).fault).toBeNull()
    expect(given[0]?.authorization).toBe(`Basic ${Buffer.from('mill%3Arace:client-secret').toString('base64')}`)
    answers = [status(401), needsToken]
    expect((await ask()).fault).toBeNull()
    expect(given).toHaveLength(2)
    answers = [status(401), status(401)]
    expect((await ask()).fault).toContain('status 401')
    expect(asked).toHaveLength(5)
  })

  it('keeps the refresh token that comes with a token, also when only the name changes', async () => {
    seconds = 60
    const secrets = { refreshToken: 'refresh-0-secret' }
    const settings = await oauth({ grant: 'refresh' })
    const { ask, connection } = await offer(settings, { secret: 'client-secret', secrets })
    expect(connection.otherSecrets).toEqual(['refreshToken'])
    for (const number of [1, 2, 3]) {
      expect((await ask()).fault).toBeNull()
      expect(made).toBe(number)
      clock.advance({ minutes: 2 })
      integrator = await signInAs(integrator.user)
      const body = { name: `Renamed ${count} ${number}`, settings: connection.settings }
      expect((await integrator.call(calls.saveConnection, { ...ofConnection(connection.id), body })).status).toBe(200)
    }
    refresh = 'another one'
    expect((await ask()).fault).toMatch(/invalid_grant\)\. Enter a new refresh token\.$/)
    refresh = 'entered-again'
    const body = { name: 'Anew', settings: connection.settings, secrets: { refreshToken: 'entered-again' } }
    await integrator.call(calls.saveConnection, { ...ofConnection(connection.id), body })
    expect((await ask()).fault).toBeNull()
    const stored = await admin.query('select token_sealed, refresh_sealed from external_connection_state')
    const closed = stored.rows.flatMap(({ token_sealed, refresh_sealed }) => [token_sealed, refresh_sealed])
    expect(closed.length).toBeGreaterThan(0)
    for (const one of closed) expect(String(one?.toString('latin1'))).not.toMatch(/-secret|entered-again/)
  })

  it('asks for another token when its scope changes, with the last refresh token', async () => {
    const secrets = { refreshToken: 'refresh-0-secret' }
    const settings = await oauth({ grant: 'refresh', scope: 'read' })
    const { ask, connection } = await offer(settings, { secret: 'client-secret', secrets })
    expect((await ask()).fault).toBeNull()
    const body = { name: connection.name, settings: { ...connection.settings, scope: 'write' } } as Body
    expect((await integrator.call(calls.saveConnection, { ...ofConnection(connection.id), body })).status).toBe(200)
    expect((await ask()).fault).toBeNull()
    expect(given.map(({ body: sent }) => [sent.get('scope'), sent.get('refresh_token')])).toEqual([
      ['read', 'refresh-0-secret'],
      ['write', 'refresh-1-secret'],
    ])
  })

  it('shows no part of a secret that an authority of tokens repeats in its refusal', async () => {
    const refusing = http.createServer((_, response) => {
      response.writeHead(400).end(JSON.stringify({ error: `${'x'.repeat(90)}client-secret` }))
    })
    const tokenUrl = `http://127.0.0.1:${await open(refusing)}/token`
    const { ask } = await offer({ signIn: 'oauth', tokenUrl, clientId: 'millrace' }, { secret: 'client-secret' })
    const { fault } = await ask()
    expect(fault).toContain('to give a token, but it answered with the status 400')
    expect(fault).not.toContain('client')
  })

  it('shows neither secrets nor tokens that somebody repeats', async () => {
    answers = [
      (request, response) =>
        response
          .writeHead(422)
          .end(JSON.stringify({ echoed: request.headers.authorization, made: `access-${made}-secret` })),
    ]
    const { ask, connection } = await offer(await oauth(), { secret: 'client-secret' })
    const { fault } = await ask()
    expect(fault).toContain('•••')
    expect(fault).not.toContain('access-')
    const shown = await integrator.call(calls.getConnection, ofConnection(connection.id))
    expect(JSON.stringify(shown.body)).not.toMatch(/client-secret|access-/)
  })

  it('gives no secret to another authority of tokens, and none to another service', async () => {
    const settings = await oauth({ grant: 'refresh' })
    const secrets = { refreshToken: 'refresh-0-secret' }
    const { connection } = await offer(settings, { secret: 'client-secret', secrets })
    const save = async (more: Rest, entered: object = {}) => {
      const body = { name: connection.name, settings: { ...connection.settings, ...more }, ...entered } as Body
      return integrator.call(calls.saveConnection, { ...ofConnection(connection.id), body })
    }
    for (const more of [
      { tokenUrl: 'https://evil.example.org/token' },
      { baseUrl: 'https://evil.example.org' },
      { proxy: 'http://evil.example.org:3128' },
    ])
      expect((await save(more)).error.code).toBe('external.secret-missing')
    const moved = { tokenUrl: 'https://new.example.org/token' }
    const half = await save(moved, { secret: 'another' })
    expect(half.error.details).toMatchObject([{ where: 'secrets.refreshToken' }])
    expect((await save(moved, { secret: 'another', secrets: { refreshToken: 'other' } })).status).toBe(200)
  })

  it('is refused without what it needs', async () => {
    const settings = await oauth()
    expect(await refusalOf({ ...settings, tokenUrl: '' }, { secret: 'x' })).toMatchObject({
      details: [{ where: 'settings.tokenUrl' }],
    })
    expect(await refusalOf({ ...settings, clientId: '' }, { secret: 'x' })).toMatchObject({
      details: [{ where: 'settings.clientId' }],
    })
    expect(await refusalOf({ ...settings, grant: 'refresh' }, { secret: 'x' })).toMatchObject({
      details: [{ where: 'secrets.refreshToken' }],
    })
  })
})

const call = { parameters: {}, idempotencyKey: 'key', secrets: [], origin: 'process' } as const

describe('limits of a connection', () => {
  it('repeats what was refused, and what may be carried out twice', async () => {
    const { ask } = await offer({ retries: 2 })
    answers = [status(503), status(429, { 'retry-after': '0' }), rows]
    expect((await ask()).fault).toBeNull()
    expect(asked).toHaveLength(3)
    asked = []
    answers = [status(500), status(500), status(500)]
    expect((await ask()).fault).toContain('status 500')
    expect(asked).toHaveLength(3)
    asked = []
    const { ask: post } = await offer({ retries: 2 }, {}, { method: 'POST' })
    answers = [status(503)]
    expect((await post()).fault).toContain('status 503')
    expect(asked).toHaveLength(1)
    answers = [status(429, { 'retry-after': '60' })]
    expect((await post()).fault).toContain('status 429')
    answers = [status(429), rows]
    expect((await post()).fault).toBeNull()
  })

  it('stops after failures in a row, and continues when one call after the pause has an answer', async () => {
    const { ask, connection } = await offer({ breakAfter: 2, breakSeconds: 30 })
    answers = [status(500), status(502)]
    await ask()
    await ask()
    expect((await ask()).fault).toMatch(/but the last 2 calls failed\. No calls are sent until 20/)
    expect(asked).toHaveLength(2)
    const paused = (await integrator.call(calls.getConnection, ofConnection(connection.id))).body
    expect(paused.pausedUntil).not.toBeNull()
    clock.advance({ seconds: 31 })
    answers = [status(500)]
    expect((await ask()).fault).toContain('status 500')
    expect((await ask()).fault).toContain('the last 3 calls failed')
    clock.advance({ seconds: 31 })
    expect((await ask()).fault).toBeNull()
    expect((await ask()).fault).toBeNull()
    answers = [status(500), rows, status(500), rows]
    for (let times = 0; times < 4; times++) await ask()
    expect((await integrator.call(calls.getConnection, ofConnection(connection.id))).body.pausedUntil).toBeNull()
  })

  it('sends only one of many calls after a pause', async () => {
    const { ask, id } = await offer({ breakAfter: 1, breakSeconds: 30 })
    answers = [status(500)]
    await ask()
    clock.advance({ seconds: 31 })
    asked = []
    let release = () => {}
    answers = [
      (request, response) => {
        release = () => rows(request, response)
      },
    ]
    const first = ask()
    await expect.poll(() => asked.length).toBe(1)
    // Another one than the look-up that is on its way, which it would share.
    await expect(app.runtime.lookUps.call(await adapterOf(id), call)).rejects.toThrow('No calls are sent')
    release()
    expect((await first).fault).toBeNull()
    expect((await ask()).fault).toBeNull()
  })

  it('a test of the connection ends a pause', async () => {
    const { ask, connection } = await offer({ breakAfter: 1, breakSeconds: 3600 })
    answers = [status(500)]
    await ask()
    expect((await ask()).fault).toContain('No calls are sent')
    expect((await integrator.call(calls.testConnection, ofConnection(connection.id))).body.fault).toBeNull()
    expect((await ask()).fault).toBeNull()
  })

  it('lets no more calls leave in a minute than permitted, and keeps no one waiting beyond the time limit', async () => {
    const { ask } = await offer({ callsPerMinute: 20, seconds: 2 })
    expect([await ask(), await ask()].map(({ fault }) => fault)).toEqual([null, null])
    expect((await ask()).fault).toBe(
      `Expected at most 20 calls of 127.0.0.1:${port} in a minute, but there are more. Try again later.`,
    )
    clock.advance({ seconds: 3 })
    expect((await ask()).fault).toBeNull()
    expect(asked).toHaveLength(3)
  })
})

describe('the way to a service', () => {
  it('shows the certificate of the connection, and trusts its authorities alone', async () => {
    const authority = await createAuthority()
    const [own, client, stranger] = [
      await authority.issue('localhost'),
      await authority.issue('millrace'),
      await (await createAuthority()).issue('localhost'),
    ]
    const options = { requestCert: true, rejectUnauthorized: true, ca: authority.certificate }
    const secure = await open(https.createServer({ ...options, cert: own.certificate, key: own.key }, onRequest))
    const fake = await open(https.createServer({ cert: stranger.certificate, key: stranger.key }, onRequest))
    const settings = { baseUrl: `https://127.0.0.1:${secure}`, authorities: authority.certificate }
    const certificate = client.certificate
    const { ask } = await offer({ ...settings, certificate }, { secrets: { clientKey: client.key } })
    expect((await ask()).fault).toBeNull()
    const without = await offer(settings)
    expect((await without.ask()).fault).toMatch(/the call failed/)
    const other = await offer({ ...settings, baseUrl: `https://127.0.0.1:${fake}` })
    expect((await other.ask()).fault).toMatch(/CERT_|UNABLE_TO|SELF_SIGNED/)
    expect(asked).toHaveLength(1)
    expect(await refusalOf({ ...settings, certificate })).toMatchObject({ details: [{ where: 'secrets.clientKey' }] })
    expect(await refusalOf({ ...settings, certificate }, { secrets: { clientKey: own.key } })).toMatchObject({
      message: 'Expected the private key of the certificate, but it belongs to another one.',
    })
    expect(
      await refusalOf({ authorities: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }),
    ).toMatchObject({
      code: 'external.invalid',
    })
  })

  it('goes through a proxy, which learns the address that was checked', async () => {
    const tunnels: { path: string | undefined; authorization: string | undefined }[] = []
    const proxy = http.createServer()
    proxy.on('connect', (request: http.IncomingMessage, socket: Duplex) => {
      tunnels.push({ path: request.url, authorization: request.headers['proxy-authorization'] })
      if (request.headers['proxy-authorization'] === undefined) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
        return
      }
      const [host, at] = (request.url ?? '').split(':')
      const target: Socket = connectTo(Number(at), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        target.pipe(socket).pipe(target)
      })
      target.on('error', () => socket.destroy())
      socket.on('error', () => target.destroy())
    })
    const proxyPort = await open(proxy)
    const way = { proxy: `http://127.0.0.1:${proxyPort}`, proxyUsername: 'mill' }
    const secrets = { proxyPassword: 'proxy-secret' }
    const { ask } = await offer({ ...way, baseUrl: `http://localhost:${port}` }, { secrets })
    expect((await ask()).fault).toBeNull()
    expect(tunnels).toEqual([
      { path: `127.0.0.1:${port}`, authorization: `Basic ${Buffer.from('mill:proxy-secret').toString('base64')}` },
    ])
    const authority = await createAuthority()
    const own = await authority.issue('localhost')
    const secure = await open(https.createServer({ cert: own.certificate, key: own.key }, onRequest))
    const tls = { baseUrl: `https://localhost:${secure}`, authorities: authority.certificate }
    expect((await (await offer({ ...way, ...tls }, { secrets })).ask()).fault).toBeNull()
    expect(asked).toHaveLength(2)
    const inside = await offer({ ...way, baseUrl: 'http://10.0.0.7' }, { secrets })
    expect((await inside.ask()).fault).toContain('belongs to a private network')
    const refused = await offer({ proxy: way.proxy })
    expect((await refused.ask()).fault).toContain('answered with the status 407')
    const private_ = await offer({ proxy: 'http://10.0.0.7:3128' })
    expect((await private_.ask()).fault).toContain('belongs to a private network')
    expect(tunnels).toHaveLength(3)
  })
})
