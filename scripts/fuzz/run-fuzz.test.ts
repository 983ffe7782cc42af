import { roles } from '@millrace/contract'
import { createTestApp, createUser } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { listOperations } from './description.ts'
import { presentComplaints, runFuzz, type Send } from './run-fuzz.ts'
import { endsCallers, prepareServer } from './server-under-test.ts'

/** The short form of `npm run fuzz`: each call at least once, the same in every run. */
const seed = 20_261_122
const { app, db, workplaceId } = await createTestApp()
const accounts = [
  { username: 'keeper', password: 'the keeper of all', roles },
  { username: 'worker', password: 'one who works', roles: ['RoleUser'] as const },
]
for (const account of accounts) await createUser(db, { workplaceId, ...account })

const send: Send = async ({ method, url, headers, body }) => {
  const payload = body === null ? {} : { payload: typeof body === 'string' ? body : Buffer.from(body) }
  const response = await app.inject({ method: method as 'GET', url, headers, ...payload })
  return {
    status: response.statusCode,
    type: String(response.headers['content-type'] ?? ''),
    body: response.rawPayload,
    cookies: [response.headers['set-cookie'] ?? []].flat(),
  }
}

it.each([
  ['/api', '/api/openapi.json', ''],
  ['/engine-rest', '/engine-rest/openapi.json', '/engine-rest'],
])('whatever is sent to %s is answered as described', async (_, document, base) => {
  const { body } = await send({ method: 'GET', url: document, headers: {}, body: null })
  const described = JSON.parse(body.toString())
  const paths = Object.entries(described.paths).map(([path, operations]) => [`${base}${path}`, operations])
  const description = { ...described, paths: Object.fromEntries(paths) }
  const { refill, listCallers, names } = prepareServer(send, accounts)
  const { complaints, statuses } = await runFuzz({
    seed,
    calls: listOperations(description).length + 100,
    description,
    send,
    listCallers,
    refill,
    isLeftAlone: (value) => names.includes(value),
    isLeftOut: endsCallers,
  })
  expect(complaints, presentComplaints(complaints)).toEqual([])
  // Most of them reach what they are about.
  expect(statuses.get(200)).toBeGreaterThan(50)
})
