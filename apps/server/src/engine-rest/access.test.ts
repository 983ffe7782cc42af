import { expect, it } from 'vitest'
import { routes } from './routes.ts'
import { unknownId } from './testing/models.ts'
import { createRestTest } from './testing/rest-test.ts'

const { rest, plain, nobody } = await createRestTest()

const fill = (path: string) => path.replaceAll(/:\w+/g, unknownId)
const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const)

it.each(named)('%s asks who is there', async (_, { method, path }) => {
  const { status, headers, body } = await nobody.send(method, fill(path))
  expect([status, body]).toEqual([401, null])
  expect(headers['www-authenticate']).toContain('Basic')
})

// Everybody may ask what he himself may do; what of others is in `authorization.test.ts`.
// Which API is spoken here is told to everybody who may call.
const openToAll = ['/authorization/check', '/version', '/engine', '/identity/password-policy']
const reads = named.filter(([, { readers, path }]) => readers !== null && !openToAll.includes(path))
const operations = named.filter(([, { readers }]) => readers === null)

it.each(reads)('%s shows nothing to a user who may not read there', async (_, { method, path }) => {
  const { status, body } = await plain.send(method, fill(path))
  expect(status).toBe(403)
  expect(body).toEqual({
    type: 'AuthorizationException',
    message: expect.stringMatching(/^Expected .+\.$/),
    code: null,
  })
})

// `operations.test.ts` checks the permission for each operation. These requests lack data or name unknown objects.
it.each(operations)('%s does nothing for a user who has nothing to do with it', async (_, { method, path }) => {
  const { status, body } = await plain.send(method, fill(path))
  expect(status).toBeOneOf([400, 403, 404])
  expect(body).toMatchObject({ type: expect.any(String), message: expect.any(String) })
})

const lists = routes.filter(
  ({ method, path }) =>
    method === 'GET' && !path.includes(':') && routes.some((other) => other.path === `${path}/count`),
)

it.each(lists.map(({ path }) => path))(
  'the list %s refuses what cannot be meant, and counts what it shows',
  async (path) => {
    const wrong: Record<string, string>[] = [
      { sortBy: 'nothing', sortOrder: 'asc' },
      { sortOrder: 'asc' },
      { maxResults: 'many' },
    ]
    for (const query of wrong) {
      const { status, body } = await rest.get(path, query)
      expect([JSON.stringify(query), status]).toEqual([JSON.stringify(query), expect.toBeOneOf([400, 404])])
      expect(body).toMatchObject({ type: expect.any(String), message: expect.any(String) })
    }
    const [shown, counted] = [await rest.get(path), await rest.get(`${path}/count`)]
    expect([shown.status, counted.status]).toEqual([200, 200])
    expect(counted.body.count).toBe(shown.body.length)
  },
)

const things = routes.filter(({ method, path }) => method === 'GET' && /^\/[\w/-]+\/:id$/.test(path))

it.each(things.map(({ path }) => path))('%s reports that there is no such thing', async (path) => {
  for (const id of [unknownId, 'nothing', "' or 1=1 --"]) {
    const { status, body } = await rest.get(path.replace(':id', encodeURIComponent(id)))
    expect([id, status]).toEqual([id, expect.toBeOneOf([400, 404])])
    expect(body).toMatchObject({ type: expect.any(String), message: expect.any(String) })
  }
})

it('an invalid address is 404 with a refusal', async () => {
  const { status, body } = await rest.get('/nothing')
  expect([status, body.type]).toEqual([404, 'NotFoundException'])
})

it('a body that is no JSON is 400 with a refusal', async () => {
  const { status, body } = await rest.send('POST', '/task', { body: Buffer.from('{') })
  expect([status, body.type]).toEqual([expect.toBeOneOf([400, 415]), 'InvalidRequestException'])
})
