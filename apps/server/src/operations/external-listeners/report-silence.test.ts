import {
  adminDashboardCalls,
  externalListenerCalls as calls,
  externalSystemCalls,
  settingCalls,
} from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { reportSilence } from './report-silence.ts'

const { runtime, workplaceId, admin, signIn, signInAs, clock } = await createTestApp()
const first = await signIn({ roles: ['RoleIntegration', 'RoleProcessAdmin', 'RoleAdmin'] })
let keeper = first
const { settings } = (await keeper.call(settingCalls.list)).body
const revision = settings.find(({ key }) => key === 'alerts.recipients')?.revision ?? 0
const value = 'ops@example.com'
await keeper.call(settingCalls.change, { body: { changes: [{ key: 'alerts.recipients', value, revision }] } })

const system = (await keeper.call(externalSystemCalls.create, { body: { name: 'Shop' } })).body.id
const connection = await keeper.call(externalSystemCalls.createConnection, {
  params: { id: system },
  body: { name: 'REST', settings: { kind: 'rest', baseUrl: 'http://127.0.0.1:1' } },
})
const api = await keeper.call(externalSystemCalls.createApi, {
  params: { id: system },
  body: { name: 'Orders', connectionId: connection.body.id },
})
async function listen(name: string) {
  const made = await keeper.call(calls.create, {
    params: { id: api.body.id },
    body: { name, settings: { kind: 'webhook', target: { action: 'message', message: 'order' } } },
  })
  await keeper.call(calls.renewSecret, { params: { id: made.body.id }, body: {} })
  return made.body.id
}
const arrive = (listenerId: string, minutesAgo: number) =>
  admin.query(
    `insert into external_delivery (workplace_id, id, listener_id, at, outcome) values ($1, gen_random_uuid(), $2, $3, 'accepted')`,
    [workplaceId, listenerId, new Date(clock().getTime() - minutesAgo * 60_000).toISOString()],
  )
const look = (times = 1) => Promise.all(Array.from({ length: times }, () => reportSilence(runtime, workplaceId)))
const alerts = async () =>
  (
    await admin.query<{ body: { listeners: { name: string }[] } }>(
      'select body from incident_alert order by created_at, id',
    )
  ).rows.map(({ body }) => body.listeners.map(({ name }) => name))
const counted = async () => {
  keeper = await signInAs(first.user)
  return (await keeper.call(adminDashboardCalls.get)).body.silentListeners
}

it('reports each silence once, by several servers, until something arrives', async () => {
  const [orders, prices] = [await listen('Orders'), await listen('Prices')]
  for (const minutes of [70, 71, 72, 73, 74]) await arrive(orders, minutes)
  for (const minutes of [10, 11, 12, 13, 14]) await arrive(prices, minutes)
  await look(3)
  await look()
  expect(await alerts()).toEqual([['Orders']])
  expect(await counted()).toBe(1)
  const jobs = await admin.query(`select kind, element_key from job where element_key = 'incident-alert'`)
  expect(jobs.rows).toEqual([{ kind: 'mail', element_key: 'incident-alert' }])
  clock.advance({ minutes: 60 })
  await look()
  expect(await alerts()).toEqual([['Orders'], ['Prices']])
  expect(await counted()).toBe(2)
  await arrive(orders, 0)
  clock.advance({ minutes: 1 })
  await look()
  expect(await counted()).toBe(1)
  // Three times the pause before.
  clock.advance({ minutes: 400 })
  await look()
  expect(await alerts()).toEqual([['Orders'], ['Prices'], ['Orders']])
})

it('reports no disabled listener, and marks without a target nobody is told', async () => {
  keeper = await signInAs(first.user)
  const { body: found } = await keeper.call(externalSystemCalls.getApi, { params: { id: api.body.id } })
  for (const { id } of found.listeners)
    await keeper.call(calls.disable, { params: { id }, query: { deletedReason: 'Old' } })
  expect(await counted()).toBe(0)
  await look()
  expect(await alerts()).toHaveLength(3)
})
