import { process } from '@millrace/bpmn/builder'
import {
  type BodyOf,
  externalListenerCalls as calls,
  externalDeliveryCalls as deliveries,
  externalSystemCalls,
} from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { openBrokerProxy } from '@millrace/server/testing/broker-proxy'
import { createAuthority } from '@millrace/server/testing/certificates'
import { openRabbitmq } from '@millrace/server/testing/rabbitmq-server'
import { connect as connectAmqp, type Options } from 'amqplib'
import { afterAll, beforeEach, expect } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createBrokers } from '../../platform/outgoing/brokers.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { runClaimedJob } from '../run-job.ts'
import type { Services } from '../work/services.ts'
import { claimAll } from './claim-all.ts'

export type QueueSettings = Extract<BodyOf<typeof calls.create>['settings'], { kind: 'queue' }>

const [username, password] = ['orders', 'hush-hush-9']

/**
 * Opens a RabbitMQ with the queues `orders`, `failed` and `dead`, and a workplace whose listeners read them. Both end with
 * the tests of the file. The queues are empty at the start of each test. Rejected messages of `orders` go to `dead`.
 */
export async function openQueuePlace() {
  const allowed = readAllowedAddresses('127.0.0.1')
  if (allowed === null) throw new Error('Expected an address.')
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
  async function listen(settings: Partial<QueueSettings> = {}, apiId = main.apiId) {
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

  return {
    ...{ app, actor, models, server, proxy, other, channel, password, target, cuttable },
    ...{ connect, put, left, listen, look, started, log, outcomes, get },
    /** Who reads the log, signed in for the time of the last look. */
    keeper: () => keeper,
  }
}
