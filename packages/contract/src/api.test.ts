import { expect, it } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import type { Call } from './call.ts'
import { errors } from './errors.ts'

const calls: [string, Call][] = Object.entries(api).flatMap(([subject, group]) =>
  Object.entries<Call>(group).map(([name, call]): [string, Call] => [`${subject}.${name}`, call]),
)

it.each(calls)('%s describes exactly the parameters of its path', (_, call) => {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
  const described = call.params instanceof z.ZodObject ? Object.keys(call.params.shape) : []
  expect(described.sort()).toEqual(inPath.sort())
})

it.each(calls)('%s can be written as JSON schema', (_, call) => {
  for (const schema of [call.params, call.query, call.body, call.answer])
    if (schema instanceof z.ZodType) expect(() => z.toJSONSchema(schema, { io: 'input' })).not.toThrow()
})

it.each(calls)('%s names only errors of the registry', (_, call) => {
  for (const code of call.errors ?? []) expect(errors).toHaveProperty([code])
})

it.each(calls.filter(([, call]) => call.method !== 'GET' || call.isChange))(
  '%s says which reading calls it makes out of date',
  (_, { touches }) => {
    const reading = calls.filter(([, { method, isChange }]) => method === 'GET' && !isChange).map(([name]) => name)
    const known = new Set([...reading, ...reading.map((name) => name.split('.')[0])])
    expect(touches).toBeDefined()
    expect(touches?.filter((name) => !known.has(name))).toEqual([])
  },
)

it.each(calls.filter(([, call]) => call.method === 'GET' && !call.isChange))(
  '%s only reads, so it touches nothing',
  (_, call) => {
    expect(call.touches).toBeUndefined()
  },
)

it('has no two calls with the same method and path', () => {
  const addresses = calls.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})
