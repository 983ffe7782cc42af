import { openBrokerProxy } from '@millrace/server/testing/broker-proxy'
import { createAuthority } from '@millrace/server/testing/certificates'
import { openRabbitmq } from '@millrace/server/testing/rabbitmq-server'
import { connect as connectAmqp, type Options } from 'amqplib'
import { afterAll, beforeEach } from 'vitest'
import { type ListenerSettings, openListenerPlace } from './listener-place.ts'

export type QueueSettings = Extract<ListenerSettings, { kind: 'queue' }>

const [username, password] = ['orders', 'hush-hush-9']

/**
 * Opens a RabbitMQ with the queues `orders`, `failed` and `dead`, and a workplace whose listeners read them. Both end with
 * the tests of the file. The queues are empty at the start of each test. Rejected messages of `orders` go to `dead`.
 */
export async function openQueuePlace() {
  const certificate = await (await createAuthority()).issue('localhost')
  const server = await openRabbitmq({ username, password, certificate })
  afterAll(() => server.close())
  const proxy = await openBrokerProxy(server.port)
  afterAll(() => proxy.close())
  const place = await openListenerPlace()
  const connect = (settings: object = {}, secret = password) => {
    const base = { host: '127.0.0.1', port: server.port, tls: 'off', username, seconds: 10 } as const
    return place.connect({ kind: 'amqp', ...base, ...settings }, secret)
  }
  const main = await connect()
  const cuttable = await connect({ port: proxy.port })

  const other = await connectAmqp({ hostname: '127.0.0.1', port: server.port, username, password })
  afterAll(() => other.close().catch(() => {}))
  const channel = await other.createConfirmChannel()
  const put = async (content: unknown, options: Options.Publish = {}, queue = 'orders') => {
    channel.sendToQueue(queue, Buffer.from(JSON.stringify(content)), options)
    await channel.waitForConfirms()
  }
  const left = async (queue = 'orders') => (await channel.checkQueue(queue)).messageCount

  const target: QueueSettings['target'] = {
    action: 'start',
    process: 'order',
    businessKey: { source: 'body', path: 'key' },
    variables: [
      { variable: 'count', source: 'body', path: 'lines.0.count', type: 'integer' },
      { variable: 'country', source: 'header', path: 'country' },
      { variable: 'routing', source: 'routingKey' },
      { variable: 'whole', source: 'content', type: 'file' },
    ],
  }
  const listen = (settings: Partial<QueueSettings> = {}, apiId = main.apiId) =>
    place.listen({ kind: 'queue', queue: 'orders', target, ...settings }, apiId)

  beforeEach(async () => {
    proxy.watch(() => 'pass')
    for (const queue of ['orders', 'failed', 'dead']) await channel.deleteQueue(queue)
    await channel.assertQueue('dead')
    await channel.assertQueue('failed')
    await channel.assertQueue('orders', { deadLetterExchange: '', deadLetterRoutingKey: 'dead' })
  })

  return { ...place, server, proxy, other, channel, password, target, main, cuttable, connect, put, left, listen }
}
