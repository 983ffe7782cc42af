import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createS3Client } from './s3-client.ts'

/**
 * A storage that does with each connection what a test says; `onRequest` gets how many requests have come by it. It is
 * waited for as long as it takes, where nothing else is said.
 */
async function startStorage(onRequest: (socket: Socket, count: number) => void, timeout = 3_600_000) {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let count = 0
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const [line] = /^(GET|PUT|DELETE) \S+/.exec(bytes.toString('latin1')) ?? []
      if (line === undefined) return
      requests.push(line)
      onRequest(socket, ++count)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = { endpoint, bucket: 'files', region: 'us-east-1', accessKey: 'key', secretKey: 'secret' }
  return { requests, send: createS3Client(config, timeout) }
}

const answer = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\nconnection: keep-alive\r\n\r\n${body}`
const body = (megabytes: number) => ({
  size: megabytes * 1024 * 1024,
  sha256: Buffer.alloc(32),
  open: async function* () {
    for (let sent = 0; sent < megabytes; sent++) yield Buffer.alloc(1024 * 1024)
  },
})

describe('a storage', () => {
  it('that does not answer is waited for so long, and asked once', async () => {
    const { send, requests } = await startStorage(() => {}, 300)
    await expect(send({ method: 'GET', key: 'a' })).rejects.toThrow('no answer in 300 ms')
    await expect(send({ method: 'PUT', key: 'a', body: body(1) })).rejects.toThrow('no answer in 300 ms')
    // None twice. One may be given up before it has got there.
    expect(requests).toEqual([...new Set(requests)])
  })

  it('that refuses a file before all of it is there says why', async () => {
    const { send } = await startStorage((socket) => {
      socket.write(answer('403 Forbidden', '<Error><Code>AccessDenied</Code><Message>No</Message></Error>'))
    })
    await expect(send({ method: 'PUT', key: 'a', body: body(40) })).rejects.toMatchObject({
      code: 'AccessDenied',
      message: 'answered 403 AccessDenied',
    })
  })

  it('that answers what is no S3 is none', async () => {
    const { send } = await startStorage((socket) => socket.write(answer('502 Bad Gateway', '<html>'.repeat(10_000))))
    await expect(send({ method: 'GET', key: 'a' })).rejects.toThrow(/^answered 502$/)
  })

  it('that has closed a connection meanwhile is asked by another, and sent nothing twice', async () => {
    const { send, requests } = await startStorage((socket, count) => {
      if (count === 1 && requests.at(-1)?.startsWith('GET')) socket.write(answer('200 OK', 'A plan'))
      else socket.resetAndDestroy()
    })
    const get = async () => (await buffer(await send({ method: 'GET', key: 'a' }))).toString()
    expect([await get(), await get()]).toEqual(['A plan', 'A plan'])
    expect(requests).toHaveLength(3)
    await expect(send({ method: 'PUT', key: 'a', body: body(1) })).rejects.toThrow(/ECONNRESET|EPIPE|hang up/)
    expect(requests).toHaveLength(4)
  })

  it('that is interrupted in an answer has not given it', async () => {
    const { send } = await startStorage((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')
    })
    await expect(send({ method: 'GET', key: 'a' }).then(buffer)).rejects.toThrow('aborted')
  })
})

it('what is sent is interrupted with its own error', async () => {
  const { send } = await startStorage(() => {})
  const broken = {
    ...body(2),
    open: async function* () {
      yield Buffer.alloc(1024 * 1024)
      throw new Error('the database is away')
    },
  }
  await expect(send({ method: 'PUT', key: 'a', body: broken })).rejects.toThrow('the database is away')
})
