import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultBudgets, defineCall } from '@millrace/contract'
import { createTestClient, createTestDatabase, createUser } from '@millrace/server/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTokenSessions } from '../auth/api-token.ts'
import { startSession } from '../auth/session.ts'
import { findCaller } from '../caller.ts'
import { refuse } from '../errors/refusal.ts'
import { createHttpServer } from './create-http-server.ts'
import { createCsrf } from './csrf.ts'
import { createDoor } from './door.ts'
import { prepareApi } from './prepare-api.ts'
import { route } from './route.ts'

const { db, workplaceId, admin } = await createTestDatabase()
const auth = { db, clock: () => new Date('2030-01-07T09:00:00Z') }
const base = { summary: 'For tests.', tag: 'Tests' } as const

const putThing = defineCall({
  ...base,
  method: 'PUT',
  path: '/things/{id}',
  audience: ['RoleDesign', 'RoleAdmin'],
  params: z.object({ id: z.coerce.number<number>().int() }),
  query: z.object({ size: z.coerce.number<number>().int().min(1).max(100).default(20) }),
  body: z.object({
    name: z.string().min(1).max(10),
    tags: z.array(z.string()).max(2).optional(),
    kind: z.enum(['a', 'b']).optional(),
  }),
  answer: z.object({ id: z.number(), name: z.string(), size: z.number(), by: z.string() }),
  errors: ['thing.not-found'],
})
const fail = defineCall({
  ...base,
  method: 'GET',
  path: '/fail/{how}',
  audience: 'public',
  params: z.object({ how: z.string() }),
  answer: z.object({ ok: z.boolean() }),
})
const list = defineCall({
  ...base,
  method: 'GET',
  path: '/list/{count}',
  audience: 'public',
  params: z.object({ count: z.coerce.number<number>().int() }),
  answer: z.object({ rows: z.array(z.object({ n: z.number(), text: z.string() })) }),
})
const file = defineCall({ ...base, method: 'GET', path: '/file', audience: 'public', answer: 'file' })
const text = defineCall({ ...base, method: 'GET', path: '/text', audience: 'public', answer: 'text' })
const empty = defineCall({ ...base, method: 'POST', path: '/empty', audience: 'public', answer: 'empty' })

const app = await createHttpServer({
  logLevel: 'silent',
  trustedProxies: [],
  traces: null,
  budgets: defaultBudgets,
})
await app.register(
  async (api) => {
    await prepareApi(api, {
      auth,
      findTokenSession: createTokenSessions(auth),
      csrf: createCsrf('secret'),
      door: createDoor(defaultBudgets),
      maintenance: { refuse: () => null },
      secret: 'secret',
      apiBase: '/api',
      version: '1',
    })
    route(api, putThing, async ({ request: { user }, params, query, body, reply }) => {
      if (params.id === 404) return refuse('thing.not-found', 'Expected a thing 404, but there is none.')
      await sleep(1)
      reply.header('x-caller', findCaller())
      return { id: params.id, name: body.name, size: query.size, by: user.username, secret: 'not for the browser' }
    })
    route(api, fail, async ({ params }) => {
      if (params.how === 'thrown refusal') throw refuse('right.missing', 'Expected a right.')
      if (params.how === 'wrong answer') return { ok: 'yes' } as unknown as { ok: boolean }
      if (params.how === 'cut connection')
        await db.withTransaction({ workplaceId, userId: null, cause: 'test' }, (tx) =>
          tx.batch([{ name: 'test_suicide', text: 'select pg_terminate_backend(pg_backend_pid())', values: [] }]),
        )
      throw new Error('the secret inside')
    })
    route(api, list, async ({ params: { count } }) => {
      const rows = Array.from({ length: count }, (_, n) => ({ n, text: 'ä'.repeat(90), secret: 'not for the browser' }))
      return count === 9_999 ? ({ rows: [...rows, { n: 'none' }] } as unknown as { rows: typeof rows }) : { rows }
    })
    route(api, file, async () => ({
      content: Readable.from(['<script>alert(1)</script>']),
      contentType: 'text/html',
      fileName: 'a "b" ü.html',
    }))
    route(api, text, async ({ reply }) => {
      reply.header('x-caller', findCaller())
      return 'plain'
    })
    route(api, empty, async () => {})
  },
  { prefix: '/api' },
)
afterAll(() => app.close())

const anonymous = () => createTestClient(app)
const signIn = async (roles: Parameters<typeof createUser>[1]['roles']) => {
  const user = await createUser(db, { workplaceId, ...(roles === undefined ? {} : { roles }) })
  const { access } = await startSession(auth, { user })
  return Object.assign(createTestClient(app, { millrace_access: access }), { user })
}
// A client that has its CSRF token already: the helper would ask an address that this server does not have.
const withToken = async <C extends ReturnType<typeof anonymous>>(client: C): Promise<C> => {
  await client.call(text)
  return client
}
const good = { params: { id: 7 }, body: { name: 'Ada' } }

it('is carried out in the turns of its caller, and anonymous requests share one caller', async () => {
  const client = await withToken(await signIn(['RoleDesign']))
  const { headers } = await client.call(putThing, good)
  expect(headers['x-caller']).toBe(client.user.id)
  expect((await client.call(text)).headers['x-caller']).toBe(client.user.id)
  expect((await anonymous().call(text)).headers['x-caller']).toBe('anonymous')
})

describe('the ladder of a call', () => {
  it('401: nobody is signed in, whatever else is wrong', async () => {
    const { status, error } = await (await withToken(anonymous())).call(putThing, { params: { id: 7 }, body: {} })
    expect([status, error.code]).toEqual([401, 'session.missing'])
  })

  it('403: the CSRF token is missing', async () => {
    const client = await withToken(await signIn(['RoleDesign']))
    const { status, error } = await client.call(putThing, { ...good, headers: { 'x-xsrf-token': 'other' } })
    expect([status, error.code]).toEqual([403, 'session.csrf'])
  })

  it('403: the role is missing, regardless of the body', async () => {
    const client = await withToken(await signIn(['RoleUser', 'RoleFullAPI']))
    const { status, error } = await client.call(putThing, { params: { id: 7 }, body: { name: 7 } })
    expect([status, error.code, error.message]).toEqual([
      403,
      'right.missing',
      'Expected the role RoleDesign or RoleAdmin, but you do not have it.',
    ])
  })

  it('400: fields are wrong, each reported by its name', async () => {
    const client = await withToken(await signIn(['RoleDesign']))
    const { status, error } = await client.call(putThing, {
      params: { id: 7 },
      body: { name: 'x'.repeat(11), tags: ['a', 3], kind: 'c' },
    })
    expect([status, error.code]).toEqual([400, 'request.invalid'])
    expect(error.message).toBe('Expected a valid body, but name is not: Expected at most 10 characters.')
    expect(error.details).toEqual([
      { where: 'name', message: 'Expected at most 10 characters.' },
      { where: 'tags.1', message: 'Expected a text, but it is a number.' },
      { where: 'kind', message: 'Expected a or b.' },
    ])
  })

  it.each([
    ['query', { ...good, query: { size: 101 } }, [{ where: 'size', message: 'Expected at most 100.' }]],
    [
      'path',
      { params: { id: 'x' as unknown as number }, body: { name: 'Ada' } },
      [{ where: 'id', message: 'Expected a number, but it is not a number.' }],
    ],
    ['body', { params: { id: 7 } }, [{ where: 'body', message: 'Expected an object, but it is nothing.' }]],
  ])('400: the %s is wrong', async (part, input, details) => {
    const { status, error } = await (await withToken(await signIn(['RoleDesign']))).call(putThing, input)
    expect(status).toBe(400)
    expect(error.message).toMatch(`Expected a valid ${part}`)
    expect(error.details).toEqual(details)
  })

  it('404: there is no such thing', async () => {
    const { status, error } = await (await withToken(await signIn(['RoleDesign']))).call(putThing, {
      ...good,
      params: { id: 404 },
    })
    expect([status, error.code, error.message]).toEqual([
      404,
      'thing.not-found',
      'Expected a thing 404, but there is none.',
    ])
  })

  it('200: the answer, cut to what the call describes', async () => {
    const client = await withToken(await signIn(['RoleAdmin']))
    const { status, body, headers } = await client.call(putThing, good)
    expect([status, body]).toEqual([200, { id: 7, name: 'Ada', size: 20, by: client.user.username }])
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('a body that cannot be read', () => {
  const send = async (payload: string | Buffer, type: string) =>
    (await withToken(await signIn(['RoleDesign']))).send({
      method: 'PUT',
      url: '/api/things/7',
      payload,
      headers: { 'content-type': type },
    })

  it.each([
    ['no JSON', '{"name":', 'application/json', 400, 'request.invalid'],
    ['empty', '', 'application/json', 400, 'request.invalid'],
    ['of another type', 'name=Ada', 'application/x-www-form-urlencoded', 400, 'request.invalid'],
    ['plain text', 'Ada', 'text/plain', 400, 'request.invalid'],
    [
      'with a poisoned prototype',
      '{"name":"Ada","__proto__":{"admin":true}}',
      'application/json',
      400,
      'request.invalid',
    ],
    ['too large', JSON.stringify({ name: 'x'.repeat(1_000_001) }), 'application/json', 413, 'request.too-large'],
  ])('is refused when it is %s', async (_, payload, type, status, code) => {
    const answer = await send(payload, type)
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expect(answer.error.message).toMatch(/^Expected /)
  })
})

describe('a failure', () => {
  const failure = (how: string) => anonymous().call(fail, { params: { how } })

  it('that is expected may be thrown as well as returned', async () => {
    const { status, error } = await failure('thrown refusal')
    expect([status, error.code]).toEqual([403, 'right.missing'])
  })

  it('of the server shows nothing of its inside', async () => {
    const { status, body, headers } = await failure('anything')
    expect(status).toBe(500)
    expect(body).toEqual({
      code: 'internal',
      message: 'An error occurred in the server. Give your administrator the request id.',
      requestId: headers['x-request-id'],
    })
    expect(JSON.stringify(body)).not.toMatch(/secret|at |\.ts/)
  })

  it('to answer what the call describes is one of the server', async () => {
    const { status, error } = await failure('wrong answer')
    expect([status, error.code]).toEqual([500, 'internal'])
  })

  it('of the database says that it is away', async () => {
    const { status, error } = await failure('cut connection')
    expect([status, error.code]).toEqual([503, 'server.unavailable'])
  })
})

describe('a large answer', () => {
  const ask = (count: number) => anonymous().call(list, { params: { count } })

  it('is cut as a small one is, and has its headers', async () => {
    const [small, large] = [await ask(3), await ask(10_000)]
    for (const [{ status, headers, body }, count] of [[small, 3] as const, [large, 10_000] as const]) {
      expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
      expect(Number(headers['content-length'])).toBe(Buffer.byteLength(JSON.stringify(body)))
      expect(body).toEqual({ rows: Array.from({ length: count }, (_, n) => ({ n, text: 'ä'.repeat(90) })) })
    }
    expect(Object.keys(large.headers).toSorted()).toEqual(Object.keys(small.headers).toSorted())
  })

  it('that is not what the call describes is an error of the server', async () => {
    const { status, error } = await ask(9_999)
    expect([status, error.code]).toEqual([500, 'internal'])
  })
})

describe('answers that are no JSON', () => {
  it('are files to save, in which no script can run', async () => {
    const { headers, body } = await anonymous().call(file)
    expect(body).toBe('<script>alert(1)</script>')
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''a%20%22b%22%20%C3%BC.html`)
    expect(headers['content-security-policy']).toBe(`sandbox; default-src 'none'`)
  })

  it('are texts', async () => {
    const { headers, body } = await anonymous().call(text)
    expect([headers['content-type'], body]).toEqual(['text/plain; charset=utf-8', 'plain'])
  })

  it('are nothing at all', async () => {
    const { status, body } = await (await withToken(anonymous())).call(empty)
    expect([status, body]).toEqual([204, ''])
  })

  it('come to those who name the type of a body that they do not send, where the call takes none', async () => {
    const headers = { 'content-type': 'application/json' }
    const client = await withToken(anonymous())
    const sendNothing = (length: string) =>
      client.send({ method: 'POST', url: '/api/empty', headers: { ...headers, 'content-length': length }, payload: '' })
    expect((await sendNothing('0')).status).toBe(204)
    const sent = await client.send({ method: 'POST', url: '/api/empty', headers, payload: Buffer.alloc(0) })
    expect(sent.status).toBe(204)
    expect((await client.send({ method: 'POST', url: '/api/empty', headers, payload: '{' })).status).toBe(400)
    const designer = await withToken(await signIn(['RoleDesign']))
    const missing = await designer.send({ method: 'PUT', url: '/api/things/1', headers, payload: Buffer.alloc(0) })
    expect([missing.status, missing.error.code, missing.error.message]).toEqual([
      400,
      'request.invalid',
      'Expected JSON in the body, but it is empty.',
    ])
  })
})

describe('the description', () => {
  it('is OpenAPI 3.1 with every call, its parts and errors', async () => {
    const { body } = await anonymous().send({ url: '/api/openapi.json' })
    expect(body).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/api/things/{id}': {
          put: {
            summary: 'For tests.',
            description:
              'For RoleDesign or RoleAdmin. API tokens need the scope `administer`. Errors: `session.missing` (401), `session.csrf` (403), `request.invalid` (400), `right.missing` (403), `thing.not-found` (404).',
            parameters: expect.arrayContaining([
              expect.objectContaining({ in: 'path', name: 'id' }),
              expect.objectContaining({ in: 'query', name: 'size' }),
            ]),
            requestBody: { content: { 'application/json': { schema: { required: ['name'] } } } },
            responses: {
              200: { content: { 'application/json': { schema: { required: ['id', 'name', 'size', 'by'] } } } },
            },
          },
        },
      },
    })
  })

  it('is readable without script', async () => {
    const { headers, body } = await anonymous().send({ url: '/api/docs' })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<b>PUT</b> <code>/api/things/{id}</code> For tests.')
    expect(body).not.toContain('<script')
  })
})

it('sends the headers of security with every answer', async () => {
  for (const url of ['/api/text', '/api/fail/x', '/nothing']) {
    const { headers } = await anonymous().send({ url })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining(`script-src 'self'`),
    })
  }
})

it('serves on after the database was away', async () => {
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'millrace' and datname = current_database()`,
  )
  const client = await withToken(await signIn(['RoleDesign']).catch(() => signIn(['RoleDesign'])))
  expect((await client.call(putThing, good)).status).toBe(200)
})
