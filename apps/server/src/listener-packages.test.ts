import {
  type BodyOf,
  packageCalls as calls,
  dataListCalls,
  dataListFeedCalls,
  externalListenerCalls,
  externalSystemCalls,
  type PackageDecisions,
} from '@millrace/contract'
import { createTestApp, createUser, createWorkplace, type TestClient } from '@millrace/server/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { runClaimedJob } from './jobs/run-job.ts'
import { claimAll } from './jobs/testing/claim-all.ts'
import type { Services } from './jobs/work/services.ts'
import { withZip } from './platform/archives/with-zip.ts'
import { multipart } from './runtime/testing/multipart.ts'

const { app, db, runtime, clock, admin, signIn, signInAs } = await createTestApp()
const everything = ['RoleAdmin', 'RoleDesign', 'RoleIntegration', 'RoleUserAdmin', 'RoleProcessAdmin'] as const
const maker = await signIn({ roles: everything })
const elsewhere = await createWorkplace(db, { reference: 'elsewhere' })
let importer = await signInAs(await createUser(db, { workplaceId: elsewhere, roles: everything }))
beforeEach(async () => {
  importer = await signInAs(importer.user)
})

async function done<T>(answer: Promise<{ readonly status: number; readonly body: T; readonly error: unknown }>) {
  const { status, body, error } = await answer
  if (status >= 300) throw new Error(JSON.stringify(error))
  return body
}

type Connection = BodyOf<typeof externalSystemCalls.createConnection>['settings']
type Listener = BodyOf<typeof externalListenerCalls.create>['settings']
const target = { action: 'start', process: 'orders' } as const

/** A webhook, a watched folder, a mail inbox, a queue, a topic and a feed, in a system with the connections that they need. */
async function createAll(client: TestClient) {
  const params = { id: (await done(client.call(externalSystemCalls.create, { body: { name: 'Shop' } }))).id }
  const offer = async (name: string, settings: Connection, secret: string) => {
    const { id } = await done(
      client.call(externalSystemCalls.createConnection, { params, body: { name, settings, secret } }),
    )
    return (await done(client.call(externalSystemCalls.createApi, { params, body: { name, connectionId: id } }))).id
  }
  const rest = await offer(
    'REST',
    { kind: 'rest', baseUrl: 'https://shop.example.org', signIn: 'bearer' },
    'secret-of-rest',
  )
  const files = await offer(
    'Files',
    { kind: 'file', place: 'sftp', folder: '/up', host: 'files.example.org', username: 'u' },
    'secret-of-files',
  )
  const mails = await offer('Mails', { kind: 'mail', host: 'mail.example.org', username: 'orders' }, 'secret-of-mails')
  const broker = await offer('Broker', { kind: 'amqp', host: 'mq.example.org', username: 'orders' }, 'secret-of-broker')
  const cluster = await offer(
    'Cluster',
    { kind: 'kafka', servers: 'kafka.example.org:9092', signIn: 'scram-sha-512', username: 'orders' },
    'secret-of-cluster',
  )
  const listen = async (id: string, name: string, settings: Listener) =>
    (await done(client.call(externalListenerCalls.create, { params: { id }, body: { name, settings } }))).id
  const hook = await listen(rest, 'Hook', { kind: 'webhook', signature: 'github', target })
  const renewed = await done(client.call(externalListenerCalls.renewSecret, { params: { id: hook }, body: {} }))
  const folder = await listen(files, 'Folder', { kind: 'folder', folder: 'in', pattern: '*.csv', target })
  const inbox = await listen(mails, 'Inbox', { kind: 'mail', subject: 'Order', target })
  await listen(broker, 'Queue', { kind: 'queue', queue: 'orders', failedQueue: 'failed', target })
  const topic = { kind: 'topic', topic: 'orders', failedTopic: 'failed', start: 'all', shares: 2, target } as const
  await listen(cluster, 'Topic', topic)
  const columns = [{ key: 'code', path: 'code' }]
  const settings = { kind: 'rest', path: '/towns', columns } as const
  await done(
    client.call(externalSystemCalls.createAdapter, {
      params: { id: rest },
      body: { name: 'Towns', key: 'towns', settings },
    }),
  )
  const list = await done(
    client.call(dataListCalls.create, {
      body: { key: 'towns', name: 'Towns', columns: [{ key: 'code', name: 'Code', type: 'text', isKey: true }] },
    }),
  )
  await done(
    client.call(dataListFeedCalls.save, { params: { id: list.id }, body: { adapter: 'towns', everyMinutes: 60 } }),
  )
  return { hook, folder, inbox, secrets: [renewed.secret ?? '', renewed.address.split('/').at(-1) ?? ''] }
}

const made = await createAll(maker)

async function exported(client: TestClient): Promise<Buffer> {
  const { items } = await done(client.call(calls.contents, {}))
  const chosen = items
    .filter(({ kind }) => kind === 'listener' || kind === 'feed')
    .map(({ kind, key }) => ({ kind, key }))
  const { statusCode, rawPayload, body } = await app.inject({
    method: 'POST',
    url: '/api/admin/packages/export',
    payload: { items: chosen, withRows: false },
    cookies: Object.fromEntries(client.cookies),
    headers: { 'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '' },
  })
  if (statusCode !== 200) throw new Error(body)
  return rawPayload
}

async function filesOf(bytes: Buffer): Promise<Record<string, string>> {
  return withZip(bytes, { entries: 1000, bytes: 50_000_000 }, async ({ names, read }) => {
    const files: Record<string, string> = {}
    for (const name of names) files[name] = (await read(name))?.toString('utf8') ?? ''
    return files
  })
}

/** The files of listeners and feeds. */
async function ownFilesOf(bytes: Buffer): Promise<Record<string, string>> {
  const files = Object.entries(await filesOf(bytes))
  return Object.fromEntries(files.filter(([name]) => /^(?:listener|feed)\//.test(name)))
}

async function read(content: Buffer): Promise<string> {
  const { headers, payload } = multipart([{ name: 'shop.millrace', content }])
  const answer = await importer.send({ method: 'POST', url: '/api/admin/packages/imports', headers, payload })
  expect(answer.status).toBe(200)
  return (answer.body as { readonly id: string }).id
}

async function imported(content: Buffer, body: Partial<PackageDecisions> = {}) {
  const id = await read(content)
  await done(importer.call(calls.start, { params: { id }, body: { trust: true, ...body } }))
  const own = (await claimAll(db, clock())).filter(({ kind }) => kind === 'package')
  for (const job of own) await runClaimedJob({ runtime, services: {} as Services }, job)
  clock.advance({ seconds: 10 })
  return done(importer.call(calls.get, { params: { id } }))
}

const listeners = async () =>
  (
    await admin.query<{ id: string; name: string; is_disabled: boolean; has_secret: boolean }>(
      `select id, name, disabled_at is not null as is_disabled, coalesce(token_hash, sealed, address::bytea) is not null as has_secret
        from external_listener where workplace_id = $1 order by name`,
      [elsewhere],
    )
  ).rows
const jobs = async () =>
  (await admin.query(`select kind from job where workplace_id = $1 and kind = 'listener'`, [elsewhere])).rows.length

describe('a package with listeners and a feed', () => {
  it('has what they need, and no address and no secret', async () => {
    const files = await filesOf(await exported(maker))
    const { items } = JSON.parse(files['manifest.json'] ?? '') as { items: { kind: string; key: string }[] }
    expect(items.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'dataList towns',
      'externalSystem Shop',
      'connection Shop/Broker',
      'connection Shop/Cluster',
      'connection Shop/Files',
      'connection Shop/Mails',
      'connection Shop/REST',
      'externalApi Shop/Broker',
      'externalApi Shop/Cluster',
      'externalApi Shop/Files',
      'externalApi Shop/Mails',
      'externalApi Shop/REST',
      'adapter towns',
      'listener Shop/Folder',
      'listener Shop/Hook',
      'listener Shop/Inbox',
      'listener Shop/Queue',
      'listener Shop/Topic',
      'feed towns',
    ])
    const text = JSON.stringify(files)
    for (const secret of [...made.secrets, 'secret-of']) {
      expect(secret.length).toBeGreaterThan(8)
      expect(text).not.toContain(secret)
    }
  })

  it('is imported without listening or running until somebody has set it up', async () => {
    const after = await imported(await exported(maker))
    expect(after).toMatchObject({ state: 'done', counts: { created: 19 } })
    expect((await listeners()).map(({ name, is_disabled, has_secret }) => [name, is_disabled, has_secret])).toEqual([
      ['Folder', true, false],
      ['Hook', true, false],
      ['Inbox', true, false],
      ['Queue', true, false],
      ['Topic', true, false],
    ])
    expect(await jobs()).toBe(0)
    expect(after.setUp.map(({ kind, key, message }) => `${kind} ${key}: ${message}`)).toEqual([
      'connection Shop/Broker: Enter the secret, and test the connection.',
      'connection Shop/Cluster: Enter the secret, and test the connection.',
      'connection Shop/Files: Enter the secret, and test the connection.',
      'connection Shop/Mails: Enter the secret, and test the connection.',
      'connection Shop/REST: Enter the secret, and test the connection.',
      'listener Shop/Folder: Test its connection, then restore the listener.',
      'listener Shop/Hook: Restore the webhook, and create its address and secret. Then enter them at the sender.',
      'listener Shop/Inbox: Test its connection, then restore the listener.',
      'listener Shop/Queue: Test its connection, then restore the listener.',
      'listener Shop/Topic: Test its connection, then restore the listener.',
      'feed towns: Preview its changes, then save the feed to start its schedule.',
      expect.stringMatching(/^process orders: Create a process with this key/),
    ])
    const [theirs, ours] = [await ownFilesOf(await exported(importer)), await ownFilesOf(await exported(maker))]
    expect(Object.keys(ours)).toHaveLength(6)
    expect(theirs).toEqual(ours)
  })

  it('changes nothing when it is imported again, before and after somebody has set it up', async () => {
    const bytes = await exported(maker)
    expect(await imported(bytes)).toMatchObject({ counts: { created: 0, updated: 0, same: 19 } })
    const [folder] = await listeners()
    const params = { id: folder?.id ?? '' }
    await done(importer.call(externalListenerCalls.restore, { params }))
    const { items } = await done(importer.call(dataListCalls.list, { query: {} as never }))
    const list = { id: items[0]?.id ?? '' }
    const { feed } = await done(importer.call(dataListFeedCalls.get, { params: list }))
    expect(feed).toMatchObject({ adapter: 'towns', everyMinutes: 60, needsSetUp: true })
    await done(importer.call(dataListFeedCalls.save, { params: list, body: { adapter: 'towns', everyMinutes: 60 } }))
    expect(await jobs()).toBe(2)
    expect(await imported(bytes)).toMatchObject({ counts: { created: 0, updated: 0, same: 19 } })
    expect((await done(importer.call(dataListFeedCalls.get, { params: list }))).feed?.needsSetUp).toBe(false)
  })

  it('updates a listener that is disabled, and one that listens goes on', async () => {
    const folder = await done(maker.call(externalListenerCalls.get, { params: { id: made.folder } }))
    const inbox = await done(maker.call(externalListenerCalls.get, { params: { id: made.inbox } }))
    for (const { id, name, revision, settings } of [folder, inbox]) {
      const body = { name, revision, settings: { ...settings, everySeconds: 300 } as Listener }
      await done(maker.call(externalListenerCalls.save, { params: { id }, body }))
    }
    expect(await imported(await exported(maker))).toMatchObject({ state: 'done', counts: { updated: 2 } })
    expect((await listeners()).map(({ name, is_disabled }) => [name, is_disabled])).toEqual([
      ['Folder', false],
      ['Hook', true],
      ['Inbox', true],
      ['Queue', true],
      ['Topic', true],
    ])
    for (const { id, name } of await listeners()) {
      const { settings } = await done(importer.call(externalListenerCalls.get, { params: { id } }))
      if (name === 'Folder' || name === 'Inbox') expect(settings).toMatchObject({ everySeconds: 300 })
    }
  })
})
