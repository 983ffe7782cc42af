import { createHmac } from 'node:crypto'
import { process } from '@millrace/bpmn/builder'
import {
  type BodyOf,
  externalListenerCalls as calls,
  externalDeliveryCalls as deliveries,
  externalSystemCalls,
} from '@millrace/contract'
import { createTestApp, createWorkplace, testPerson, testRequest } from '@millrace/server/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { keepListeners } from '../../operations/external-listeners/clear-deliveries.ts'
import { findWebhook } from '../../operations/external-listeners/find-webhook.ts'
import { receiveWebhook } from '../../operations/external-listeners/receive-webhook.ts'
import { startProcess } from '../../operations/processes/start-process.ts'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'

const lines: string[] = []
const { app, db, runtime, workplaceId, admin, signIn, signInAs, clock } = await createTestApp({
  log: (line) => lines.push(line),
})
const first = await signIn({ roles: ['RoleIntegration', 'RoleProcessAdmin'] })
let keeper = first

async function deployModel(name: string, model: string) {
  const source = { name, source: null, tenantId: null, files: [{ name: `${name}.bpmn`, bytes: Buffer.from(model) }] }
  const deployed = await deploy(runtime, { workplaceId, userId: null, cause: 'test' }, source)
  if (!deployed.ok) throw new Error('Expected the model to deploy.')
}
await deployModel('order', process('order').start().userTask('look').end().toXml())
await deployModel(
  'answer',
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="x"><message id="m" name="answered"/>
    <process id="answer" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="wait"/>
    <intermediateCatchEvent id="wait"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>
    <sequenceFlow id="f2" sourceRef="wait" targetRef="after"/><userTask id="after"/></process></definitions>`,
)

type Settings = Extract<BodyOf<typeof calls.create>['settings'], { kind: 'webhook' }>
const systemId = (await keeper.call(externalSystemCalls.create, { body: { name: 'Shop' } })).body.id
const connection = await keeper.call(externalSystemCalls.createConnection, {
  params: { id: systemId },
  body: { name: 'REST', settings: { kind: 'rest', baseUrl: 'https://shop.example.org' } },
})
const apiId = (
  await keeper.call(externalSystemCalls.createApi, {
    params: { id: systemId },
    body: { name: 'Orders', connectionId: connection.body.id },
  })
).body.id

const variables = [
  { variable: 'number', source: 'body', path: 'order.number', type: 'integer' },
  { variable: 'lines', source: 'body', path: 'order.lines', type: 'list' },
  { variable: 'sender', source: 'header', path: 'X-Sender', type: 'text' },
  { variable: 'shop', source: 'query', path: 'shop', type: 'text' },
  { variable: 'original', source: 'content', path: '', type: 'file' },
] as const
const target: Settings['target'] = {
  action: 'start',
  process: 'order',
  businessKey: { source: 'body', path: 'order.number' },
  variables: [...variables],
}
let count = 0
async function create(settings: Partial<Settings> = {}, secret?: string) {
  const body = { name: `W${++count}`, settings: { kind: 'webhook' as const, target, ...settings } }
  const made = await keeper.call(calls.create, { params: { id: apiId }, body })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const renewed = await keeper.call(calls.renewSecret, {
    params: { id: made.body.id },
    body: secret === undefined ? {} : { secret },
  })
  expect(renewed.status, JSON.stringify(renewed.body)).toBe(200)
  return { id: made.body.id, ...renewed.body }
}
const order = (number: number) => JSON.stringify({ order: { number, lines: [{ item: 'a' }] } })
const send = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })
const instances = async (key = 'order') =>
  (
    await admin.query<{ id: string; business_key: string; start_user_id: string }>(
      `select i.id, i.business_key, i.start_user_id from instance i join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id
        where d.key = $1 order by i.id`,
      [key],
    )
  ).rows
const variablesOf = async (id: string) =>
  (await admin.query('select name, type, value from variable where scope_id = $1 order by name', [id])).rows
const log = async (query: object = {}) => (await keeper.call(deliveries.list, { query })).body.items
const hmac = (secret: string | Buffer, ...parts: readonly string[]) => {
  const mac = createHmac('sha256', secret)
  for (const part of parts) mac.update(part)
  return mac
}

beforeEach(async () => {
  keeper = await signInAs(first.user)
  lines.length = 0
  await admin.query('delete from external_delivery')
})

describe('a webhook with a secret address', () => {
  it('starts a process with mapped values, and the log has no secret', async () => {
    const before = (await instances()).length
    const { id, address, secret } = await create()
    expect(secret).toBeNull()
    const answer = await send(`${address}?shop=north`, order(17), {
      'x-sender': 'till',
      authorization: 'Bearer very-secret',
      cookie: 'a=hidden-cookie',
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ isRepeated: false })
    const all = await instances()
    expect(all).toHaveLength(before + 1)
    const made = all.at(-1)
    expect(made).toMatchObject({ business_key: '17', start_user_id: `listener:${id}` })
    expect((await variablesOf(made?.id ?? '')).map(({ name, type }) => [name, type])).toEqual([
      ['lines', 'Json'],
      ['number', 'Integer'],
      ['original', 'File'],
      ['sender', 'String'],
      ['shop', 'String'],
    ])
    const [noted] = await log()
    expect(noted).toMatchObject({ outcome: 'accepted', listener: `W${count}`, system: 'Shop', kind: 'webhook' })
    const { body: shown } = await keeper.call(deliveries.get, { params: { id: noted?.id ?? '' } })
    expect(shown).toMatchObject({ instanceId: made?.id, processKey: 'order', canReplay: true })
    const token = address.slice('/webhooks/'.length)
    const listener = await keeper.call(calls.get, { params: { id } })
    expect(listener.body).toMatchObject({ hasAddress: true, address: null, state: 'listening' })
    const everything = [shown, listener.body, await log(), lines].map((one) => JSON.stringify(one)).join('\n')
    for (const secret of [
      token,
      token.slice(23),
      'very-secret',
      'hidden-cookie',
      Buffer.from(token).toString('base64'),
    ])
      expect(everything).not.toContain(secret)
    expect(shown.content).toContain('x-sender: till')
  })

  it('does the same once, as long as its content is within the window or its id is known', async () => {
    const byContent = await create({ windowSeconds: 60 })
    const byId = await create({ idHeader: 'X-Id' })
    const before = (await instances()).length
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(byContent.address, order(1))))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(answers.filter((one) => !one.json().isRepeated)).toHaveLength(1)
    await Promise.all([1, 2, 3].map((number) => send(byId.address, order(number), { 'x-id': 'one' })))
    expect(await instances()).toHaveLength(before + 2)
    expect((await log()).filter(({ outcome }) => outcome === 'repeated')).toHaveLength(5)
    clock.advance({ milliseconds: 61_000 })
    keeper = await signInAs(first.user)
    await send(byContent.address, order(1))
    await send(byId.address, order(1), { 'x-id': 'one' })
    expect(await instances()).toHaveLength(before + 3)
  })

  it('takes deliveries apart that differ in their query or in a header that it reads', async () => {
    const headers = { 'content-type': 'text/plain' }
    const { address } = await create({
      target: {
        action: 'start',
        process: 'order',
        businessKey: { source: 'query', path: 'order' },
        variables: [{ variable: 'event', source: 'header', path: 'X-Event', type: 'text' }],
      },
    })
    const answers = [
      await send(`${address}?order=1`, '', headers),
      await send(`${address}?order=2`, '', headers),
      await send(`${address}?order=2`, '', { ...headers, 'x-event': 'paid' }),
      await send(`${address}?order=2`, '', { ...headers, 'x-event': 'paid', 'x-trace': 'other' }),
    ]
    expect(answers.map((one) => one.json().isRepeated)).toEqual([false, false, false, true])
  })

  it('keeps all digits of large numbers', async () => {
    const { address } = await create({
      target: {
        action: 'start',
        process: 'order',
        businessKey: { source: 'body', path: 'id' },
        variables: [
          { variable: 'id', source: 'body', path: 'id', type: 'integer' },
          { variable: 'whole', source: 'body', path: '', type: 'text' },
        ],
      },
    })
    expect((await send(address, '{"id":1234567890123456789}')).statusCode).toBe(200)
    const made = (await instances()).at(-1)
    expect(made).toMatchObject({ business_key: '1234567890123456789' })
    expect(JSON.stringify(await variablesOf(made?.id ?? ''))).toContain('{\\"id\\":1234567890123456789}')
  })

  it('is unknown without its address, when it is disabled, and in another workplace', async () => {
    const { id, address } = await create()
    expect((await send(`${address.slice(0, -3)}abc`, order(1))).statusCode).toBe(404)
    expect((await send('/webhooks/nothing', order(1))).statusCode).toBe(404)
    expect((await app.inject({ method: 'GET', url: address })).statusCode).toBe(404)
    await keeper.call(calls.disable, { params: { id }, query: { deletedReason: 'Old' } })
    expect((await send(address, order(1))).statusCode).toBe(404)
    await keeper.call(calls.restore, { params: { id } })
    expect((await send(address, order(1))).statusCode).toBe(200)
    const other = await signIn({ roles: ['RoleIntegration'], workplaceId: await createWorkplace(db) })
    for (const call of [calls.get, calls.restore] as const)
      expect((await other.call(call as typeof calls.get, { params: { id } })).status).toBe(404)
    const stranger = await signIn({ roles: ['RoleUser'] })
    expect((await stranger.call(calls.get, { params: { id } })).status).toBe(403)
  })

  it('takes the old address for as long as it was kept', async () => {
    const { id, address } = await create()
    const renewed = await keeper.call(calls.renewSecret, { params: { id }, body: { keepHours: 1 } })
    expect((await send(address, order(1))).statusCode).toBe(200)
    expect((await send(renewed.body.address, order(2))).statusCode).toBe(200)
    clock.advance({ milliseconds: 3_601_000 })
    expect((await send(address, order(3))).statusCode).toBe(404)
    expect((await send(renewed.body.address, order(4))).statusCode).toBe(200)
  })

  it('refuses large and unreadable bodies, and notes why a delivery failed', async () => {
    const { address } = await create({ maxBytes: 1_000 })
    const before = (await instances()).length
    expect((await send(address, 'x'.repeat(1_001))).statusCode).toBe(413)
    expect((await send(address, 'no json')).json()).toMatchObject({ code: 'external.invalid' })
    const wrong = await send(address, JSON.stringify({ order: { number: 'many' } }))
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json().message).toBe(
      'Expected a whole number in “order.number” of the body for the variable “number”, but it has another value.',
    )
    expect((await send(address, '['.repeat(900))).statusCode).toBe(422)
    expect((await send(address, Buffer.from([0xff, 0xfe, 0]))).statusCode).toBe(422)
    expect(await instances()).toHaveLength(before)
    expect((await log()).map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed', 'failed'])
  })

  it('notes a delivery whose values cannot be stored', async () => {
    const { address } = await create({
      target: { action: 'start', process: 'order', businessKey: { source: 'body', path: 'key' } },
    })
    const answer = await send(address, JSON.stringify({ key: 'a\0b' }))
    expect(answer.json()).toMatchObject({ code: 'external.invalid', message: expect.stringContaining('NUL') })
    expect(await log()).toMatchObject([{ outcome: 'failed', fault: expect.stringContaining('NUL') }])
  })
})

describe('a webhook with a signature', () => {
  const now = () => Math.floor(clock().getTime() / 1000)

  it('takes Standard Webhooks within the window, once by their id', async () => {
    const { address, secret, id } = await create({ signature: 'standard' })
    expect(secret).toMatch(/^whsec_/)
    expect((await keeper.call(calls.get, { params: { id } })).body).toMatchObject({ address, hasSecret: true })
    expect(JSON.stringify((await keeper.call(calls.get, { params: { id } })).body)).not.toContain(secret)
    const sign = (body: string, { id = 'msg_1', time = now(), key = secret ?? '' } = {}) => ({
      'webhook-id': id,
      'webhook-timestamp': String(time),
      'webhook-signature': `v1,AAAA v1,${hmac(Buffer.from(key.slice(6), 'base64'), `${id}.${time}.${body}`).digest('base64')}`,
    })
    const body = order(5)
    expect((await send(address, body, sign(body))).json()).toMatchObject({ isRepeated: false })
    expect((await send(address, body, sign(body))).json()).toMatchObject({ isRepeated: true })
    expect((await send(address, body, sign(body, { id: 'msg_2' }))).json()).toMatchObject({ isRepeated: false })
    const rejected = await send(address, order(6), sign(body, { id: 'msg_3' }))
    expect(rejected.statusCode).toBe(401)
    expect(rejected.json().message).toBe('Expected a valid signature, but it does not match the content.')
    expect((await send(address, body, sign(body, { id: 'msg_4', time: now() - 301 }))).statusCode).toBe(401)
    expect((await send(address, body, sign(body, { id: 'msg_4', time: now() + 301 }))).statusCode).toBe(401)
    expect((await send(address, body)).json().message).toContain('the header webhook-id is missing')
    // Invalid requests do not fill the log.
    expect((await log()).filter(({ outcome }) => outcome === 'rejected')).toHaveLength(1)
    const other = await keeper.call(calls.renewSecret, { params: { id }, body: { keepHours: 2 } })
    expect(other.body.address).toBe(address)
    expect(other.body.secret).not.toBe(secret)
    expect((await send(address, body, sign(body, { id: 'msg_5' }))).statusCode).toBe(200)
    expect((await send(address, body, sign(body, { id: 'msg_6', key: other.body.secret ?? '' }))).statusCode).toBe(200)
    clock.advance({ milliseconds: 2 * 3_600_000 + 1_000 })
    expect((await send(address, body, sign(body, { id: 'msg_7' }))).statusCode).toBe(401)
    expect((await send(address, body, sign(body, { id: 'msg_8', key: other.body.secret ?? '' }))).statusCode).toBe(200)
  })

  it('takes GitHub, and the same content under another id once', async () => {
    const secret = 'a secret of GitHub+/='
    const { address, secret: shown } = await create({ signature: 'github' }, secret)
    expect(shown).toBeNull()
    const body = order(7)
    const signature = `sha256=${hmac(secret, body).digest('hex')}`
    const ids = ['1', '1', '2']
    const answers = []
    for (const id of ids)
      answers.push(await send(address, body, { 'x-hub-signature-256': signature, 'x-github-delivery': id }))
    expect(answers.map((one) => one.json().isRepeated)).toEqual([false, true, true])
    expect((await send(address, body, { 'x-hub-signature-256': `${signature}0` })).statusCode).toBe(401)
    expect((await send(address, body, { 'x-hub-signature-256': signature.slice(7) })).statusCode).toBe(401)
  })

  it('takes HMAC in a named header, with a time', async () => {
    const { address, secret } = await create({ signature: 'hmac', header: 'X-Sign', timeHeader: 'X-Time' })
    const body = order(8)
    const time = String(now())
    for (const encoding of ['hex', 'base64'] as const) {
      const text = encoding === 'hex' ? body : order(9)
      const sign = hmac(secret ?? '', `${time}.${text}`).digest(encoding)
      expect((await send(address, text, { 'x-sign': sign, 'x-time': time })).json()).toMatchObject({
        isRepeated: false,
      })
      expect((await send(address, text, { 'x-sign': sign, 'x-time': time })).json()).toMatchObject({ isRepeated: true })
      expect((await send(address, text, { 'x-sign': sign, 'x-time': `${now() + 1}` })).statusCode).toBe(401)
    }
  })

  it('takes a recorded HMAC once, as long as its time is valid', async () => {
    const { address, secret } = await create({ signature: 'hmac', header: 'X-Sign', timeHeader: 'X-Time' })
    // The clock of the sender is ahead.
    const time = String(now() + 250)
    const sign = hmac(secret ?? '', `${time}.${order(10)}`).digest('hex')
    const replay = async () => (await send(address, order(10), { 'x-sign': sign, 'x-time': time })).json()
    expect(await replay()).toMatchObject({ isRepeated: false })
    clock.advance({ milliseconds: 310_000 })
    expect(await replay()).toMatchObject({ isRepeated: true })
    clock.advance({ milliseconds: 250_000 })
    expect(await replay()).toMatchObject({ code: 'webhook.rejected' })
  })

  it('has no address or secret any more after its signature changed', async () => {
    const { id, address } = await create({ signature: 'github' })
    const { body: listener } = await keeper.call(calls.get, { params: { id } })
    const settings = { ...listener.settings, signature: 'none' } as Settings
    const saved = await keeper.call(calls.save, { params: { id }, body: { name: 'Other', settings } })
    expect(saved.body).toMatchObject({ state: 'unset', hasAddress: false, address: null, hasSecret: false })
    expect((await send(address, order(1))).statusCode).toBe(404)
  })
})

it('a message reaches the instance whose values match, and is replayed after it failed', async () => {
  const definition = (await admin.query(`select id from process_definition where key = 'answer'`)).rows[0].id
  const { address } = await create({
    target: {
      action: 'message',
      message: 'answered',
      businessKey: { source: 'body', path: 'key' },
      variables: [{ variable: 'answer', source: 'body', path: 'answer', type: 'text' }],
    },
  })
  const body = JSON.stringify({ key: 'K1', answer: 'yes' })
  const lonely = await send(address, body)
  expect(lonely.statusCode).toBe(409)
  const root = testPerson({ workplaceId, username: 'root', roles: ['RoleFullAPI'] })
  await startProcess({ db: runtime.db, runtime, clock }, testRequest(root), {
    id: definition,
    businessKey: 'K1',
    given: { kind: 'variables', variables: [] },
  })
  const [failed] = await log({ outcome: 'failed' })
  const replayed = await keeper.call(deliveries.replay, { params: { id: failed?.id ?? '' } })
  expect(replayed.body).toMatchObject({
    outcome: 'accepted',
    replayOf: failed?.id,
    replayedBy: { username: keeper.user.username },
  })
  const waiting = await instances('answer')
  expect(replayed.body.instanceId).toBe(waiting[0]?.id)
  // The sender tries again: it has arrived.
  expect((await send(address, body)).json()).toMatchObject({ isRepeated: true })
})

it('a failed delivery is not replayed after its sender has repeated it', async () => {
  const { address } = await create({ target: { ...target, process: 'later' } })
  const [one, two] = [order(801), order(802)]
  for (const body of [one, two]) expect((await send(address, body)).statusCode).toBe(404)
  await deployModel('later', process('later').start().userTask('look').end().toXml())
  clock.advance({ seconds: 10 })
  expect((await send(address, one)).json()).toMatchObject({ isRepeated: false })
  clock.advance({ hours: 1 })
  keeper = await signInAs(first.user)
  const failed = await log({ outcome: 'failed', sort: 'at' })
  const replay = async (at: number) =>
    (await keeper.call(deliveries.replay, { params: { id: failed.at(at)?.id ?? '' } })).body
  expect(await replay(-2)).toMatchObject({
    code: 'external.invalid',
    message: expect.stringContaining('it was processed then'),
  })
  expect(await replay(-1)).toMatchObject({ outcome: 'accepted' })
  clock.advance({ hours: 1 })
  keeper = await signInAs(first.user)
  expect(await replay(-1)).toMatchObject({ code: 'external.invalid' })
  expect((await instances('later')).map(({ business_key }) => business_key)).toEqual(['801', '802'])
})

it('the log has the beginning of a large body, and no half of a secret', async () => {
  const { address } = await create()
  const token = address.split('/').at(-1) ?? ''
  const bodyOf = (before: number) =>
    JSON.stringify({
      order: { number: 1, lines: [] },
      text: `${'x'.repeat(before)}${token}`,
      rest: 'y'.repeat(900_000),
    })
  for (const before of [3_700, 3_800, 3_850, 3_900]) expect((await send(address, bodyOf(before))).statusCode).toBe(200)
  // Hidden secrets make room for what comes after them.
  const many = JSON.stringify({ order: { number: 1, lines: [] }, text: token.repeat(2_000) })
  expect((await send(address, many)).statusCode).toBe(200)
  for (const { id } of await log()) {
    const { content } = (await keeper.call(deliveries.get, { params: { id } })).body
    expect(content).not.toContain(token.slice(0, 6))
    expect(content?.length).toBeLessThanOrEqual(4_001)
    expect(content).toContain('…')
  }
})

it('content is encrypted for the log only where it was not delivered before', async () => {
  const { address } = await create()
  const token = address.split('/').at(-1) ?? ''
  let used = 0
  const context = {
    ...{ db: runtime.db, runtime, clock },
    get secret() {
      used += 1
      return 'a secret of 32 bytes for sealing'
    },
  }
  const seal = createPropertySeal('a secret of 32 bytes for sealing' as never)
  const webhook = await findWebhook({ db, seal, now: clock() }, token)
  if (webhook === null) throw new Error('Expected a webhook.')
  const sent = { headers: {}, query: {}, body: Buffer.from(order(5)), token, cause: 'test', patience: null }
  expect(await receiveWebhook(context as never, webhook, sent as never)).toMatchObject({ isRepeated: false })
  expect(used).toBe(1)
  expect(await receiveWebhook(context as never, webhook, sent as never)).toMatchObject({ isRepeated: true })
  expect(used).toBe(1)
})

it('a message that is sent several times at once has arrived for each sender', async () => {
  const { id, address } = await create({
    target: { action: 'message', message: 'answered', businessKey: { source: 'body', path: 'key' } },
  })
  const definition = (await admin.query(`select id from process_definition where key = 'answer'`)).rows[0].id
  const root = testPerson({ workplaceId, username: 'root', roles: ['RoleFullAPI'] })
  await startProcess({ db: runtime.db, runtime, clock }, testRequest(root), {
    id: definition,
    businessKey: 'K2',
    given: { kind: 'variables', variables: [] },
  })
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(address, JSON.stringify({ key: 'K2' }))))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(answers.filter((one) => !one.json().isRepeated)).toHaveLength(1)
  expect((await keeper.call(calls.get, { params: { id } })).body).toMatchObject({ state: 'listening', fault: null })
})

describe('the page of a webhook', () => {
  it('is refused for users without permission to start the process', async () => {
    const plain = await signIn({ roles: ['RoleIntegration'] })
    const body = { name: 'Mine', settings: { kind: 'webhook' as const, target } }
    const refused = await plain.call(calls.create, { params: { id: apiId }, body })
    expect(refused.body).toMatchObject({ code: 'right.missing' })
    const { id } = await create()
    const { body: listener } = await keeper.call(calls.get, { params: { id } })
    const { settings, name } = listener
    expect((await plain.call(calls.save, { params: { id }, body: { name: `${name} 2`, settings } })).status).toBe(200)
    const other = { ...settings, target: { ...settings.target, process: 'answer' } }
    const saved = await plain.call(calls.save, { params: { id }, body: { name, settings: other } })
    expect(saved.body).toMatchObject({ code: 'right.missing' })
  })

  it('says what does not fit', async () => {
    const refused = async (settings: object) =>
      (
        await keeper.call(calls.create, {
          params: { id: apiId },
          body: { name: 'Bad', settings: { kind: 'webhook', target, ...settings } as Settings },
        })
      ).body
    expect(await refused({ signature: 'hmac' })).toMatchObject({ details: [{ where: 'settings.header' }] })
    expect(await refused({ target: { action: 'message' } })).toMatchObject({
      details: [{ where: 'settings.target.message' }],
    })
    expect(await refused({ target: { ...target, variables: [{ variable: 'a', source: 'size' }] } })).toMatchObject({
      details: [{ where: 'settings.target.variables.0.source' }],
    })
    expect(
      await refused({ target: { ...target, variables: [{ variable: 'a', source: 'body', type: 'file' }] } }),
    ).toMatchObject({ details: [{ where: 'settings.target.variables.0.type' }] })
    expect(await refused({ kind: 'folder' })).toMatchObject({ code: 'external.invalid' })
  })

  it('shows that a webhook has been silent for longer than usual', async () => {
    const { id, address } = await create({ idHeader: 'X-Id' })
    for (let at = 0; at < 6; at++) {
      await send(address, order(at), { 'x-id': String(at) })
      clock.advance({ milliseconds: 60_000 })
    }
    const read = async () => (await (await signInAs(first.user)).call(calls.get, { params: { id } })).body
    expect(await read()).toMatchObject({ state: 'listening', usualSeconds: 60 })
    clock.advance({ milliseconds: 3_600_000 })
    expect(await read()).toMatchObject({ state: 'silent' })
    const shown = await (await signInAs(first.user)).call(externalSystemCalls.getApi, { params: { id: apiId } })
    expect(shown.body.listeners.find((one) => one.id === id)).toMatchObject({ state: 'silent' })
  })

  it('keeps the API of a listener from being disabled, and old deliveries are removed', async () => {
    const { address } = await create()
    const refused = await keeper.call(externalSystemCalls.disableApi, {
      params: { id: apiId },
      query: { deletedReason: 'Old' },
    })
    expect(refused.body).toMatchObject({ code: 'external.in-use' })
    await send(address, order(1))
    clock.advance({ milliseconds: 15 * 86_400_000 })
    await keepListeners(runtime, workplaceId)
    keeper = await signInAs(first.user)
    expect(await log()).toEqual([])
  })
})
