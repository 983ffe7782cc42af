import { once } from 'node:events'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { hasMethod } from '@millrace/server/testing/broker-proxy'
import { createAuthority } from '@millrace/server/testing/certificates'
import { afterAll, expect, it, vi } from 'vitest'
import { readAllowedAddresses } from './addresses.ts'
import { createBrokers } from './brokers.ts'

const allowed = readAllowedAddresses('127.0.0.1')
const none = readAllowedAddresses('10.0.0.1')
if (allowed === null || none === null) throw new Error('Expected addresses.')
const certificate = await (await createAuthority()).issue('localhost')
const password = 'hush-hush-9'

/** A server that answers all bytes of its clients, and keeps them. */
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
  ...{ host: '127.0.0.1', port, tls: 'off' as const, trust: 'authority' as const, hostKey: '', virtualHost: '/' },
  ...{ username: 'jo', secret: password, timeoutMs: 500, ...settings },
})
const message = { exchange: '', routingKey: 'q', id: '1', headers: {}, type: null, body: new Uint8Array() }

const { cache } = createRequire(import.meta.url)
const listLoaded = () => Object.keys(cache).filter((file) => file.includes('/amqplib/'))

it('loads its library for the first connection, and not before', async () => {
  const server = await listen((socket) => socket.end())
  // Other files of tests may have loaded it in this process.
  for (const file of listLoaded()) delete cache[file]
  vi.resetModules()
  const brokers = (await import('./brokers.ts')).createBrokers({ allowed })
  expect(listLoaded()).toEqual([])
  await expect(brokers.check(place(server.port))).rejects.toThrow()
  expect(listLoaded()).not.toEqual([])
})

it('connects to no address of a private network, and sends nothing there', async () => {
  const server = await listen(() => {})
  const brokers = createBrokers({ allowed: none })
  await expect(brokers.check(place(server.port))).rejects.toThrow('belongs to a private network')
  await expect(brokers.check(place(server.port, { host: 'localhost' }))).rejects.toThrow('belongs to a private network')
  expect(server.got()).toBe('')
})

it('sends nothing to a broker with another certificate than the pinned one', async () => {
  const server = await listen(() => {}, true)
  const brokers = createBrokers({ allowed })
  const other = { tls: 'on', trust: 'pinned', hostKey: `SHA256:${'A'.repeat(43)}` } as const
  await expect(brokers.send(place(server.port, other), message)).rejects.toThrow('Nothing was sent.')
  await expect(brokers.send(place(server.port, { ...other, hostKey: '' }), message)).rejects.toThrow(
    'Test the connection first.',
  )
  expect(server.got()).toBe('')
})

it.each([
  ['is silent', () => {}, 'to answer within 500 ms'],
  ['ends the connection', (socket: Socket) => socket.end(), 'the broker ended the connection'],
  ['speaks HTTP', (socket: Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), 'Expected'],
  [
    'sends a huge frame',
    (socket: Socket) => socket.write(Buffer.from([1, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0])),
    'Expected',
  ],
] as const)('reports a server that %s, and sends it no password', async (_, greet, text) => {
  const server = await listen(greet)
  const failed = await createBrokers({ allowed })
    .check(place(server.port))
    .then(
      () => 'no failure',
      (error: Error) => `${error.name} ${error.message}`,
    )
  expect(failed).toContain('OutgoingFailure')
  expect(failed).toContain(text)
  expect(server.got()).toBe('AMQP\0\0\x09\x01')
})

type Frame = 'ConnectionStart' | 'ConnectionTune' | 'ConnectionOpenOk' | 'ConnectionClose' | 'ChannelOpenOk'

/** Writes the frame of a method, as a broker does. */
function frame(name: Frame, fields: object, channel = 0): Buffer {
  const require = createRequire(import.meta.url)
  const defs = require(join(dirname(require.resolve('amqplib')), 'lib/defs.js'))
  return defs.encodeMethod(defs[name], channel, fields)
}

const closeWith = (replyCode: number) =>
  frame('ConnectionClose', { replyCode, replyText: 'no', classId: 0, methodId: 0 })

/** Opens the connection, with other bytes in the same segment. */
function openWith(others: () => Buffer) {
  return (socket: Socket, bytes: Buffer) => {
    const start = { versionMajor: 0, versionMinor: 9, serverProperties: {} }
    if (bytes.includes('AMQP'))
      socket.write(
        frame('ConnectionStart', { ...start, mechanisms: Buffer.from('PLAIN'), locales: Buffer.from('en_US') }),
      )
    else if (hasMethod(bytes, 10, 11))
      socket.write(frame('ConnectionTune', { channelMax: 10, frameMax: 131_072, heartbeat: 0 }))
    else if (hasMethod(bytes, 10, 40))
      socket.write(Buffer.concat([frame('ConnectionOpenOk', { knownHosts: '' }), others()]))
  }
}

it.each([
  ['refuses the virtual host', () => closeWith(530)],
  ['shuts down', () => closeWith(320)],
  ['answers on an unknown channel', () => frame('ChannelOpenOk', { channelId: Buffer.alloc(0) }, 7)],
  ['opens the connection twice', () => frame('ConnectionOpenOk', { knownHosts: '' })],
  ['sends an invalid frame', () => Buffer.from([1, 0, 0, 0, 0, 0, 4, 0, 99, 0, 99, 0xce])],
  ['sends a huge frame', () => Buffer.from([1, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0])],
] as const)('survives a broker that %s in the segment that opens the connection', async (_, others) => {
  const server = await listen(openWith(others))
  const brokers = createBrokers({ allowed })
  const ended = { name: 'OutgoingFailure', message: expect.stringContaining('to keep the connection') }
  await expect(brokers.check(place(server.port))).rejects.toMatchObject(ended)
  await expect(brokers.send(place(server.port), message)).rejects.toMatchObject(ended)
})

it('lets a user in where the broker keeps the connection', async () => {
  const server = await listen(openWith(() => Buffer.alloc(0)))
  await expect(createBrokers({ allowed }).check(place(server.port))).resolves.toBeNull()
})
