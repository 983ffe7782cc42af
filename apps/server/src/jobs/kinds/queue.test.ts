import { randomBytes } from 'node:crypto'
import { process } from '@millrace/bpmn/builder'
import {
  type BodyOf,
  externalListenerCalls as calls,
  externalDeliveryCalls as deliveries,
  externalSystemCalls,
} from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { hasMethod, openBrokerProxy } from '@millrace/server/testing/broker-proxy'
import { createAuthority } from '@millrace/server/testing/certificates'
import { hasRabbitmq, openRabbitmq } from '@millrace/server/testing/rabbitmq-server'
import { connect as connectAmqp, type Options } from 'amqplib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createBrokers } from '../../platform/outgoing/brokers.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const [username, password] = ['orders', 'hush-hush-9']

describe.skipIf(!hasRabbitmq)('a queue of RabbitMQ', async () => {
  if (!hasRabbitmq) return
  const certificate = await (await createAuthority()).issue('localhost')
  const server = await openRabbitmq({ username, password, certificate })
  afterAll(() => server.close())
  const proxy = await openBrokerProxy(server.port)
  afterAll(() => proxy.close())
  const app = await createTestApp({ brokers: createBrokers({ allowed }) })
  const { db, runtime, workplaceId, admin, signIn, signInAs, clock } = app
  const first = await signIn({ roles: ['RoleIntegration', 'RoleProcessAdmin'] })
  let keeper = first
  const actor = { workplaceId, userId: null, cause: 'test' }
  const models = {
    order: process('order').start().userTask('look').end().toXml(),
    pay: `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="x"><message id="m" name="paid"/>
      <process id="pay" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="wait"/>
      <intermediateCatchEvent id="wait"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>
      <sequenceFlow id="f2" sourceRef="wait" targetRef="after"/><userTask id="after"/></process></definitions>`,
  }
  const model = Buffer.from(models.order)
  const deployed = await deploy(runtime, actor, {
    ...{ name: 'order', source: null, tenantId: null },
    files: [{ name: 'order.bpmn', bytes: model }],
  })
  if (!deployed.ok) throw new Error('Expected the model to deploy.')

  const system = (await keeper.call(externalSystemCalls.create, { body: { name: 'Brokers' } })).body.id
  let count = 0
  async function connect(settings: object = {}, secret = password) {
    const name = `B${++count}`
    const place = { host: '127.0.0.1', port: server.port, tls: 'off', username, seconds: 10 }
    const made = await keeper.call(externalSystemCalls.createConnection, {
      params: { id: system },
      body: { name, settings: { kind: 'amqp', ...place, ...settings } as never, secret },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const tested = await keeper.call(externalSystemCalls.testConnection, { params: { id: made.body.id } })
    const api = await keeper.call(externalSystemCalls.createApi, {
      params: { id: system },
      body: { name, connectionId: made.body.id },
    })
    return { id: made.body.id, apiId: api.body.id, fault: tested.body.fault }
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

  type Settings = Extract<BodyOf<typeof calls.create>['settings'], { kind: 'queue' }>
  const target: Settings['target'] = {
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
  async function listen(settings: Partial<Settings> = {}, apiId = main.apiId) {
    const body = { name: `L${++count}`, settings: { kind: 'queue' as const, queue: 'orders', target, ...settings } }
    const made = await keeper.call(calls.create, { params: { id: apiId }, body })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    return made.body.id
  }
  /** Lets one server look, as its worker does. */
  async function look() {
    clock.advance({ seconds: 61 })
    for (const job of (await claimAll(db, clock())).filter(({ kind }) => kind === 'listener'))
      await runClaimedJob({ runtime, services: {} as Services }, job)
    keeper = await signInAs(first.user)
  }
  const started = async () =>
    (
      await admin.query<{ business_key: string }>(`select business_key from instance
        where start_user_id in (select 'listener:' || id from external_listener) order by business_key`)
    ).rows.map((row) => row.business_key)
  const log = async () => (await keeper.call(deliveries.list, { query: { sort: 'at' } })).body.items
  const outcomes = async () => (await log()).map(({ outcome }) => outcome).sort()
  const get = async (id: string) => (await keeper.call(calls.get, { params: { id } })).body

  beforeEach(async () => {
    proxy.watch(() => 'pass')
    keeper = await signInAs(first.user)
    await admin.query('delete from job')
    await admin.query('delete from external_listener')
    for (const queue of ['orders', 'failed', 'dead']) await channel.deleteQueue(queue)
    await channel.assertQueue('dead')
    await channel.assertQueue('failed')
    await channel.assertQueue('orders', { deadLetterExchange: '', deadLetterRoutingKey: 'dead' })
  })

  it('starts a process for each message, once by its id', async () => {
    const id = await listen()
    await put({ key: 'A', lines: [{ count: 2 }] }, { messageId: '1', headers: { country: 'PT' } })
    await put({ key: 'B' }, { messageId: '2' })
    await put({ key: 'A again' }, { messageId: '1' })
    await look()
    expect(await started()).toEqual(['A', 'B'])
    expect(await left()).toBe(0)
    expect(await outcomes()).toEqual(['accepted', 'accepted', 'repeated'])
    const { rows } = await admin.query<{ name: string; value: string }>(
      `select name, value from variable where name in ('count', 'country', 'routing') and value is not null order by name, value`,
    )
    expect(rows.map(({ name, value }) => `${name} ${value}`)).toEqual(
      expect.arrayContaining(['count 2', 'country PT', 'routing orders']),
    )
    expect(await get(id)).toMatchObject({ state: 'listening', holder: 'w', waiting: 0, fault: null })
  })

  it('processes equal messages without ids each', async () => {
    await listen()
    for (let at = 0; at < 3; at++) await put({ key: 'same' })
    await look()
    expect(await started()).toEqual(['same', 'same', 'same'])
    await put({ key: 'same' })
    await look()
    expect(await started()).toHaveLength(4)
    expect(await left()).toBe(0)
  })

  it.each([{ messageId: '7' }, {}])(
    'starts once where the connection ends before the broker knows, with %j',
    async (options) => {
      const id = await listen({}, cuttable.apiId)
      await put({ key: 'once' }, options)
      proxy.watch((bytes) => (hasMethod(bytes, 60, 80) ? 'cut' : 'pass'))
      await look()
      expect(await started()).toEqual(['once'])
      await expect.poll(() => left()).toBe(1)
      expect(await get(id)).toMatchObject({ state: 'failing', fault: expect.stringContaining('connection') })
      proxy.watch(() => 'pass')
      await look()
      expect(await started()).toEqual(['once'])
      expect(await left()).toBe(0)
      expect(await outcomes()).toEqual(['accepted', 'repeated'])
      expect(await get(id)).toMatchObject({ state: 'listening', fault: null })
    },
  )

  it('rejects a message that cannot be processed, so that the broker dead-letters it, and replays it', async () => {
    await listen()
    await put({ key: 'Bad', lines: [{ count: 'many' }] }, { messageId: '1' })
    await put({ key: 'Good' }, { messageId: '2' })
    await look()
    expect(await started()).toEqual(['Good'])
    expect([await left(), await left('dead')]).toEqual([0, 1])
    const failed = (await log()).find(({ outcome }) => outcome === 'failed')
    expect(failed?.fault).toContain('Expected a whole number')
    const listener = (await keeper.call(calls.get, { params: { id: await idOf() } })).body
    const { name, settings } = listener
    const variables = [{ variable: 'count', source: 'body', path: 'lines.0.count', type: 'text' }]
    const changed = { ...settings, target: { ...target, variables } } as Settings
    await keeper.call(calls.save, { params: { id: listener.id }, body: { name, settings: changed } })
    const replay = () => keeper.call(deliveries.replay, { params: { id: failed?.id ?? '' } })
    expect((await replay()).body).toMatchObject({ outcome: 'accepted', replayOf: failed?.id })
    expect((await replay()).body).toMatchObject({ code: 'external.invalid' })
    expect(await started()).toEqual(['Bad', 'Good'])
  })
  const idOf = async () => (await admin.query<{ id: string }>('select id from external_listener')).rows[0]?.id ?? ''

  it('moves a message that cannot be processed to a queue, with the reason', async () => {
    await listen({ failedQueue: 'failed' })
    await put({ key: 'Bad', lines: [{ count: 'many' }] }, { messageId: '1', headers: { country: 'PT' } })
    await look()
    expect([await left(), await left('dead'), await left('failed')]).toEqual([0, 0, 1])
    const moved = await channel.get('failed', { noAck: true })
    if (moved === false) throw new Error('Expected a message.')
    expect(moved.properties).toMatchObject({ messageId: '1', headers: { country: 'PT', 'x-millrace-queue': 'orders' } })
    expect(moved.properties.headers?.['x-millrace-reason']).toContain('Expected a whole number')
    expect(JSON.parse(moved.content.toString())).toMatchObject({ key: 'Bad' })
  })

  it('does not let an unexpected error block the others, and gives up after three tries', async () => {
    await admin.query(`create or replace function refuse_poison() returns trigger language plpgsql as
      $$ begin if new.business_key = 'Poison' then raise exception 'no room'; end if; return new; end $$`)
    await admin.query(
      'create trigger refuse_poison before insert on instance for each row execute function refuse_poison()',
    )
    const id = await listen()
    await put({ key: 'Poison' }, { messageId: '1' })
    await put({ key: 'Good' }, { messageId: '2' })
    await look()
    expect(await started()).toEqual(['Good'])
    expect(await get(id)).toMatchObject({ state: 'failing', waiting: 1, fault: expect.stringContaining('no room') })
    await look()
    await look()
    expect([await left(), await left('dead')]).toEqual([0, 1])
    expect((await log()).find(({ outcome }) => outcome === 'failed')?.fault).toContain('It was tried 3 times.')
    await admin.query('drop trigger refuse_poison on instance')
    expect(await started()).toEqual(['Good'])
  })

  it('does not lose an equal message without an id, when another one is tried again', async () => {
    await admin.query('create sequence if not exists poison_seen')
    await admin.query(`create or replace function refuse_first() returns trigger language plpgsql as
      $$ begin if nextval('poison_seen') = 1 then raise exception 'no room'; end if; return new; end $$`)
    await admin.query('grant usage on sequence poison_seen to public')
    await admin.query(
      'create trigger refuse_first before insert on instance for each row execute function refuse_first()',
    )
    await listen()
    await put({ key: 'same' })
    await put({ key: 'same' })
    await look()
    await look()
    await admin.query('drop trigger refuse_first on instance')
    expect(await started()).toEqual(['same', 'same'])
    expect(await left()).toBe(0)
  })

  it('leaves a message that is too large in the queue, and continues', async () => {
    const id = await listen()
    channel.sendToQueue('orders', randomBytes(6_000_000), { messageId: 'large' })
    await put({ key: 'Good' }, { messageId: '2' })
    await look()
    expect(await started()).toEqual(['Good'])
    await expect.poll(() => left()).toBe(1)
    expect(await get(id)).toMatchObject({ state: 'failing', fault: expect.stringContaining('has 6000000') })
  })

  it('correlates a message with the instance that waits', async () => {
    const files = [{ name: 'pay.bpmn', bytes: Buffer.from(models.pay) }]
    const done = await deploy(runtime, actor, { name: 'pay', source: null, tenantId: null, files })
    expect(done.ok).toBe(true)
    await listen({ queue: 'failed', target: { ...target, process: 'pay', variables: [] } })
    await put({ key: 'P1' }, { messageId: '1' }, 'failed')
    await look()
    const message = { action: 'message' as const, message: 'paid', process: '', variables: [] }
    await listen({ target: { ...target, ...message } })
    await put({ key: 'P1' }, { messageId: '1' })
    await put({ key: 'nobody' }, { messageId: '2' })
    await look()
    expect(await outcomes()).toEqual(['accepted', 'accepted', 'failed'])
    expect(await left('dead')).toBe(1)
  })

  it('continues after a broker that was killed, with everything that it has stored', async () => {
    await channel.deleteQueue('orders')
    await channel.assertQueue('orders', { durable: true })
    const id = await listen()
    await put({ key: 'Kept' }, { messageId: '1', persistent: true })
    other.on('error', () => {})
    await server.kill()
    await look()
    expect(await get(id)).toMatchObject({ state: 'failing' })
    await server.start()
    await look()
    expect(await started()).toEqual(['Kept'])
    expect(await get(id)).toMatchObject({ state: 'listening', fault: null })
  })
})
