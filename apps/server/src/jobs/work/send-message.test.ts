import { process } from '@millrace/bpmn/builder'
import { type BodyOf, externalSystemCalls as calls, externalCallCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { openBrokerProxy } from '@millrace/server/testing/broker-proxy'
import { createAuthority } from '@millrace/server/testing/certificates'
import { hasRabbitmq, openRabbitmq } from '@millrace/server/testing/rabbitmq-server'
import { connect } from 'amqplib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createBrokers } from '../../platform/outgoing/brokers.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import { createWorkPlace } from '../testing/create-work-place.ts'
import { createServices } from './services.ts'

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const [username, password] = ['sender', 'hush-hush-9']

describe.skipIf(!hasRabbitmq)('a step that sends a message to RabbitMQ', async () => {
  if (!hasRabbitmq) return
  const certificate = await (await createAuthority()).issue('localhost')
  const server = await openRabbitmq({ username, password, certificate })
  afterAll(() => server.close())
  const proxy = await openBrokerProxy(server.port)
  afterAll(() => proxy.close())
  const app = await createTestApp({ brokers: createBrokers({ allowed }) })
  const { db, admin, clock, runtime, workplaceId, signIn, signInAs } = app
  const place = createWorkPlace(app, runtime, { workplaceId, userId: null, cause: 'test' })
  const first = await signIn({ roles: ['RoleIntegration', 'RoleDesign'] })
  let keeper = first
  const no = () => Promise.reject(new Error('Expected no such work.'))
  const context = {
    runtime,
    services: createServices({ outgoing: { send: no } as never, mail: { send: no } as never }),
  }
  const other = await connect({ hostname: '127.0.0.1', port: server.port, username, password })
  afterAll(() => other.close())
  const channel = await other.createChannel()
  await channel.assertExchange('sales', 'topic')
  await channel.assertQueue('orders')
  await channel.bindQueue('orders', 'sales', 'order.*')
  await channel.assertExchange('all', 'fanout')
  await channel.bindQueue('orders', 'all', '')
  await channel.assertQueue('full', { maxLength: 0, arguments: { 'x-overflow': 'reject-publish' } })
  await channel.bindQueue('full', 'all', '')

  const params = { id: (await keeper.call(calls.create, { body: { name: 'Brokers' } })).body.id }
  const base = { host: '127.0.0.1', port: proxy.port, tls: 'off', username, seconds: 10 } as const
  type Connection = BodyOf<typeof calls.createConnection>['settings']
  async function offer(name: string, settings: Connection, secret = password) {
    const made = await keeper.call(calls.createConnection, { params, body: { name, settings, secret } })
    const tested = await keeper.call(calls.testConnection, { params: { id: made.body.id } })
    const api = await keeper.call(calls.createApi, { params, body: { name, connectionId: made.body.id } })
    return { apiId: api.body.id, fault: tested.body.fault, id: made.body.id }
  }
  const main = await offer('Main', { kind: 'amqp', ...base })
  type Settings = Extract<BodyOf<typeof calls.createAdapter>['settings'], { kind: 'amqp' }>
  async function adapt(key: string, settings: Partial<Settings>, apiId = main.apiId) {
    const whole = { kind: 'amqp' as const, exchange: 'sales', routingKey: 'order.{country}', ...settings }
    const made = await keeper.call(calls.createAdapter, {
      params: { id: apiId },
      body: { name: key, key, settings: whole },
    })
    return made
  }
  const body = '{"order":"{order}","lines":"{lines}"}'
  const types = [{ name: 'lines', type: 'list' as const }]
  const headers = [{ name: 'source', value: 'from {country}' }]
  const sent = await adapt('send', { body, types, headers })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  await adapt('again', { body, types, headers, isRepeatable: true })
  await adapt('nowhere', { exchange: 'none', body })
  await adapt('noted', { body, types, headers: [{ name: 'note', value: '{order}' }] })
  await adapt('full', { exchange: 'all', body })
  await adapt('unbound', { routingKey: 'other.{country}', body })

  const input = (name: string, value: string) => `<millrace:adapterInput name="${name}" value="${value}"/>`
  const inputs = ['country', 'order', 'lines'].map((name) => input(name, `\${${name}}`)).join('')
  let count = 0
  const sending = (key: string) =>
    process(`sending${++count}`, {}, 'millrace')
      .start()
      .serviceTask('ask', {
        inside: `<extensionElements><millrace:adapter key="${key}">${inputs}<millrace:adapterOutput name="id" path="rows.0.messageId" type="text"/></millrace:adapter></extensionElements>`,
      })
      .userTask('after')
      .end()
      .toXml()
  const values = { country: 'pt', order: 'A "quoted" {order}', lines: [{ item: 'chair' }] }
  async function workOff(): Promise<string[]> {
    const outcomes: string[] = []
    for (let jobs = await claimAll(db, clock(), { workerId: 'w' }); jobs.length > 0; ) {
      for (const job of jobs) outcomes.push(await runClaimedJob(context, job))
      jobs = await claimAll(db, clock(), { workerId: 'w' })
    }
    return outcomes
  }
  const incidents = async () => (await place.incidents()).map(({ type }) => type)
  const take = async () => {
    const message = await channel.get('orders', { noAck: true })
    return message === false ? null : message
  }

  beforeEach(async () => {
    proxy.watch(() => 'pass')
    keeper = await signInAs(first.user)
    for (const table of ['job', 'incident']) await admin.query(`delete from ${table}`)
    await channel.purgeQueue('orders')
  })

  it('sends a persistent message with the id of its job, and continues', async () => {
    const id = await place.run(sending('send'), values)
    expect(await workOff()).toEqual(['done'])
    expect(await place.standsAt(id)).toEqual(['after'])
    const message = await take()
    const messageId = await place.variable(id, 'id')
    expect(message?.properties).toMatchObject({ messageId, deliveryMode: 2, contentType: 'application/json' })
    expect(message?.properties.headers).toEqual({ source: 'from pt' })
    expect(message?.fields).toMatchObject({ exchange: 'sales', routingKey: 'order.pt' })
    expect(JSON.parse(String(message?.content))).toEqual({ order: values.order, lines: [{ item: 'chair' }] })
    await runtime.lookUps.flushLog()
    const log = await keeper.call(externalCallCalls.list, { query: {} })
    expect(log.body.items[0]).toMatchObject({ outcome: 'answered' })
  })

  it('does not send again where no confirmation arrived, until somebody decides', async () => {
    proxy.watch((bytes) => (bytes.includes('"lines"') ? 'cut-answer' : 'pass'))
    const id = await place.run(sending('send'), values)
    expect(await workOff()).toEqual(['failed'])
    expect(await incidents()).toEqual(['answerUnknown'])
    proxy.watch(() => 'pass')
    clock.advance({ hours: 2 })
    expect(await workOff()).toEqual([])
    expect(await place.standsAt(id)).toEqual(['ask'])
    expect((await channel.checkQueue('orders')).messageCount).toBe(1)
  })

  it('does not send again where one of the queues has refused the message, until somebody decides', async () => {
    await place.run(sending('full'), values)
    expect(await workOff()).toEqual(['failed'])
    expect(await incidents()).toEqual(['answerUnknown'])
    clock.advance({ hours: 2 })
    expect(await workOff()).toEqual([])
    await expect.poll(async () => (await channel.checkQueue('orders')).messageCount).toBe(1)
  })

  it('sends again with the same id where receivers recognise it', async () => {
    proxy.watch((bytes) => (bytes.includes('"lines"') ? 'cut-answer' : 'pass'))
    const id = await place.run(sending('again'), values)
    expect(await workOff()).toEqual(['failed'])
    proxy.watch(() => 'pass')
    clock.advance({ hours: 2 })
    expect(await workOff()).toEqual(['done'])
    expect(await place.standsAt(id)).toEqual(['after'])
    const [one, second] = [await take(), await take()]
    expect(one?.properties.messageId).toBe(second?.properties.messageId)
  })

  it.each([
    ['nowhere', 'the exchange “none”'],
    ['unbound', 'no queue gets messages of the exchange “sales” with the routing key “other.pt”'],
  ])('fails where a message reaches no queue: %s', async (key, text) => {
    await place.run(sending(key), values)
    expect(await workOff()).toEqual(['failed'])
    const [incident] = await place.incidents()
    expect(JSON.stringify(incident)).toContain(text)
    expect(await incidents()).not.toContain('answerUnknown')
  })

  it('knows that nothing was sent where the headers are too large', async () => {
    await place.run(sending('noted'), { ...values, order: 'x'.repeat(70_000) })
    expect(await workOff()).toEqual(['failed'])
    const [incident] = await place.incidents()
    expect(incident?.message).toContain('headers of at most 64 KB')
    expect(await incidents()).not.toContain('answerUnknown')
    expect(await take()).toBeNull()
  })

  it('shows a designer what it would send, without the address, and offers nothing to forms', async () => {
    const preview = await keeper.call(calls.previewAdapter, {
      params: { id: sent.body.id },
      body: { parameters: { country: 'pt', order: 'A', lines: '[1]' } },
    })
    expect(preview.body).toMatchObject({ method: 'send', path: 'sales order.pt', body: '{"order":"A","lines":[1]}' })
    const offered = await keeper.call(calls.adapters, {})
    expect(offered.body.map(({ key }) => key)).not.toContain('send')
  })

  it('refuses wrong settings with a sentence at the field', async () => {
    const wrong = await adapt('wrong', { exchange: '', routingKey: '' })
    expect(wrong.body).toMatchObject({ code: 'external.invalid', details: [{ where: 'settings.routingKey' }] })
    const json = await adapt('wrong', { body: '{' })
    expect(json.body).toMatchObject({ details: [{ where: 'settings.body' }] })
    const long = await place.run(sending('send'), { ...values, country: 'x'.repeat(300) })
    expect(await workOff()).toEqual(['failed'])
    expect(JSON.stringify(await place.incidents())).toContain('a routing key of at most 255 bytes')
    expect(await place.standsAt(long)).toEqual(['ask'])
  })

  it('tests the sign-in, the virtual host and the certificate, and pins it', async () => {
    const wrong = await offer('Wrong', { kind: 'amqp', ...base }, 'another')
    expect(wrong.fault).toContain(`Expected 127.0.0.1 to let “${username}” in`)
    expect(wrong.fault).not.toContain('another')
    const host = await offer('Host', { kind: 'amqp', ...base, virtualHost: '/none' })
    expect(host.fault).toContain('the virtual host “/none”')
    const tls = { kind: 'amqp', ...base, port: server.tlsPort, tls: 'on' } as const
    expect((await offer('Authority', tls)).fault).toContain('a certificate of 127.0.0.1')
    const pinned = await offer('Pinned', { ...tls, trust: 'pinned' })
    expect(pinned.fault).toBeNull()
    const kept = await keeper.call(calls.getConnection, { params: { id: pinned.id } })
    expect(kept.body.settings).toMatchObject({ hostKey: expect.stringMatching(/^SHA256:/) })
    const plain = await offer('Plain', { ...tls, port: server.port, trust: 'pinned' })
    expect(plain.fault).toContain('the connection failed')
  })
})
