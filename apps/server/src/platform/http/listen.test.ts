import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { type Listening, listen } from './listen.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
})

/** A server whose calls are answered when the test says so. */
async function start(port = 0) {
  const app = fastify({ forceCloseConnections: 'idle' })
  const calls: (() => void)[] = []
  app.get('/', () => new Promise((resolve) => calls.push(() => resolve('done'))))
  const listening = await listen(app, { host: '127.0.0.1', port })
  const close = () => Promise.all([listening.close(), app.close()])
  ends.push(close)
  return { app, calls, listening, close }
}

async function connectTo({ url }: Listening, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(Number(new URL(url).port), '127.0.0.1'))
  ends.push(async () => sockets.map((socket) => socket.destroy()))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

const request = (header = '') => `GET / HTTP/1.1\r\nhost: x\r\n${header}\r\n`

describe('a port', () => {
  it.runIf(process.platform === 'linux')('takes many connections at one turn of the loop', async () => {
    const { app, listening } = await start()
    const turns = countInTurns(app)
    await connectTo(listening, 200)
    await expect.poll(() => turns.reduce((sum, count) => sum + count, 0)).toBe(200)
    expect(Math.max(...turns)).toBeGreaterThan(4)
  })

  it('answers on each of them', async () => {
    const { calls, listening } = await start()
    const sockets = await connectTo(listening, 50)
    const answers = sockets.map((socket) => once(socket, 'data').then(([data]) => String(data)))
    for (const socket of sockets) socket.write(request())
    await expect.poll(() => calls.length).toBe(50)
    for (const end of calls) end()
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })

  it('is refused where a server of ours has it, and where another program has it', async () => {
    const { listening } = await start()
    await expect(start(Number(new URL(listening.url).port))).rejects.toMatchObject({ code: 'EADDRINUSE' })
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    await expect(start((other.address() as AddressInfo).port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    other.close()
  })

  it('ends when all that is being answered is answered, takes nobody more, and can be had again', async () => {
    const { calls, listening, close } = await start()
    const sockets = await connectTo(listening, 50)
    const answers = sockets.map((socket) => once(socket, 'data').then(([data]) => String(data)))
    const ends = sockets.map((socket) => once(socket, 'close'))
    const [idle, busy] = [sockets.slice(0, 20), sockets.slice(20)]
    for (const socket of idle) socket.write(request())
    await expect.poll(() => calls.length).toBe(20)
    for (const end of calls.splice(0)) end()
    await Promise.all(answers.slice(0, 20))
    for (const socket of busy) socket.write(request('connection: close\r\n'))
    await expect.poll(() => calls.length).toBe(30)
    let isClosed = false
    const closed = close().then(() => {
      isClosed = true
    })
    await Promise.all(ends.slice(0, 20))
    const late = connect(Number(new URL(listening.url).port), '127.0.0.1')
    await expect(once(late, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    for (const end of calls.slice(1)) end()
    let answered = 0
    for (const answer of answers) void answer.then(() => answered++)
    await expect.poll(() => answered).toBe(49)
    expect(isClosed).toBe(false)
    calls[0]?.()
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    await closed
    await start(Number(new URL(listening.url).port))
  })
})

/** How many connections each turn of the loop has brought, of those that brought some. */
function countInTurns(app: FastifyInstance): number[] {
  const turns: number[] = []
  let isCounting = false
  app.server.on('connection', () => {
    if (!isCounting) {
      turns.push(0)
      isCounting = true
      setImmediate(() => {
        isCounting = false
      })
    }
    turns.push((turns.pop() ?? 0) + 1)
  })
  return turns
}
