import { openBrokerProxy } from '@millrace/server/testing/broker-proxy'
import { createAuthority } from '@millrace/server/testing/certificates'
import { findPort } from '@millrace/server/testing/find-port'
import { openKafka } from '@millrace/server/testing/kafka-server'
import { Admin, Consumer, Producer, stringSerializers } from '@platformatic/kafka'
import { afterAll, beforeEach, expect } from 'vitest'
import { type ListenerSettings, openListenerPlace } from './listener-place.ts'

export type TopicSettings = Extract<ListenerSettings, { kind: 'topic' }>

const [username, password] = ['orders', 'hush-hush-9']

/**
 * Opens a Kafka, and a workplace whose listeners read its topics. Both end with the tests of the file. Connections with a
 * sign-in lead through a proxy that can cut them.
 */
export async function openTopicPlace() {
  const certificate = await (await createAuthority()).issue('localhost')
  const saslPort = await findPort()
  const proxy = await openBrokerProxy(saslPort)
  afterAll(() => proxy.close())
  const server = await openKafka({ username, password, certificate, saslPort, namedPort: proxy.port })
  afterAll(() => server.close())
  const place = await openListenerPlace()
  const connect = (settings: object = {}, secret = password) => {
    const base = { servers: `127.0.0.1:${proxy.port}`, tls: 'off', signIn: 'scram-sha-512', username } as const
    return place.connect({ kind: 'kafka', ...base, seconds: 20, ...settings }, secret)
  }
  const main = await connect()

  const bootstrapBrokers = [`127.0.0.1:${server.port}`]
  const admin = new Admin({ clientId: 'test', bootstrapBrokers })
  const producer = new Producer({ clientId: 'test', bootstrapBrokers, serializers: stringSerializers, acks: -1 })
  afterAll(async () => {
    await producer.close().catch(() => {})
    await admin.close().catch(() => {})
  })
  let count = 0
  /** Creates a topic with a name of its own. */
  async function create(partitions = 1, name = `orders${++count}`) {
    await admin.createTopics({ topics: [name], partitions, replicas: 1 })
    return name
  }
  /** Deletes a topic, and creates one with the same name. */
  async function createAgain(topic: string) {
    await admin.deleteTopics({ topics: [topic] })
    await expect
      .poll(() =>
        create(1, topic).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  }
  interface Put {
    readonly key?: string
    readonly partition?: number
    readonly headers?: Record<string, string>
  }
  const put = async (topic: string, content: unknown, { key, partition, headers = {} }: Put = {}) => {
    const value = typeof content === 'string' ? content : JSON.stringify(content)
    const chosen = partition === undefined ? {} : { partition }
    await producer.send({ messages: [{ topic, value, headers, ...(key !== undefined && { key }), ...chosen }] })
  }
  /** Puts a message as soon as the cluster takes it. */
  const putSoon = (...given: Parameters<typeof put>) =>
    expect
      .poll(() =>
        put(...given).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  /** Reads all messages of a topic. */
  async function readAll(topic: string) {
    const consumer = new Consumer({ clientId: 'test', groupId: `read${++count}`, bootstrapBrokers })
    const found: { key: string; value: string; headers: Record<string, string>; partition: number }[] = []
    const offsets = await consumer.listOffsets({ topics: [topic] })
    const total = (offsets.get(topic) ?? []).reduce((sum, next) => sum + Number(next), 0)
    if (total > 0) {
      const stream = await consumer.consume({ topics: [topic], mode: 'earliest', autocommit: false })
      for await (const { key, value, headers, partition } of stream) {
        const texts = [...headers].map(([name, text]) => [String(name), String(text)])
        found.push({
          key: String(key ?? ''),
          value: String(value ?? ''),
          headers: Object.fromEntries(texts),
          partition,
        })
        if (found.length === total) break
      }
    }
    await consumer.close(true)
    return found
  }

  const target: TopicSettings['target'] = {
    action: 'start',
    process: 'order',
    businessKey: { source: 'body', path: 'key' },
    variables: [
      { variable: 'count', source: 'body', path: 'count', type: 'integer' },
      { variable: 'country', source: 'header', path: 'country' },
      { variable: 'customer', source: 'key' },
      { variable: 'offset', source: 'offset', type: 'integer' },
    ],
  }
  const listen = (topic: string, settings: Partial<TopicSettings> = {}, apiId = main.apiId) =>
    place.listen({ kind: 'topic', topic, start: 'all', target, ...settings }, apiId)

  beforeEach(() => {
    proxy.watch(() => 'pass')
    proxy.change((bytes) => bytes)
  })

  return {
    ...place,
    server,
    proxy,
    admin,
    password,
    target,
    main,
    connect,
    create,
    createAgain,
    put,
    putSoon,
    readAll,
    listen,
  }
}
