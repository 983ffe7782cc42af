import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { process } from '@millrace/bpmn/builder'
import {
  applicationCalls,
  appProcessCalls,
  type BodyOf,
  externalSystemCalls as calls,
  externalLimits,
  incidentGroupCalls,
} from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createDatabaseClient } from '../../platform/outgoing/database-client.ts'
import { createOutgoingClient } from '../../platform/outgoing/http-client.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import { createWorkPlace } from '../testing/create-work-place.ts'
import { createServices } from './services.ts'

/** What the service was sent, and how it answers next. */
const asked: { method: string; path: string; headers: http.IncomingHttpHeaders; body: string }[] = []
type Answer = (response: http.ServerResponse) => void
const fine: Answer = (response) =>
  response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":17,"lines":[{"n":1}]}')
const refuse =
  (status: number, body = ''): Answer =>
  (response) =>
    response.writeHead(status).end(body)
const cut: Answer = (response) => response.destroy()
let answer = fine
const server = http.createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { method = '', url: path = '', headers } = request
  asked.push({ method, path, headers, body: Buffer.concat(parts).toString() })
  answer(response)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const outgoing = createOutgoingClient({ allowed })
const app = await createTestApp({ outgoing, databases: createDatabaseClient({ allowed }) })
const { db, admin, clock, connectionString, runtime, workplaceId, signIn, signInAs } = app
const place = createWorkPlace(app, runtime, { workplaceId, userId: null, cause: 'test' })
let integrator = await signIn({ roles: ['RoleIntegration'] })
let operator = await signIn({ roles: ['RoleProcessAdmin'] })
const services = createServices({
  outgoing,
  mail: { send: () => Promise.reject(new Error('Expected no mail.')) } as never,
})
const context = { runtime, services }

await admin.query('create table town (code text, city text, people int)')
await admin.query("insert into town values ('OPO', 'Porto', 231800), ('LIS', 'Lisbon', 545796)")
await admin.query('grant select on town to public')

const secret = 'hush-hush-secret'
const system = (await integrator.call(calls.create, { body: { name: 'Shop' } })).body
const ofSystem = { params: { id: system.id } }
type Settings = BodyOf<typeof calls.createAdapter>['settings']
async function offer(name: string, settings: BodyOf<typeof calls.createConnection>['settings'], word: string) {
  const connection = await integrator.call(calls.createConnection, {
    ...ofSystem,
    body: { name, settings, secret: word },
  })
  const body = { name, connectionId: connection.body.id }
  return (await integrator.call(calls.createApi, { ...ofSystem, body })).body.id
}
const seconds = externalLimits.longestSeconds
const rest = await offer(
  'REST',
  { kind: 'rest', baseUrl: `http://127.0.0.1:${port}/v1`, signIn: 'bearer', seconds },
  secret,
)
const database = new URL(connectionString)
const sql = await offer(
  'Database',
  {
    kind: 'database',
    host: database.hostname,
    port: Number(database.port),
    database: database.pathname.slice(1),
    username: decodeURIComponent(database.username),
    tls: 'off',
    seconds,
  },
  decodeURIComponent(database.password),
)
async function adapt(apiId: string, key: string, settings: Settings): Promise<string> {
  const made = await integrator.call(calls.createAdapter, { params: { id: apiId }, body: { name: key, key, settings } })
  expect(made.status).toBe(200)
  return made.body.id
}
const order = {
  kind: 'rest',
  method: 'POST',
  path: '/customers/{customer}/orders',
  body: '{"note":"{note}"}',
  columns: [{ key: 'n', path: 'n' }],
  rows: 'lines',
} satisfies Settings
const orderId = await adapt(rest, 'order', order)
await adapt(rest, 'orderOnce', { ...order, isRepeatable: true })
await adapt(rest, 'find', { ...order, method: 'GET', body: '' })
await adapt(sql, 'towns', { kind: 'sql', statement: 'select city, people from town where code = :code' })
await adapt(sql, 'broken', { kind: 'sql', statement: 'select 1 / (:n)::int as n' })

const inside = {
  order: `<millrace:adapterInput name="customer" value="\${customer}"/><millrace:adapterInput name="note" value="\${note}"/>
    <millrace:adapterOutput name="number" path="body.id" type="integer"/><millrace:adapterOutput name="lines" path="rows" type="list"/>
    <millrace:adapterError status="409" errorCode="TAKEN"/>`,
  towns: `<millrace:adapterInput name="code" value="\${code}"/><millrace:adapterOutput name="people" path="rows.0.people" type="integer"/>`,
  broken: `<millrace:adapterInput name="n" value="0"/><millrace:adapterError code="22012" errorCode="ZERO"/>`,
}
let count = 0
const asking = (key: string, text = inside.order) =>
  process(`asking${++count}`, {}, 'millrace')
    .start()
    .serviceTask('ask', {
      inside: `<extensionElements><millrace:adapter key="${key}">${text}</millrace:adapter></extensionElements>`,
    })
    .userTask('after')
    .end()
    .moveTo('ask')
    .boundary('caught', '<errorEventDefinition/>')
    .userTask('instead')
    .end('end2')
    .toXml()
const values = { customer: 'a/b', note: 'two "words"' }

async function workOff(workerId = 'w'): Promise<string[]> {
  const outcomes: string[] = []
  for (const job of await claimAll(db, clock(), { workerId })) outcomes.push(await runClaimedJob(context, job))
  return outcomes
}
const incidents = () => place.incidents()
const sentAt = async () => (await admin.query('select sent_at from job where kind = $1', ['work'])).rows[0]?.sent_at

beforeEach(async () => {
  asked.length = 0
  answer = fine
  // Time goes on in these tests further than a session lasts.
  integrator = await signInAs(integrator.user)
  operator = await signInAs(operator.user)
  for (const table of ['job', 'incident']) await admin.query(`delete from ${table}`)
})

describe('a step that asks a service', () => {
  it('sends its request once, with the key of the job, and makes variables of the answer', async () => {
    const id = await place.run(asking('ORDER'), values)
    const [job] = await place.jobs()
    expect(await workOff()).toEqual(['done'])
    expect(asked).toMatchObject([
      { method: 'POST', path: '/v1/customers/a%2Fb/orders', body: '{"note":"two \\"words\\""}' },
    ])
    expect(asked[0]?.headers).toMatchObject({ authorization: `Bearer ${secret}`, 'idempotency-key': job?.id })
    expect(await place.variable(id, 'number')).toBe('17')
    expect(await place.variable(id, 'lines')).toBe('[{"n":"1"}]')
    expect(await place.standsAt(id)).toEqual(['after'])
  })

  it('becomes an error of BPMN by its status', async () => {
    answer = refuse(409)
    const id = await place.run(asking('order'), values)
    expect(await workOff()).toEqual(['done'])
    expect(await place.standsAt(id)).toEqual(['instead'])
  })

  it('is retried after a failure of the service, under the same key', async () => {
    answer = refuse(500)
    const id = await place.run(asking('order'), values)
    expect(await workOff()).toEqual(['failed'])
    expect(await incidents()).toEqual([])
    expect(await sentAt()).toBeNull()
    answer = fine
    clock.advance({ minutes: 1 })
    expect(await workOff()).toEqual(['done'])
    expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(await place.standsAt(id)).toEqual(['after'])
  })

  it('leaves an incident at once where the service refuses, without the secret that it repeats', async () => {
    answer = refuse(422, `{"error":"no, ${secret}"}`)
    const id = await place.run(asking('order'), values)
    expect(await workOff()).toEqual(['failed'])
    expect(await incidents()).toMatchObject([
      { type: 'failedJob', message: expect.stringMatching(/status 422. It says: “{"error":"no, •••"}”/) },
    ])
    const kept = await admin.query(
      'select (select json_agg(j) from job j)::text || (select json_agg(n) from incident n)::text as all',
    )
    expect(kept.rows[0].all).not.toContain(secret)
    expect(await place.standsAt(id)).toEqual(['ask'])
  })

  it('does not send again what may have arrived: nobody knows, until somebody decides', async () => {
    answer = cut
    const id = await place.run(asking('order'), values)
    const [job] = await place.jobs()
    expect(await workOff()).toEqual(['failed'])
    clock.advance({ hours: 2 })
    expect(await workOff()).toEqual([])
    expect(asked).toHaveLength(1)
    const [incident] = (await admin.query('select id, type, message, detail from incident')).rows
    expect(incident).toMatchObject({
      type: 'answerUnknown',
      message: expect.stringContaining(`with the idempotency key ${job?.id}`),
      detail: { idempotencyKey: job?.id },
    })
    answer = fine
    operator = await signInAs(operator.user)
    expect((await operator.call(incidentGroupCalls.retry, { params: { id: incident.id } })).status).toBe(204)
    expect(await incidents()).toEqual([])
    expect(await workOff()).toEqual(['done'])
    expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual([job?.id, job?.id])
    expect(await place.standsAt(id)).toEqual(['after'])
  })

  it('continues without sending again when somebody marks it as done', async () => {
    answer = cut
    const id = await place.run(asking('order'), values)
    expect(await workOff()).toEqual(['failed'])
    const [incident] = (await admin.query('select id, group_id from incident')).rows
    const params = { id: incident.id }
    const listed = await operator.call(incidentGroupCalls.incidents, { params: { id: incident.group_id }, query: {} })
    const [sent] = await place.jobs()
    expect(listed.body.items).toMatchObject([{ canComplete: true, canRetry: true, idempotencyKey: sent?.id }])
    const stranger = await signIn({ roles: ['RoleUser'] })
    const body = { variables: [{ name: 'number', type: 'Integer' as const, text: '4711' }] }
    expect((await stranger.call(incidentGroupCalls.complete, { params, body })).status).toBe(403)
    expect((await operator.call(incidentGroupCalls.complete, { params, body })).status).toBe(204)
    expect(await place.standsAt(id)).toEqual(['after'])
    const { rows: found } = await admin.query(
      `select type, value from variable where name = 'number' and instance_id = $1`,
      [id],
    )
    expect(found).toEqual([{ type: 'Integer', value: '4711' }])
    expect(await place.jobs()).toEqual([])
    expect(await incidents()).toEqual([])
    expect(await operator.call(incidentGroupCalls.complete, { params, body: {} })).toMatchObject({
      status: 409,
      error: { code: 'incident.over' },
    })
    expect(asked).toHaveLength(1)
  })

  it('marks nothing as done that has failed', async () => {
    answer = refuse(422)
    const id = await place.run(asking('order'), values)
    expect(await workOff()).toEqual(['failed'])
    const [incident] = (await admin.query('select id from incident')).rows
    const refused = await operator.call(incidentGroupCalls.complete, { params: { id: incident.id }, body: {} })
    expect(refused).toMatchObject({ status: 409, error: { code: 'incident.not-completable' } })
    expect(await place.standsAt(id)).toEqual(['ask'])
  })

  it('does not send again what a server has sent that was killed before the answer came', async () => {
    await place.run(asking('order'), values)
    const [job] = await claimAll(db, clock(), { workerId: 'killed' })
    if (job === undefined) throw new Error('Expected a job.')
    // All that the other server has done by then: it noted that it sends, and sent.
    const killed = { ...runtime, lookUps: { ...runtime.lookUps, call: () => new Promise<never>(() => {}) } }
    void runClaimedJob({ runtime: killed, services }, job)
    await expect.poll(sentAt).not.toBeNull()
    clock.advance({ minutes: 5 })
    expect(await workOff('other')).toEqual(['failed'])
    expect(asked).toEqual([])
    expect(await incidents()).toMatchObject([
      { type: 'answerUnknown', message: expect.stringContaining('the server that waited for the answer stopped') },
    ])
    // It is forgotten by whoever gives the job a further try, and by nothing else.
    expect(await sentAt()).not.toBeNull()
    await admin.query('update job set retries = 1')
    expect(await sentAt()).toBeNull()
  })

  it.each([
    ['only reads', 'find'],
    ['the service does once by its key', 'orderOnce'],
  ])('sends again what %s', async (_, key) => {
    answer = cut
    const text = key === 'find' ? inside.order.replace(/<millrace:adapterInput name="note".*?\/>/, '') : inside.order
    const id = await place.run(asking(key, text), values)
    expect(await workOff()).toEqual(['failed'])
    expect(await incidents()).toEqual([])
    answer = fine
    clock.advance({ minutes: 1 })
    expect(await workOff()).toEqual(['done'])
    expect(asked).toHaveLength(2)
    expect(await place.standsAt(id)).toEqual(['after'])
  })

  it('knows that nothing was sent where nobody answers the door', async () => {
    const closed = await offer('Closed', { kind: 'rest', baseUrl: 'http://127.0.0.1:1', signIn: 'none', seconds }, '')
    await adapt(closed, 'closed', order)
    await place.run(asking('closed'), values)
    expect(await workOff()).toEqual(['failed'])
    expect(await incidents()).toEqual([])
    expect((await place.jobs())[0]).toMatchObject({ retries: 2, error: expect.stringContaining('no server answers') })
  })

  it('does not know it where something on the way has lost the service', async () => {
    answer = refuse(504)
    await place.run(asking('order'), values)
    expect(await workOff()).toEqual(['failed'])
    expect(await incidents()).toMatchObject([{ type: 'answerUnknown', message: expect.stringContaining('504') }])
  })

  it('waits for somebody where the adapter no longer exists or disabled meanwhile', async () => {
    await adapt(rest, 'fleeting', order)
    await place.run(asking('fleeting'), values)
    await admin.query("update external_adapter set disabled_at = now() where key = 'fleeting'")
    expect(await workOff()).toEqual(['failed'])
    expect((await incidents())[0]?.message).toContain('the adapter “fleeting” is disabled')
    await admin.query("delete from external_adapter where key = 'fleeting'")
    const [job] = await place.jobs()
    await admin.query('update job set retries = 1 where id = $1', [job?.id])
    clock.advance({ hours: 1 })
    expect(await workOff()).toEqual(['failed'])
    expect((await place.jobs())[0]?.error).toContain('an adapter “fleeting” to ask, but there is none')
    expect(asked).toEqual([])
  })
})

describe('a deployment', () => {
  const deployed = async (xml: string) => {
    const files = [{ name: 'asking.bpmn', bytes: new TextEncoder().encode(xml) }]
    const actor = { workplaceId, userId: null, cause: 'test' }
    const given = await deploy(runtime, actor, { name: null, source: null, tenantId: null, files })
    return given.ok ? [] : given.problems.map(({ code, elementId, message }) => `${code} ${elementId}: ${message}`)
  }

  it('is refused where a step asks what is not there, is disabled or belongs to others', async () => {
    const other = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleIntegration'] })
    const theirs = (await other.call(calls.create, { body: { name: 'Theirs' } })).body
    const params = { id: theirs.id }
    const settings = { kind: 'rest', baseUrl: `http://127.0.0.1:${port}` } as const
    const connection = (await other.call(calls.createConnection, { params, body: { name: 'x', settings } })).body
    const api = (await other.call(calls.createApi, { params, body: { name: 'x', connectionId: connection.id } })).body
    const body = { name: 'theirs', key: 'theirs', settings: order }
    expect((await other.call(calls.createAdapter, { params: { id: api.id }, body })).status).toBe(200)
    expect(await deployed(asking('theirs'))).toEqual([
      expect.stringMatching(/^deployment.adapter-unknown ask: Expected an adapter “theirs”/),
    ])
    const query = { deletedReason: 'Not needed any more' }
    // Otherwise the processes of other tests use the adapter.
    await admin.query('update process_definition set is_suspended = true')
    expect((await integrator.call(calls.disableAdapter, { params: { id: orderId }, query })).status).toBe(200)
    expect(await deployed(asking('order'))).toEqual([expect.stringContaining('the adapter “order” is disabled')])
    expect((await integrator.call(calls.restoreAdapter, { params: { id: orderId } })).status).toBe(200)
    expect(await deployed(asking('order'))).toEqual([])
  })

  it('is refused where an input is missing or none of the adapter', async () => {
    const input = (name: string, value: string) => `<millrace:adapterInput name="${name}" value="${value}"/>`
    expect(await deployed(asking('order', input('customer', ' ') + input('colour', 'red')))).toEqual([
      'deployment.adapter-input ask: Expected a value for “customer”, which “order” needs, but ask gives none. Add it to the inputs.',
      'deployment.adapter-input ask: Expected parameters that “order” has, but ask gives “colour”. Remove it from the inputs.',
    ])
  })
})

describe('an adapter that a process asks', () => {
  it('reports it, cannot be disabled, and shows what would be sent to users who design', async () => {
    const designer = await signIn({ roles: ['RoleDesign'] })
    const application = (await designer.call(applicationCalls.create, { body: { name: 'Shop', key: 'shop' } })).body
    const params = { appId: application.id }
    const made = await designer.call(appProcessCalls.create, { params, body: { name: 'Order', key: 'ordering' } })
    const ref = { ...params, processId: made.body.id }
    const design = asking('ORDER').replace(/<process id="\w+"/, '<process id="ordering" name="Order"')
    const saved = await designer.call(appProcessCalls.saveDesign, { params: ref, body: { xml: design } })
    expect(saved.status).toBe(200)
    const shown = (await integrator.call(calls.getAdapter, { params: { id: orderId } })).body
    expect(shown.processes).toEqual([{ applicationId: application.id, processId: made.body.id, name: 'Order' }])
    const query = { deletedReason: 'Not needed any more' }
    const refused = await integrator.call(calls.disableAdapter, { params: { id: orderId }, query })
    expect(refused).toMatchObject({ status: 409, error: { code: 'external.in-use' } })
    const around = (await designer.call(appProcessCalls.surroundings, { params: ref })).body
    expect(around.adapters.items.find(({ key }) => key === 'order')).toMatchObject({
      system: 'Shop',
      api: 'REST',
      isRepeatable: false,
      parameters: [
        { name: 'customer', isRequired: true },
        { name: 'note', isRequired: false },
      ],
      columns: ['n'],
    })
    const parameters = { customer: 'a/b', note: 'x' }
    const preview = await designer.call(calls.previewAdapter, { params: { id: orderId }, body: { parameters } })
    expect(preview.body).toMatchObject({ method: 'POST', path: '/customers/a%2Fb/orders', body: '{"note":"x"}' })
    expect(JSON.stringify(preview.body)).not.toMatch(/127|hush|authorization/)
    const lacking = await designer.call(calls.previewAdapter, { params: { id: orderId }, body: { parameters: {} } })
    expect(lacking.body.fault).toContain('“customer”')
    const uses = (await designer.call(applicationCalls.uses, { params })).body
    expect(uses.items).toMatchObject([{ kind: 'rest-adapter', id: orderId, by: [{ kind: 'process' }] }])
    expect(asked).toEqual([])
  })
})

describe('an adapter that a process asks which was deployed without an application', () => {
  it('reports the newest version, and cannot be disabled until the process is suspended', async () => {
    const id = await adapt(rest, 'invoice', order)
    const named = (name: string, key: string) =>
      asking(key).replace(/<process id="\w+"/, `<process id="${name.toLowerCase()}" name="${name}"`)
    const put = async (...xmls: string[]) => {
      const files = xmls.map((xml, n) => ({ name: `${n}.bpmn`, bytes: new TextEncoder().encode(xml) }))
      const actor = { workplaceId, userId: null, cause: 'test' }
      const given = await deploy(runtime, actor, { name: null, source: null, tenantId: null, files })
      if (!given.ok) throw new Error(`Expected a deployment, but ${JSON.stringify(given.problems)}.`)
      return given.deployed.processes
    }
    const shown = async () => (await integrator.call(calls.getAdapter, { params: { id } })).body.definitions
    const query = { deletedReason: 'Not needed any more' }
    const disable = () => integrator.call(calls.disableAdapter, { params: { id }, query })
    const [billing] = await put(named('Billing', 'INVOICE'), named('Shipping', 'order'))
    expect(await shown()).toEqual([{ definitionId: billing?.id, name: 'Billing' }])
    expect((await disable()).error).toMatchObject({
      code: 'external.in-use',
      message: 'Expected no enabled items that use “invoice”, but there is “Billing”. Disable or suspend that first.',
    })
    await put(named('Billing', 'order'))
    expect(await shown()).toEqual([])
    const [again] = await put(named('Billing', 'invoice'))
    expect(await shown()).toEqual([{ definitionId: again?.id, name: 'Billing' }])
    await admin.query('update process_definition set is_suspended = true where id = $1', [again?.id])
    expect(await shown()).toEqual([])
    expect((await disable()).status).toBe(200)
  })
})

describe('a step that asks a database', () => {
  it('makes variables of its rows', async () => {
    const id = await place.run(asking('towns', inside.towns), { code: "OPO' or true --" })
    expect(await workOff()).toEqual(['done'])
    expect(await place.variable(id, 'people')).toBeNull()
    const other = await place.run(asking('towns', inside.towns), { code: 'OPO' })
    expect(await workOff()).toEqual(['done'])
    expect(await place.variable(other, 'people')).toBe('231800')
  })

  it('becomes an error of BPMN by the code of the database', async () => {
    const id = await place.run(asking('broken', inside.broken))
    expect(await workOff()).toEqual(['done'])
    expect(await place.standsAt(id)).toEqual(['instead'])
  })
})
