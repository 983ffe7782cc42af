import { setImmediate as turn } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import { countTurns, headOf, openConnection } from '@millrace/server/testing'
import Fastify, { type FastifyRequest } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { type Part, readParts } from './read-parts.ts'

const app = Fastify({ bodyLimit: 10_000_000 })
await app.register(multipart)
const read = (request: FastifyRequest) => readParts(request, { files: 500, fileSize: 1_000_000 })
let broken: unknown = null
app.post('/', async (request) => {
  let parts: Part[] = []
  const turns = await countTurns(async () => {
    parts = await read(request)
  })
  return { count: parts.length, turns }
})
let isLetGoOf: boolean | null = null
app.post('/broken', (request) =>
  read(request).catch(async (error) => {
    broken = error
    for (let turns = 0; turns < 20; turns++) await turn()
    isLetGoOf = request.raw.readableEnded
    throw error
  }),
)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

const part = '--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\n\r\n'
const type = { 'content-type': 'multipart/form-data; boundary=x' }
const formOf = (count: number) => `${part.repeat(count)}--x--\r\n`

describe('a form', () => {
  it('of many parts lets others come in between', async () => {
    const { count, turns } = (
      await app.inject({ method: 'POST', url: '/', headers: type, payload: formOf(400) })
    ).json()
    expect(count).toBe(400)
    expect(turns).toBeGreaterThanOrEqual(7)
  })

  it('of ten thousand parts is refused, and its connection is valid for another', async () => {
    const connection = await openConnection(url)
    for (const [count, status, body] of [
      [10_000, 413, { code: 'FST_FILES_LIMIT' }],
      [10_000, 413, { code: 'FST_FILES_LIMIT' }],
      [2, 200, { count: 2 }],
    ] as const) {
      const form = formOf(count)
      connection.send(headOf('POST', '/', { ...type, 'content-length': form.length }))
      connection.send(form)
      expect(await connection.answer()).toMatchObject({ status, body })
    }
    connection.close()
  })

  it('that is refused is read no further', async () => {
    const answer = await app.inject({ method: 'POST', url: '/broken', headers: type, payload: formOf(10_000) })
    // Portion by portion it would take two hundred turns.
    expect([answer.statusCode, isLetGoOf]).toEqual([413, true])
  })

  it('that is interrupted with its connection ends', async () => {
    const connection = await openConnection(url)
    connection.send(headOf('POST', '/broken', { ...type, 'content-length': 1_000_000 }))
    connection.send(`${part.repeat(100)}half a file`)
    const ended = connection.ended()
    connection.socket.end(() => connection.socket.resetAndDestroy())
    await ended
    await expect.poll(() => broken).toMatchObject({ message: expect.stringContaining('it cannot be read') })
  })
})
