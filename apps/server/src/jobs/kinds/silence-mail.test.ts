import { externalListenerCalls as calls, externalSystemCalls, settingCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { openMailServer } from '@millrace/server/testing/mail-server'
import { afterAll, expect, it } from 'vitest'
import { reportSilence } from '../../operations/external-listeners/report-silence.ts'
import { createMailSender } from '../../platform/outgoing/mail-sender.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import { createServices } from '../work/services.ts'

const server = await openMailServer()
afterAll(() => server.close())
const { app, db, runtime, workplaceId, admin, signIn, clock } = await createTestApp()
const keeper = await signIn({ roles: ['RoleIntegration', 'RoleProcessAdmin', 'RoleAdmin'] })

it('mails the recipients of alerts when nothing arrives at a webhook for longer than usual, once', async () => {
  const { settings } = (await keeper.call(settingCalls.list)).body
  const revision = settings.find(({ key }) => key === 'alerts.recipients')?.revision ?? 0
  const change = { key: 'alerts.recipients', value: 'ops@example.com', revision }
  await keeper.call(settingCalls.change, { body: { changes: [change] } })
  const system = { id: (await keeper.call(externalSystemCalls.create, { body: { name: 'Shop' } })).body.id }
  const connection = { name: 'REST', settings: { kind: 'rest', baseUrl: 'http://127.0.0.1:1' } } as const
  const made = await keeper.call(externalSystemCalls.createConnection, { params: system, body: connection })
  const body = { name: 'Orders', connectionId: made.body.id }
  const api = await keeper.call(externalSystemCalls.createApi, { params: system, body })
  const target = { action: 'message', message: 'order' } as const
  const listener = await keeper.call(calls.create, {
    params: { id: api.body.id },
    body: { name: 'Order hook', settings: { kind: 'webhook', target } },
  })
  const { address } = (await keeper.call(calls.renewSecret, { params: { id: listener.body.id }, body: {} })).body
  // Five deliveries of the usual pace, which the log says were accepted.
  for (let at = 0; at < 5; at++) {
    await app.inject({ method: 'POST', url: address, payload: { at }, headers: { 'content-type': 'application/json' } })
    clock.advance({ minutes: 1 })
  }
  await admin.query(`update external_delivery set outcome = 'accepted', fault = null`)
  clock.advance({ hours: 6 })
  const outgoing = { send: () => Promise.reject(new Error('Expected no call.')) }
  const mail = createMailSender({ url: server.url, from: 'millrace@example.org' })
  const services = createServices({ outgoing, mail, publicUrl: () => 'https://millrace.example.org' })
  for (let at = 0; at < 2; at++) {
    await reportSilence(runtime, workplaceId)
    for (const job of (await claimAll(db, clock())).filter(({ kind }) => kind === 'mail'))
      expect(await runClaimedJob({ runtime, services }, job)).toBe('done')
    clock.advance({ hours: 1 })
  }
  expect(server.received.map(({ to }) => to)).toEqual([['ops@example.com']])
  const text = server.received[0]?.text.replaceAll(/=\r?\n/g, '') ?? ''
  expect(text).toMatch(/^Subject: .+/m)
  expect(text).toContain('Order hook')
  expect(text).toContain('Shop')
})
