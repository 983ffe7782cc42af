import { api, type Call } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { app, anonymous, signIn } = await createTestApp()

const calls: [string, Call][] = Object.entries(api).flatMap(([subject, group]) =>
  Object.entries<Call>(group).map(([name, call]): [string, Call] => [`${subject}.${name}`, call]),
)
const closed = calls.filter(([, { audience }]) => audience !== 'public')
const changing = closed.filter(([, { method, isChange }]) => method !== 'GET' || isChange)
const address = (call: Call) => `/api${call.path.replaceAll(/\{\w+\}/g, '1')}`

describe('every call of the contract', () => {
  it.each(calls)('%s is served', (_, call) => {
    expect(app.hasRoute({ method: call.method, url: `/api${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}` })).toBe(true)
  })

  it.each(closed)('%s answers 401 when nobody is signed in', async (_, call) => {
    const { status, error } = await anonymous().send({ method: call.method, url: address(call) })
    expect([status, error.code]).toEqual([401, 'session.missing'])
  })

  it.each(changing)('%s answers 403 without the CSRF token', async (_, call) => {
    const client = await signIn({ roles: [] })
    const headers = { 'x-xsrf-token': 'another' }
    const { status, error } = await client.send({ method: call.method, url: address(call), headers })
    expect([status, error.code]).toEqual([403, 'session.csrf'])
  })

  it.each(closed.filter(([, { audience }]) => Array.isArray(audience)))(
    '%s does nothing without its role',
    async (_, call) => {
      const client = await signIn({ roles: [] })
      const { status, error } = await client.send({ method: call.method, url: address(call) })
      // What is missing besides is told first.
      expect([
        [403, 'right.missing'],
        [400, 'request.invalid'],
        ...(call.isChange ? [[403, 'session.csrf']] : []),
      ]).toContainEqual([status, error.code])
    },
  )
})

it('describes every call in its OpenAPI document', async () => {
  const { body } = await anonymous().send({ url: '/api/openapi.json' })
  const { paths } = body as { paths: Record<string, Record<string, unknown>> }
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described).toEqual(expect.arrayContaining(calls.map(([, { method, path }]) => `${method} /api${path}`)))
})
