import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { createAuthority } from '@millrace/server/testing/certificates'
import { Writer } from '@platformatic/kafka'
import { afterAll, expect, it } from 'vitest'
import { readAllowedAddresses } from './addresses.ts'
import { createBrokers } from './brokers.ts'
import { createFrameReader } from './kafka/frame-reader.ts'

const allowed = readAllowedAddresses('127.0.0.1')
const none = readAllowedAddresses('10.0.0.1')
if (allowed === null || none === null) throw new Error('Expected addresses.')
const certificate = await (await createAuthority()).issue('localhost')
const password = 'hush-hush-9'

/** A server that keeps the bytes of its clients. */
async function listen(greet: (socket: Socket, bytes: Buffer) => void, isTls = false) {
  const got: Buffer[] = []
  const take = (socket: Socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      got.push(bytes)
      greet(socket, bytes)
    })
  }
  const server = isTls
    ? createTlsServer({ cert: certificate.certificate, key: certificate.key }, take)
    : createServer(take)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  return { port: (server.address() as AddressInfo).port, got: () => Buffer.concat(got).toString('latin1') }
}
const place = (port: number, settings: object = {}) => ({
  ...{ servers: `127.0.0.1:${port}`, tls: 'off' as const, trust: 'authority' as const, hostKey: '' },
  ...{ signIn: 'none' as const, username: 'jo', secret: password, timeoutMs: 500, ...settings },
})
const message = { exchange: 'orders', routingKey: '', id: '1', headers: {}, type: null, body: new Uint8Array() }

interface Reported {
  readonly host: string
  /** Null: that of the broker itself. */
  readonly port: number | null
}

/**
 * A broker that answers each request with its cluster: brokers with the numbers from 1 on, each of which leads the
 * partition before its number. It also leads partitions with an error. It has the offsets 5 to 9.
 */
function clusterOf(brokers: readonly Reported[], errors: readonly number[] = []) {
  const metadata = (answer: Writer, own: number) => {
    answer.appendInt32(0)
    answer.appendArray([...brokers], (w, { host, port }, at) =>
      w
        .appendInt32(at + 1)
        .appendString(host)
        .appendInt32(port ?? own)
        .appendString(null),
    )
    answer.appendString('cluster').appendInt32(1)
    const leaders = [...brokers.map((_, at) => at + 1), ...errors.map(() => 1)]
    answer.appendArray(['orders'], (w, name) =>
      w
        .appendInt16(0)
        .appendString(name)
        .appendUUID(null)
        .appendBoolean(false)
        .appendArray(leaders, (one, leader, partition) => {
          one.appendInt16(0).appendInt32(partition).appendInt32(leader).appendInt32(0)
          for (let list = 0; list < 3; list++) one.appendArray([], () => {})
        })
        .appendInt32(0),
    )
    answer.appendInt32(0).appendTaggedFields()
  }
  const offsets = (answer: Writer, asked: Buffer) => {
    // No epoch, and -1 in place of a time, which stands for the last offset.
    const offset = asked.includes(Buffer.alloc(12, 0xff)) ? 9n : 5n
    const codes = [...brokers.map(() => 0), ...errors]
    answer.appendInt32(0).appendArray(['orders'], (w, name) =>
      w.appendString(name).appendArray(codes, (one, code, partition) => {
        one.appendInt32(partition).appendInt16(code).appendInt64(-1n).appendInt64(offset).appendInt32(0)
      }),
    )
    answer.appendTaggedFields()
  }
  return listen((socket, bytes) => {
    createFrameReader(100_000, (frame) => {
      const answer = Writer.create().appendInt32(frame.readInt32BE(4)).appendTaggedFields()
      if (frame.readInt16BE(0) === 2) offsets(answer, frame)
      else metadata(answer, socket.localPort ?? 0)
      socket.write(answer.prependLength().buffer)
    })(bytes)
  })
}
const clusterWith = (host: string, port: number | null = null) => clusterOf([{ host, port }])

it('connects to no address of a private network, and sends nothing there', async () => {
  const server = await listen(() => {})
  const { topics } = createBrokers({ allowed: none })
  await expect(topics.check(place(server.port))).rejects.toThrow('belongs to a private network')
  const servers = `localhost:${server.port}, [::1]:${server.port}`
  await expect(topics.check(place(server.port, { servers }))).rejects.toThrow('belongs to a private network')
  expect(server.got()).toBe('')
})

it.each(['10.1.2.3', '169.254.169.254', '::1', '127.0.0.2'])(
  'connects to no broker at %s, although the cluster names it',
  async (host) => {
    const cluster = await clusterWith(host, 9092)
    const { topics } = createBrokers({ allowed })
    await expect(topics.check(place(cluster.port))).rejects.toThrow('belongs to a private network')
    await expect(topics.send(place(cluster.port), message)).rejects.toThrow('belongs to a private network')
    const ends = await topics.open(place(cluster.port), 'orders', (topic) => topic.ends([0]))
    expect(ends.get(0)).toMatchObject({
      message: expect.stringContaining('all brokers that the cluster names, but one belongs to a private network'),
      isPrivateAddress: false,
    })
  },
)

it('sends nothing to a broker with another certificate than the pinned one', async () => {
  const server = await listen(() => {}, true)
  const { topics } = createBrokers({ allowed })
  const other = { tls: 'on', trust: 'pinned', hostKey: `SHA256:${'A'.repeat(43)}` } as const
  await expect(topics.send(place(server.port, other), message)).rejects.toThrow('Nothing was sent.')
  await expect(topics.send(place(server.port, { ...other, hostKey: '' }), message)).rejects.toThrow(
    'Test the connection first.',
  )
  expect(server.got()).toBe('')
})

it('stops at an answer that is too large, or that belongs to no request', async () => {
  const { topics } = createBrokers({ allowed })
  for (const head of [Buffer.from([0x7f, 0xff, 0xff, 0xff]), Buffer.from([0, 0, 0, 4, 0, 0, 9, 9])]) {
    const server = await listen((socket) => socket.write(head))
    await expect(topics.check(place(server.port))).rejects.toThrow('but it is another one')
  }
})

it('says what is wrong with a server that ends the connection, or never answers', async () => {
  const { topics } = createBrokers({ allowed })
  const ending = await listen((socket) => socket.end())
  await expect(topics.check(place(ending.port))).rejects.toThrow('to keep the connection, but it has ended')
  const silent = await listen(() => {})
  await expect(topics.check(place(silent.port))).rejects.toThrow('to answer, but it did not')
  const signIn = { signIn: 'scram-sha-512' }
  await expect(topics.check(place(ending.port, signIn))).rejects.toThrow('to keep the connection, but it has ended')
  expect(ending.got()).not.toContain(password)
})

it('continues with the next server where one does not answer', async () => {
  const { topics } = createBrokers({ allowed })
  const silent = await listen(() => {})
  const cluster = await clusterWith('127.0.0.1')
  const servers = `127.0.0.1:${cluster.port}`
  await expect(topics.check(place(0, { servers }))).resolves.toBeNull()
  const all = `127.0.0.1:1, 127.0.0.1:${silent.port}, ${servers}`
  await expect(topics.check(place(0, { servers: all, timeoutMs: 3_000 }))).resolves.toBeNull()
})

it('reads the other partitions where a broker is not reached, does not answer, or has another leader', async () => {
  const silent = await listen(() => {})
  const own = { host: '127.0.0.1', port: null }
  const cluster = await clusterOf(
    [own, { ...own, port: 1 }, { host: '10.1.2.3', port: 1 }, { ...own, port: silent.port }],
    [6, 78],
  )
  const { topics } = createBrokers({ allowed })
  const ends = await topics.open(place(cluster.port, { timeoutMs: 4_000 }), 'orders', (topic) =>
    topic.ends([0, 1, 2, 3, 4, 5, 6]),
  )
  expect(ends.get(0)).toEqual({ first: 5n, next: 9n })
  const texts = [
    'ECONNREFUSED',
    'private network',
    'but it did not',
    'code 6',
    'code 78',
    'a leader for each partition',
  ]
  for (const [at, text] of texts.entries())
    expect(ends.get(at + 1)).toMatchObject({ message: expect.stringContaining(text) })
})
