import { createHmac, randomUUID } from 'node:crypto'
import { process } from '@millrace/bpmn/builder'
import { settingCalls, systemTemplateCalls } from '@millrace/contract'
import type { SettingKey, SettingValue } from '@millrace/contract/settings'
import { createTestApp } from '@millrace/server/testing'
import { beforeEach, expect, it } from 'vitest'
import { clearOldAlerts, orderAlerts } from '../../../runtime/incidents/order-alerts.ts'
import { createScenario } from '../../../runtime/testing/scenario.ts'
import { runClaimedJob } from '../../run-job.ts'
import { claimAll } from '../../testing/claim-all.ts'
import type { Services } from '../../work/services.ts'

const { db, admin, runtime, workplaceId, signIn, signInAs, clock, options } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const broken = await scenario.deploy(
  process('broken', { name: 'Broken' })
    .start()
    .serviceTask('fail', { name: 'Fail', 'camunda:asyncBefore': 'true', 'camunda:expression': '${missing}' })
    .end()
    .toXml(),
)
const chief = await signIn({ roles: ['RoleAdmin'] })

const sent: { kind: 'mail' | 'http'; request: Record<string, unknown>; key: string }[] = []
let status = 200
const services = {
  mail: async (request: object, key: string) => {
    sent.push({ kind: 'mail', request: { ...request }, key })
    return {}
  },
  http: async (request: object, key: string) => {
    sent.push({ kind: 'http', request: { ...request }, key })
    return { statusCode: status }
  },
  links: { publicUrl: () => 'https://flow.example', secret: options.secret },
} as unknown as Services

beforeEach(async () => {
  sent.length = 0
  status = 200
  for (const table of ['setting', 'incident_alert', 'incident_alert_mark', 'job', 'incident', 'incident_group'])
    await admin.query(`delete from ${table}`)
})

async function set(values: Partial<Record<SettingKey, SettingValue>>): Promise<void> {
  const client = await signInAs(chief.user)
  const { settings } = (await client.call(settingCalls.list)).body
  const changes = Object.entries(values).map(([key, value]) => ({
    ...{ key, value },
    revision: settings.find((one) => one.key === key)?.revision ?? 0,
  }))
  expect((await client.call(settingCalls.change, { body: { changes } })).status).toBe(200)
}

/** An incident: the only try of an asynchronous step fails. */
async function fail(): Promise<void> {
  await scenario.start(broken)
  await admin.query('update job set retries = 1 where kind = $1', ['before'])
  await admin.query('update instance set revision = revision + 1')
  for (const job of await claimAll(db, clock()))
    if (job.kind !== 'mail') await runClaimedJob({ runtime, services }, job)
}
/** An incident with the message. */
async function raise(message: string, client: Pick<typeof admin, 'query'> = admin): Promise<void> {
  await client.query(
    `insert into incident (workplace_id, id, root_id, type, message, cause_id, root_cause_id, created_at) values ($1, $2, $2, 'failedJob', $3, $2, $2, $4)`,
    [workplaceId, randomUUID(), message, clock()],
  )
}
const bodies = async () =>
  (await admin.query('select body from incident_alert order by created_at')).rows.map(({ body }) => body)
const order = () => orderAlerts(runtime, workplaceId)
async function send(): Promise<void> {
  for (const job of await claimAll(db, clock()))
    if (job.kind === 'mail') await runClaimedJob({ runtime, services }, job)
}
const alerts = async () => (await admin.query('select channel, state, error from incident_alert order by channel')).rows

it('alerts of nothing before somebody is named, and of nothing that was there before', async () => {
  await fail()
  await order()
  expect(await alerts()).toEqual([])
  await set({ 'alerts.recipients': 'ops@example.org' })
  clock.advance({ minutes: 1 })
  await order()
  clock.advance({ minutes: 20 })
  await order()
  expect(await alerts()).toEqual([])
})

it('sends one digest by mail and webhook for the incidents since the last one, each once', async () => {
  await set({
    'alerts.recipients': 'ops@example.org, ada@example.org',
    'alerts.webhookUrl': 'https://chat.example/hook',
    'alerts.webhookSecret': 'shared-secret',
  })
  await order()
  clock.advance({ minutes: 2 })
  await fail()
  await fail()
  clock.advance({ minutes: 14 })
  await order()
  await order()
  expect(await alerts()).toMatchObject([
    { channel: 'mail', state: 'waiting' },
    { channel: 'webhook', state: 'waiting' },
  ])
  expect(sent).toEqual([])
  await send()
  await send()
  const mail = sent.find(({ kind }) => kind === 'mail')
  expect(sent).toHaveLength(2)
  expect(mail?.request).toMatchObject({
    to: ['ops@example.org', 'ada@example.org'],
    subject: 'Process errors: Broken, 2 new incidents',
    text: expect.stringContaining('https://flow.example/processengine/processFailure/'),
  })
  const hook = sent.find(({ kind }) => kind === 'http')
  const body = String(hook?.request.body)
  expect(JSON.parse(body)).toMatchObject({
    type: 'incidents',
    total: 2,
    causes: [{ process: 'Broken', element: 'Fail', count: 2 }],
  })
  expect(hook?.request.headers).toMatchObject({
    'millrace-signature': `sha256=${createHmac('sha256', 'shared-secret').update(body).digest('hex')}`,
  })
  expect((await alerts()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  // Within the minimum time new incidents wait for the next digest.
  clock.advance({ minutes: 5 })
  await fail()
  clock.advance({ minutes: 2 })
  await order()
  expect(await alerts()).toHaveLength(2)
  clock.advance({ minutes: 9 })
  await order()
  expect(await alerts()).toHaveLength(4)
})

it('writes the mail in the language of its reader, with the text of the workplace', async () => {
  const reader = await signIn({ roles: ['RoleUser'], email: 'Anna@example.org' })
  await admin.query(
    `insert into user_profile (workplace_id, user_id, language) values ($1, $2, 'de') on conflict (workplace_id, user_id) do update set language = 'de'`,
    [workplaceId, reader.user.id],
  )
  const own = { subject: 'Fehler: ${what} (${count})', html: '<p>Neue Fehler</p>\n${causes}' }
  const admins = await signInAs(chief.user)
  const saved = await admins.call(systemTemplateCalls.save, {
    params: { mail: 'incidentAlert' },
    body: { ...own, language: 'de' },
  })
  expect([saved.status, saved.body]).toEqual([200, expect.anything()])
  await set({ 'alerts.recipients': 'ops@example.org, anna@example.org' })
  await order()
  clock.advance({ minutes: 2 })
  await fail()
  clock.advance({ minutes: 20 })
  await order()
  await send()
  await send()
  const mails = sent.map(({ request }) => request).sort((a, b) => String(a.to).localeCompare(String(b.to)))
  expect(mails).toMatchObject([
    {
      to: ['anna@example.org'],
      subject: 'Fehler: Broken, 1 new incident (1)',
      html: expect.stringContaining('Neue Fehler'),
    },
    { to: ['ops@example.org'], subject: 'Process errors: Broken, 1 new incident' },
  ])
  expect(mails[0]?.html).toContain('https://flow.example/processengine/processFailure/')
})

it('retries with the same key while the webhook is away, and stops where it refuses', async () => {
  await set({ 'alerts.webhookUrl': 'https://chat.example/hook' })
  await order()
  clock.advance({ minutes: 2 })
  await fail()
  clock.advance({ minutes: 20 })
  await order()
  status = 503
  await send()
  expect(await alerts()).toMatchObject([{ state: 'waiting', error: expect.stringContaining('503') }])
  clock.advance({ minutes: 2 })
  status = 400
  await send()
  expect(await alerts()).toMatchObject([{ state: 'failed', error: expect.stringContaining('400') }])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  clock.advance({ hours: 24 })
  await send()
  expect(sent).toHaveLength(2)
  clock.advance({ days: 31 })
  await clearOldAlerts(runtime, workplaceId)
  expect(await alerts()).toEqual([])
})

it('leaves out causes that are snoozed', async () => {
  await set({ 'alerts.recipients': 'ops@example.org' })
  await order()
  clock.advance({ minutes: 2 })
  await fail()
  await admin.query('update incident_group set snoozed_until = $1', [new Date(clock().getTime() + 86_400_000)])
  clock.advance({ minutes: 20 })
  await order()
  expect(await alerts()).toEqual([])
  // Snoozed until the next incident, which this is.
  await admin.query(`update incident_group set snoozed_until = 'infinity'`)
  await order()
  expect(await alerts()).toHaveLength(1)
})

it('alerts of incidents that came during a snooze after its end, also when others were alerted of meanwhile', async () => {
  await set({ 'alerts.recipients': 'ops@example.org' })
  await order()
  await raise('the disk is full')
  await admin.query('update incident_group set snoozed_at = $1, snoozed_until = $2', [
    clock(),
    new Date(clock().getTime() + 3_600_000),
  ])
  clock.advance({ minutes: 20 })
  await raise('the disk is full')
  await raise('the network is away')
  await order()
  expect(await bodies()).toMatchObject([{ total: 1, causes: [{ message: 'the network is away' }] }])
  clock.advance({ hours: 1 })
  await order()
  expect(await bodies()).toMatchObject([{ total: 1 }, { total: 1, causes: [{ message: 'the disk is full' }] }])
  clock.advance({ hours: 1 })
  await order()
  expect(await bodies()).toHaveLength(2)
})

it('alerts of nothing when a cause was snoozed until its next incident, and there is no next one', async () => {
  await set({ 'alerts.recipients': 'ops@example.org' })
  await order()
  await raise('the disk is full')
  clock.advance({ minutes: 2 })
  await admin.query(`update incident_group set snoozed_at = $1, snoozed_until = 'infinity'`, [clock()])
  clock.advance({ minutes: 20 })
  await order()
  expect(await bodies()).toEqual([])
  await raise('the disk is full')
  clock.advance({ minutes: 2 })
  await order()
  expect(await bodies()).toMatchObject([{ total: 1 }])
})

it('alerts of an incident whose transaction took longer than the time between two alerts', async () => {
  await set({ 'alerts.recipients': 'ops@example.org' })
  await order()
  const slow = await admin.connect()
  await slow.query('begin')
  await raise('the disk is full', slow)
  clock.advance({ minutes: 20 })
  await raise('the network is away')
  clock.advance({ minutes: 1 })
  await order()
  await slow.query('commit')
  slow.release()
  clock.advance({ minutes: 20 })
  await order()
  expect(await bodies()).toMatchObject([{ total: 1 }, { total: 1, causes: [{ message: 'the disk is full' }] }])
})

it('forgets incidents that ended before the alert, and those of the time without alerts', async () => {
  await set({ 'alerts.recipients': 'ops@example.org' })
  await order()
  await raise('the disk is full')
  await admin.query('delete from incident')
  clock.advance({ minutes: 20 })
  await order()
  await raise('the network is away')
  await set({ 'alerts.recipients': '' })
  await order()
  await raise('the network is away')
  await set({ 'alerts.recipients': 'ops@example.org' })
  clock.advance({ minutes: 20 })
  await order()
  clock.advance({ minutes: 20 })
  await order()
  expect(await bodies()).toEqual([])
})

it('refuses what is no address', async () => {
  const client = await signInAs(chief.user)
  for (const [key, value] of [
    ['alerts.recipients', 'ops'],
    ['alerts.recipients', 'ops@example.org;ada@example.org'],
    ['alerts.webhookUrl', 'javascript:alert(1)'],
  ] as const) {
    const { status: answered } = await client.call(settingCalls.change, {
      body: { changes: [{ key, value, revision: 0 }] },
    })
    expect([value, answered]).toEqual([value, 422])
  }
})
