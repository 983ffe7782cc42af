import { aboutCalls, api, appProcessCalls, type Call, themeCalls } from '@millrace/contract'
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

describe('its OpenAPI document', async () => {
  const { body } = await anonymous().send({ url: '/api/openapi.json' })
  const { paths } = body as { paths: Record<string, Record<string, { responses: Responses }>> }
  const responsesOf = ({ method, path }: Call) => paths[`/api${path}`]?.[method.toLowerCase()]?.responses ?? {}

  it('describes every call', () => {
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described).toEqual(expect.arrayContaining(calls.map(([, { method, path }]) => `${method} /api${path}`)))
  })

  it.each(calls)('says what %s answers, refused and while the database is away too', (_, call) => {
    const responses = responsesOf(call)
    expect(Object.keys(responses)).toEqual([call.answer === 'empty' ? '204' : '200', '503', '4XX'])
    if (call.answer === 'empty') expect(responses['204']).toEqual({ description: 'Done.' })
    expect(propertiesOf(responses['4XX'])).toEqual(expect.arrayContaining(['code', 'message', 'requestId']))
    expect(propertiesOf(responses['503'])).not.toEqual([])
  })

  it('says how those refuse, and how health says what is away, that have a form of their own', () => {
    for (const call of [themeCalls.saveTheme, themeCalls.list, themeCalls.removeTheme])
      expect(propertiesOf(responsesOf(call)['4XX'])).toEqual(expect.arrayContaining(['error', 'data']))
    expect(propertiesOf(responsesOf(aboutCalls.health)['503'])).toContain('status')
  })

  it('has every schema that it refers to, for programs that generate clients', () => {
    const text = JSON.stringify(body)
    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference))
    expect(references.size).toBeGreaterThan(0)
    const find = (reference: string) =>
      reference
        .slice(2)
        .split('/')
        .reduce<unknown>((place, key) => (place as Record<string, unknown> | undefined)?.[key], body)
    expect([...references].filter((reference) => find(reference) === undefined)).toEqual([])
  })

  it('says what stands in which place of a list of pairs', () => {
    const { items } = schemaOf(responsesOf(appProcessCalls.history)['200']) ?? {}
    expect(items).toMatchObject({ type: 'array', prefixItems: [{ type: 'object' }, { type: 'string' }] })
  })
})

type Responses = Record<string, { content?: Record<string, { schema: Schema }> }>

interface Schema {
  readonly properties?: object
  readonly items?: unknown
}

function schemaOf(response: Responses[string] | undefined): Schema | undefined {
  return response?.content?.['application/json']?.schema
}

function propertiesOf(response: Responses[string] | undefined): string[] {
  return Object.keys(schemaOf(response)?.properties ?? {})
}
