import { describe, expect, it } from 'vitest'
import { routes } from '../routes.ts'
import { createRestTest } from '../testing/rest-test.ts'

const { app } = await createRestTest()
const response = await app.inject({ method: 'GET', url: '/engine-rest/openapi.json' })
const description = response.json()

describe('the description of the engine’s API', () => {
  it('is OpenAPI 3.1, for everybody, with every call and nothing else', () => {
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/json'])
    expect(description.openapi).toBe('3.1.0')
    const described = Object.entries<object>(description.paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
    )
  })

  it('says what each call answers: a body or none, refusals, and 503', () => {
    const { responses } = description.paths['/task/{id}/claim'].post
    expect(responses['204']).toEqual({ description: 'Done.' })
    expect(responses['401'].content).toBeUndefined()
    for (const status of ['4XX', '503'])
      expect(responses[status].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Refusal' })
    expect(description.paths['/task'].get.responses['200'].content['application/json'].schema).toEqual({
      type: 'array',
      items: { $ref: expect.stringContaining('Task') },
    })
    expect(description.components.schemas.Refusal.required).toEqual(['type', 'message', 'code'])
  })

  it('names no schema that it has not', () => {
    const named = [...response.body.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
    expect(named.filter((name) => !(`${name}` in description.components.schemas))).toEqual([])
  })

  it('has no choice between any value and null, of which Java clients do not compile', () => {
    expect(description.components.schemas.AnyValue).toEqual({})
    expect(description.components.schemas.VariableValueDto.properties.value).toEqual({
      $ref: '#/components/schemas/AnyValue',
    })
    expect(response.body).not.toContain('"anyOf":[{"$ref":"#/components/schemas/AnyValue"}')
  })

  it('says what clients sign in with, and in which parts of a path things are named', () => {
    expect(Object.keys(description.components.securitySchemes)).toEqual(['password', 'token'])
    expect(description.paths['/group/{id}/members/{userId}'].put.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'userId', in: 'path', required: true, schema: { type: 'string' } },
    ])
  })
})
