import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { process } from '@millrace/bpmn/builder'
import { type BodyOf, externalSystemCalls as calls, incidentGroupCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { type CuttableProxy, openCuttableProxy } from '@millrace/server/testing/cuttable-proxy'
import { openMailServer } from '@millrace/server/testing/mail-server'
import { openSftpServer } from '@millrace/server/testing/sftp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createDatabaseClient } from '../../platform/outgoing/database-client.ts'
import { createOutgoingClient } from '../../platform/outgoing/http-client.ts'
import { createMailSender } from '../../platform/outgoing/mail-sender.ts'
import { createRemoteFolders } from '../../platform/outgoing/remote-folders.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import { createWorkPlace } from '../testing/create-work-place.ts'
import { createServices } from './services.ts'

const password = 'hush-hush-10'
const partner = await openSftpServer({
  username: 'partner',
  password,
  files: { '/x/order.csv': 'customer;amount\nK-17;42\n', '/x/receipts/first.txt': '' },
})
afterAll(() => partner.close())

/** Requests for tokens, and orders by their idempotency keys. The other side is killed at `killsAt`. */
const shop = { killsAt: '' as '' | 'token' | 'order', orders: [] as string[] }
const server = http.createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const place = request.url === '/token' ? 'token' : 'order'
  if (place === 'order') shop.orders.push(String(request.headers['idempotency-key']))
  if (shop.killsAt === place) return void response.destroy()
  const answer = place === 'token' ? { access_token: 'hush-token-1', expires_in: 300 } : { number: 'A-1' }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const shopUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** The mail server is killed after it has received a mail, and before it has said so. */
let killsMail = false
const mails = await openMailServer(() => {
  if (killsMail) ways.mail.cut()
})
afterAll(() => mails.close())

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const app = await createTestApp({
  outgoing: createOutgoingClient({ allowed }),
  databases: createDatabaseClient({ allowed }),
  remoteFolders: createRemoteFolders({ allowed }),
})
const { db, admin, clock, connectionString, runtime, workplaceId, signIn, signInAs } = app
const place = createWorkPlace(app, runtime, { workplaceId, userId: null, cause: 'test' })
const ways = {
  sftp: await openCuttableProxy(`sftp://127.0.0.1:${partner.port}`),
  database: await openCuttableProxy(connectionString),
  mail: await openCuttableProxy(mails.url),
} satisfies Record<string, CuttableProxy>
afterAll(async () => {
  await Promise.all(Object.values(ways).map((way) => way.close()))
})
const context = {
  runtime,
  services: createServices({
    outgoing: createOutgoingClient({ allowed }),
    mail: createMailSender({ url: ways.mail.connectionString, from: 'millrace@example.org' }),
  }),
}
const integrator = await signIn({ roles: ['RoleIntegration'] })
let operator = await signIn({ roles: ['RoleProcessAdmin'] })

type Connection = BodyOf<typeof calls.createConnection>['settings']
async function offer(name: string, settings: Connection, secret: string): Promise<string> {
  const params = { id: system.id }
  const made = await integrator.call(calls.createConnection, { params, body: { name, settings, secret } })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const tested = await integrator.call(calls.testConnection, { params: { id: made.body.id } })
  expect(tested.body.fault).toBeNull()
  const api = await integrator.call(calls.createApi, { params, body: { name, connectionId: made.body.id } })
  return api.body.id
}
async function adapt(apiId: string, key: string, settings: BodyOf<typeof calls.createAdapter>['settings']) {
  const made = await integrator.call(calls.createAdapter, { params: { id: apiId }, body: { name: key, key, settings } })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
}

const system = (await integrator.call(calls.create, { body: { name: 'Partners' } })).body
const seconds = 30
const portOf = (way: CuttableProxy) => Number(new URL(way.connectionString).port)
beforeAll(async () => {
  await admin.query('create table customer (code text primary key, name text, email text)')
  await admin.query("insert into customer values ('K-17', 'Katla Boats', 'katla@example.org')")
  await admin.query('grant select on customer to public')
  const files = await offer(
    'Files',
    {
      kind: 'file',
      place: 'sftp',
      folder: '/x',
      host: '127.0.0.1',
      port: portOf(ways.sftp),
      username: 'partner',
      seconds,
    },
    password,
  )
  await adapt(files, 'read', { kind: 'file', action: 'read', path: 'order.csv', delimiter: 'semicolon' })
  await adapt(files, 'write', { kind: 'file', action: 'write', path: 'receipts/{order}.csv', ifExists: 'refuse' })
  const { username, password: word, pathname } = new URL(connectionString)
  const database = await offer(
    'Customers',
    {
      ...{ kind: 'database', host: '127.0.0.1', port: portOf(ways.database), database: pathname.slice(1) },
      ...{ username: decodeURIComponent(username), tls: 'off', seconds },
    },
    decodeURIComponent(word),
  )
  await adapt(database, 'find', { kind: 'sql', statement: 'select name, email from customer where code = :code' })
  const rest = await offer(
    'Shop',
    { kind: 'rest', baseUrl: shopUrl, signIn: 'oauth', clientId: 'millrace', tokenUrl: `${shopUrl}/token`, seconds },
    'client-secret-1',
  )
  const columns = [{ key: 'number', path: 'number' }]
  await adapt(rest, 'order', { kind: 'rest', method: 'POST', path: '/orders', body: '{"who":"{who}"}', columns })
})

const expression = (name: string) => `\${${name}}`
const input = (name: string, value: string) => `<millrace:adapterInput name="${name}" value="${value}"/>`
const output = (name: string, path: string) => `<millrace:adapterOutput name="${name}" path="${path}"/>`
const ask = (key: string, text: string) => ({
  inside: `<extensionElements><millrace:adapter key="${key}">${text}</millrace:adapter></extensionElements>`,
})
const field = (name: string, text: string) => `<millrace:field name="${name}" expression="= ${text}"/>`
const model = process('forward', {}, 'millrace')
  .start()
  .serviceTask('read', ask('read', output('customer', 'rows.0.customer')))
  .serviceTask(
    'find',
    ask(
      'find',
      `${input('code', expression('customer'))}${output('who', 'rows.0.name')}${output('email', 'rows.0.email')}`,
    ),
  )
  .serviceTask('order', ask('order', `${input('who', expression('who'))}${output('order', 'body.number')}`))
  .serviceTask('write', ask('write', `${input('order', expression('nr'))}${input('content', expression('lines'))}`))
  .serviceTask('mail', {
    'millrace:type': 'mail',
    inside: `<extensionElements>${field('to', 'email')}${field('subject', '&quot;Thanks&quot;')}${field('text', 'who')}</extensionElements>`,
  })
  .userTask('after')
  .end()
  .toXml()

let count = 0
const receipt = () => `/x/receipts/R${count}.csv`
const start = () => place.run(model, { nr: `R${++count}`, lines: [{ who: 'Katla' }] })
/** Does all work that is due, several times later. */
async function workOff(tries = 4): Promise<void> {
  for (let at = 0; at < tries; at++) {
    for (let jobs = await claimAll(db, clock(), { workerId: 'w' }); jobs.length > 0; ) {
      for (const job of jobs) await runClaimedJob(context, job)
      jobs = await claimAll(db, clock(), { workerId: 'w' })
    }
    clock.advance({ minutes: 15 })
  }
}
const incidents = async () =>
  (await admin.query<{ id: string; type: string; element_key: string }>('select id, type, element_key from incident'))
    .rows
async function settle(
  call: 'retry' | 'complete',
  variables: readonly { name: string; type: 'String'; text: string }[] = [],
) {
  operator = await signInAs(operator.user)
  const [incident] = await incidents()
  const params = { id: incident?.id ?? '' }
  const settled =
    call === 'retry'
      ? await operator.call(incidentGroupCalls.retry, { params })
      : await operator.call(incidentGroupCalls.complete, { params, body: { variables: [...variables] } })
  expect(settled.status, JSON.stringify(settled)).toBe(204)
}

beforeEach(async () => {
  for (const way of Object.values(ways)) way.restore()
  Object.assign(shop, { killsAt: '', orders: [] })
  killsMail = false
  ;(mails.received as unknown[]).length = 0
  for (const table of ['job', 'incident']) await admin.query(`delete from ${table}`)
})

/** Everything that has happened outside for one instance. */
const outside = () => ({
  orders: shop.orders.length,
  receipt: partner.files.get(receipt())?.toString() ?? null,
  mails: mails.received.length,
})
const allOnce = { orders: 1, receipt: 'who\r\nKatla\r\n', mails: 1 }

it('a process of five steps outside ends with each of them done once', async () => {
  const id = await start()
  await workOff(1)
  expect(await incidents()).toEqual([])
  expect(await place.standsAt(id)).toEqual(['after'])
  expect(outside()).toEqual(allOnce)
})

describe('a machine that is killed while it only answers', () => {
  it.each([
    ['sftp', [0, 1, 2, 4, 6, 8, 10]],
    ['database', [0, 1, 2, 3, 4, 5]],
  ] as const)('%s: the step is repeated when it is back, and nothing happens twice', async (name, cuts) => {
    for (const after of cuts) {
      shop.orders.length = 0
      ;(mails.received as unknown[]).length = 0
      const id = await start()
      ways[name].cut(after)
      for (const job of await claimAll(db, clock(), { workerId: 'w' })) await runClaimedJob(context, job)
      for (const job of await claimAll(db, clock(), { workerId: 'w' })) await runClaimedJob(context, job)
      ways[name].restore()
      clock.advance({ minutes: 15 })
      await workOff()
      expect([after, await incidents()]).toEqual([after, []])
      expect([after, await place.standsAt(id)]).toEqual([after, ['after']])
      expect([after, outside()]).toEqual([after, allOnce])
    }
  })

  it('a service that gives tokens: nothing was ordered, and the step is repeated', async () => {
    await admin.query('delete from external_connection_state')
    shop.killsAt = 'token'
    const id = await start()
    await workOff(1)
    expect(shop.orders).toEqual([])
    shop.killsAt = ''
    await workOff()
    expect(await incidents()).toEqual([])
    expect(await place.standsAt(id)).toEqual(['after'])
    expect(outside()).toEqual(allOnce)
  })
})

describe('a machine that is killed after it was told to change something', () => {
  it('a service with an order: the answer is unknown, and completing the step orders nothing again', async () => {
    shop.killsAt = 'order'
    const id = await start()
    await workOff()
    expect(await incidents()).toMatchObject([{ type: 'answerUnknown', element_key: 'order' }])
    expect(outside()).toEqual({ orders: 1, receipt: null, mails: 0 })
    shop.killsAt = ''
    await settle('complete', [{ name: 'order', type: 'String', text: 'A-1' }])
    await workOff()
    expect(await incidents()).toEqual([])
    expect(await place.standsAt(id)).toEqual(['after'])
    expect(outside()).toEqual(allOnce)
  })

  it('a mail server that has the mail: it is not sent again until somebody decides', async () => {
    killsMail = true
    const id = await start()
    await workOff()
    expect(await incidents()).toMatchObject([{ type: 'answerUnknown', element_key: 'mail' }])
    expect(outside()).toEqual(allOnce)
    killsMail = false
    ways.mail.restore()
    await settle('complete')
    await workOff()
    expect(await place.standsAt(id)).toEqual(['after'])
    expect(outside()).toEqual(allOnce)
  })
})
