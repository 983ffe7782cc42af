import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  adminDashboardCalls,
  applicationCalls,
  packageSourceCalls as calls,
  formCalls,
  type PackageDecisions,
  packageCalls,
} from '@millrace/contract'
import {
  createApiToken,
  createTestApp,
  createUser,
  createWorkplace,
  type TestApp,
  type TestClient,
  type TestUser,
} from '@millrace/server/testing'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { runClaimedJob } from './jobs/run-job.ts'
import { claimAll } from './jobs/testing/claim-all.ts'
import type { Services } from './jobs/work/services.ts'
import { withZip } from './platform/archives/with-zip.ts'
import { createOutgoingClient, type OutgoingClient } from './platform/outgoing/http-client.ts'
import { OutgoingFailure } from './platform/outgoing/outgoing-failure.ts'
import { multipart } from './runtime/testing/multipart.ts'

/** What is wrong between the two installations. */
let fault: 'none' | 'silent' | 'private' = 'none'
let asked = 0
const careful = createOutgoingClient({ allowed: { allows: () => false } })
const wires: Record<string, Pick<TestApp, 'app'>> = {}

/** The way from one installation to the other, without a port. */
const outgoing: OutgoingClient = {
  send: async (request) => {
    asked++
    if (fault === 'private') return careful.send({ ...request, url: 'http://127.0.0.1:1/' })
    const { hostname, pathname } = new URL(request.url)
    const there = wires[hostname]
    if (fault === 'silent' || there === undefined)
      throw new OutgoingFailure(`Expected ${hostname} to answer, but it did not.`)
    const { statusCode, rawPayload } = await there.app.inject({
      method: 'POST',
      url: pathname,
      headers: request.headers,
      payload: request.body ?? '',
    })
    return { statusCode, reason: null, protocol: 'HTTP/1.1', headers: {}, body: '', bytes: rawPayload }
  },
}

const folder = await mkdtemp(join(tmpdir(), 'millrace-source-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const near = await createTestApp({ outgoing, fileRoots: [folder] })
const far = await createTestApp({ outgoing })
Object.assign(wires, { 'near.example.org': near, 'far.example.org': far })

const roles = ['RoleAdmin', 'RoleDesign'] as const
const nowhere = { id: '00000000-0000-7000-8000-000000000000' }

async function done<T>(answer: Promise<{ readonly status: number; readonly body: T; readonly error: unknown }>) {
  const { status, body, error } = await answer
  if (status >= 300) throw new Error(JSON.stringify(error))
  return body
}

const design = (label: string) =>
  JSON.stringify({ schema: 2, id: 'form', root: [{ id: 'a', type: 'text', key: 'a', props: { label } }] })

interface Shop {
  readonly client: TestClient & { readonly user: TestUser }
  readonly token: string
  /** Gives the form of the application another design. */
  readonly relabel: (label: string) => Promise<void>
}

/** A workplace with an application that another one pulls. */
async function openShop(of: TestApp = far): Promise<Shop> {
  const workplaceId = await createWorkplace(of.db)
  const user = await createUser(of.db, { workplaceId, roles })
  const client = await of.signInAs(user)
  const { id: appId } = await done(
    client.call(applicationCalls.create, { body: { name: 'Shop', key: 'shop', category: null } }),
  )
  const form = await done(
    client.call(formCalls.create, { params: { appId }, body: { name: 'Order form', formKey: 'order-form' } }),
  )
  let version = 0
  const relabel = async (label: string) => {
    const body = { designerJson: design(label), version: version++ }
    await done(client.call(formCalls.saveDesign, { params: { appId, formId: form.id }, body }))
  }
  await relabel('Name')
  return { client, relabel, token: await createApiToken(of.db, user, { scopes: ['administer'] }) }
}

/** A workplace that pulls. */
async function openTarget(of: TestApp = near) {
  return of.signInAs(await createUser(of.db, { workplaceId: await createWorkplace(of.db), roles }))
}

const settingsOf = (token: string) => ({
  ...{ name: 'Far', kind: 'installation', url: 'https://far.example.org/', applications: 'shop' },
  ...{ token, everyMinutes: 5 },
})

const add = (client: TestClient, body: object) => done(client.call(calls.create, { body }))
const get = (client: TestClient, params: { readonly id: string }) => done(client.call(calls.get, { params }))
const inbox = (client: TestClient) => done(client.call(packageCalls.inbox))
const look = (client: TestClient, id: string) => done(client.call(packageCalls.get, { params: { id } }))

async function work(kind: 'listener' | 'package', of: TestApp = near) {
  const jobs = (await claimAll(of.db, of.clock())).filter((job) => job.kind === kind)
  const ended = await Promise.all(
    jobs.map((job) => runClaimedJob({ runtime: of.runtime, services: {} as Services }, job)),
  )
  of.clock.advance({ seconds: 1 })
  return ended
}

/** Orders a look, and makes it. @returns the source afterwards. */
async function lookNow(client: TestClient, params: { readonly id: string }, of: TestApp = near) {
  await done(client.call(calls.look, { params }))
  await work('listener', of)
  return get(client, params)
}

/** Lets the next look of a schedule become due. @returns the client with a session that has not ended. */
async function passTime({ user }: TestClient & { readonly user: TestUser }) {
  near.clock.advance({ minutes: 6 })
  return near.signInAs(user)
}

async function approve(client: TestClient, id: string, decisions: Partial<PackageDecisions> = {}, of: TestApp = near) {
  await done(client.call(packageCalls.start, { params: { id }, body: { trust: true, ...decisions } }))
  await work('package', of)
  return look(client, id)
}

beforeEach(() => {
  fault = 'none'
})

describe('a source that is another installation', () => {
  it('brings a package, which waits, is approved, and comes again when it has other content', async () => {
    const shop = await openShop()
    let target = await openTarget()
    const source = await add(target, settingsOf(shop.token))
    expect(source).toMatchObject({ outcome: null, lookedAt: null, waitingImport: null })
    // With a schedule, the first look comes at once.
    await work('listener')
    expect(await get(target, source)).toMatchObject({
      ...{ outcome: 'ok', message: 'A new package waits for approval.', isAsked: false, revision: 1 },
    })
    const [first] = await inbox(target)
    expect(first).toMatchObject({ source: { id: source.id, name: 'Far' }, createdBy: null, state: 'read' })
    expect(first?.fileName).toMatch(/^shop-\d{4}-\d\d-\d\d\.millrace$/)
    expect((await done(target.call(adminDashboardCalls.get))).packages).toBe(1)
    expect(await done(target.call(packageCalls.imports))).toEqual([])

    expect(await lookNow(target, source)).toMatchObject({
      outcome: 'ok',
      message: expect.stringContaining('no other content'),
    })
    expect((await inbox(target)).map(({ id }) => id)).toEqual([first?.id])

    const details = await look(target, first?.id ?? '')
    expect(details.signature.trust).toBe('unknown')
    const untrusted = await target.call(packageCalls.start, { params: details, body: {} })
    expect(untrusted.error.code).toBe('package.untrusted')
    expect(await approve(target, details.id)).toMatchObject({ state: 'done', source: { name: 'Far' } })
    expect(await inbox(target)).toEqual([])

    await shop.relabel('Full name')
    target = await passTime(target)
    await work('listener')
    const [second] = await inbox(target)
    const plan = await look(target, second?.id ?? '')
    expect(plan.items.map(({ kind, result }) => [kind, result])).toEqual([
      ['application', 'same'],
      ['form', 'update'],
    ])
    expect(plan.signature.trust).toBe('trusted')
    // Nobody decided about it before the next one came.
    await shop.relabel('Whole name')
    expect(await lookNow(target, source)).toMatchObject({ message: 'A new package waits for approval.' })
    const [third, ...none] = await inbox(target)
    expect([third?.id === second?.id, none]).toEqual([false, []])
    expect(await look(target, second?.id ?? '')).toMatchObject({
      ...{ state: 'cancelled', message: expect.stringContaining('other content now') },
    })
    expect((await target.call(packageCalls.start, { params: { id: second?.id ?? '' }, body: {} })).error.code).toBe(
      'package.started',
    )
  })

  it('brings what was dismissed no more, until it has other content', async () => {
    const shop = await openShop()
    const target = await openTarget()
    const source = await add(target, settingsOf(shop.token))
    await work('listener')
    const [{ id = '' } = {}] = await inbox(target)
    const body = { reason: 'Not before the holidays' }
    const stranger = await near.signInAs(
      await createUser(near.db, { workplaceId: target.user.workplaceId, roles: ['RoleDesign'] }),
    )
    expect((await stranger.call(packageCalls.dismiss, { params: { id }, body })).error.code).toBe('right.missing')
    expect((await target.call(packageCalls.dismiss, { params: { id }, body: { reason: '' } })).status).toBe(400)
    await done(target.call(packageCalls.dismiss, { params: { id }, body }))
    expect((await target.call(packageCalls.dismiss, { params: { id }, body })).error.code).toBe('package.started')
    expect(await look(target, id)).toMatchObject({
      ...{ state: 'dismissed', reason: body.reason, endedBy: { username: target.user.username } },
    })
    await lookNow(target, source)
    expect(await inbox(target)).toEqual([])
    await shop.relabel('Full name')
    await lookNow(target, source)
    expect(await inbox(target)).toHaveLength(1)
    // Back to what was dismissed: what waits is not what the source has.
    await shop.relabel('Name')
    expect(await lookNow(target, source)).toMatchObject({ message: expect.stringContaining('dismissed') })
    expect(await inbox(target)).toEqual([])
  })

  it('is not forgotten after a week, as an upload is', async () => {
    const shop = await openShop()
    const target = await openTarget()
    await add(target, settingsOf(shop.token))
    await work('listener')
    near.clock.advance({ days: 8 })
    const { rows } = await near.admin.query('select package from package_import where workplace_id = $1', [
      target.user.workplaceId,
    ])
    const uploaded = async (bytes: Buffer) => {
      const { headers, payload } = multipart([{ name: 'shop.millrace', content: bytes }])
      const fresh = await near.signInAs(target.user)
      return fresh.send({ method: 'POST', url: '/api/admin/packages/imports', headers, payload })
    }
    expect((await uploaded(rows[0].package)).status).toBe(200)
    near.clock.advance({ days: 8 })
    expect((await uploaded(rows[0].package)).status).toBe(200)
    const { rows: left } = await near.admin.query(
      `select source_id is not null as "isOfSource" from package_import where workplace_id = $1 and state = 'read' order by 1`,
      [target.user.workplaceId],
    )
    expect(left).toEqual([{ isOfSource: false }, { isOfSource: true }])
  })

  it.each([
    ['is silent', 'retry', /^Expected far\.example\.org to answer/],
    ['is in a private network', 'failed', /private network/],
    [
      'takes the token no more',
      'failed',
      /^Expected the other installation to accept the API token, but it answered 401/,
    ],
    ['has a token that may only read', 'failed', /^Expected a token that may export packages, but it answered 403/],
    ['has no such application', 'failed', /^Expected a package from the other installation, but it answered 404/],
    ['is this workplace itself', 'failed', /^Expected the address of another workplace/],
  ] as const)('says so when it %s', async (how, outcome, message) => {
    const shop = await openShop()
    const target = await openTarget()
    const token = how.startsWith('takes') ? 'mr-unknown-token' : shop.token
    let settings: object = settingsOf(token)
    if (how === 'is silent') fault = 'silent'
    if (how === 'is in a private network') fault = 'private'
    if (how.startsWith('has a token')) {
      const user = await createUser(far.db, { workplaceId: shop.client.user.workplaceId, roles })
      settings = settingsOf(await createApiToken(far.db, user, { scopes: ['read'] }))
    }
    if (how.startsWith('has no')) settings = { ...settings, applications: 'shop, store' }
    if (how === 'is this workplace itself') {
      const here = await openShop(near)
      const source = await add(here.client, { ...settingsOf(here.token), url: 'https://near.example.org' })
      expect(await lookNow(here.client, source)).toMatchObject({ outcome, message: expect.stringMatching(message) })
      return
    }
    const source = await add(target, settings)
    const found = await lookNow(target, source)
    expect(found).toMatchObject({ outcome, message: expect.stringMatching(message) })
    expect(found.message).not.toContain(token)
    expect(await inbox(target)).toEqual([])
  })

  it('counts as failed after three looks without an answer, and is well again with the next one', async () => {
    const shop = await openShop()
    const target = await openTarget()
    const source = await add(target, { ...settingsOf(shop.token), everyMinutes: null })
    fault = 'silent'
    const outcomes = []
    for (let count = 0; count < 3; count++) outcomes.push((await lookNow(target, source)).outcome)
    expect(outcomes).toEqual(['retry', 'retry', 'failed'])
    fault = 'none'
    expect((await lookNow(target, source)).outcome).toBe('ok')
    // Looks are no changes of the source.
    const { rows } = await near.admin.query(
      `select count(*)::int as count from audit_entry where workplace_id = $1 and entity = 'package-source'`,
      [target.user.workplaceId],
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  it('is asked once when two servers look', async () => {
    const shop = await openShop()
    const target = await openTarget()
    await add(target, settingsOf(shop.token))
    const before = asked
    await Promise.all([work('listener'), work('listener')])
    expect(asked - before).toBe(1)
    // A server that lost its lease writes what the other one has written already.
    const later = await passTime(target)
    const [job] = (await claimAll(near.db, near.clock())).filter(({ kind }) => kind === 'listener')
    if (job === undefined) throw new Error('Expected the job of the source.')
    await shop.relabel('Full name')
    await Promise.all([1, 2].map(() => runClaimedJob({ runtime: near.runtime, services: {} as Services }, job)))
    expect(await inbox(later)).toHaveLength(1)
  })

  it('comes to rest when two workplaces pull from each other', async () => {
    const shop = await openShop()
    const target = await openTarget()
    const targetToken = await createApiToken(near.db, target.user, { scopes: ['administer'] })
    await add(target, settingsOf(shop.token))
    await work('listener')
    const [{ id = '' } = {}] = await inbox(target)
    await approve(target, id)
    const back = await add(shop.client, { ...settingsOf(targetToken), name: 'Near', url: 'https://near.example.org' })
    expect(await lookNow(shop.client, back, far)).toMatchObject({
      ...{ outcome: 'ok', message: 'The package would change nothing here.' },
    })
    expect(await inbox(shop.client)).toEqual([])
  })

  it('brings again what failed after the approval', async () => {
    const shop = await openShop()
    const target = await openTarget()
    const source = await add(target, settingsOf(shop.token))
    await work('listener')
    const [{ id = '' } = {}] = await inbox(target)
    await done(target.call(packageCalls.start, { params: { id }, body: { trust: true } }))
    await done(target.call(packageCalls.cancel, { params: { id } }))
    await lookNow(target, source)
    expect(await inbox(target)).toHaveLength(1)
  })

  it('is not looked at while it is disabled, and again when it is restored', async () => {
    const shop = await openShop()
    const target = await openTarget()
    const source = await add(target, settingsOf(shop.token))
    await done(target.call(calls.disable, { params: source, query: { deletedReason: 'Moved' } }))
    const before = asked
    await work('listener')
    expect(asked).toBe(before)
    expect((await target.call(calls.look, { params: source })).error.code).toBe('thing.disabled')
    await done(target.call(calls.restore, { params: source }))
    await work('listener')
    expect(asked).toBe(before + 1)
  })

  it('needs an administrator who saved it', async () => {
    const shop = await openShop()
    const target = await openTarget()
    const source = await add(target, settingsOf(shop.token))
    await near.admin.query(`delete from user_role where user_id = $1 and role = 'RoleAdmin'`, [target.user.id])
    await work('listener')
    const other = await near.signInAs(await createUser(near.db, { workplaceId: target.user.workplaceId, roles }))
    expect(await get(other, source)).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('administrator'),
    })
  })

  it('and what it brings belong to one workplace', async () => {
    const shop = await openShop()
    const target = await openTarget()
    const source = await add(target, settingsOf(shop.token))
    await work('listener')
    const [{ id = '' } = {}] = await inbox(target)
    const other = await openTarget()
    expect(await inbox(other)).toEqual([])
    expect((await other.call(calls.look, { params: source })).error.code).toBe('thing.not-found')
    expect((await other.call(packageCalls.dismiss, { params: { id }, body: { reason: 'Mine' } })).error.code).toBe(
      'thing.not-found',
    )
    expect((await target.call(calls.look, { params: nowhere })).error.code).toBe('thing.not-found')
  })
})

describe('a source that is a folder', () => {
  /** Writes the files of a package, as the command does, beside those of git. */
  async function write(shop: Shop, into: string) {
    const { app } = far
    const { rawPayload } = await app.inject({
      method: 'POST',
      url: '/api/admin/packages/export',
      headers: { authorization: `Bearer ${shop.token}` },
      payload: { items: [{ kind: 'application', key: 'shop' }] },
    })
    await withZip(rawPayload, { entries: 1000, bytes: 50_000_000 }, async ({ names, read }) => {
      for (const name of names) {
        await mkdir(dirname(join(into, name)), { recursive: true })
        await writeFile(join(into, name), (await read(name)) ?? '')
      }
    })
    await mkdir(join(into, '.git'), { recursive: true })
    await writeFile(join(into, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  }

  it('brings its package, and waits while it is half written', async () => {
    const shop = await openShop()
    const target = await openTarget()
    const place = join(folder, 'checkout')
    const source = await add(target, { name: 'Git', kind: 'folder', folder: place, everyMinutes: null })
    expect(await lookNow(target, source)).toMatchObject({ outcome: 'retry', message: expect.stringContaining('none') })
    await write(shop, place)
    await cp(place, join(folder, 'first'), { recursive: true })
    await shop.relabel('Full name')
    await write(shop, place)
    // The manifest of the new version with a form of the old one.
    const form = (await readFile(join(place, 'manifest.json'), 'utf8')).match(/form\/[^"]*\.form/)?.[0] ?? ''
    await cp(join(folder, 'first', form), join(place, form))
    expect(await lookNow(target, source)).toMatchObject({ outcome: 'retry', message: expect.stringContaining(form) })
    await rm(join(place, form))
    expect(await lookNow(target, source)).toMatchObject({ outcome: 'failed' })
    await write(shop, place)
    expect(await lookNow(target, source)).toMatchObject({ outcome: 'ok', message: 'A new package waits for approval.' })
    const [{ id = '' } = {}] = await inbox(target)
    expect(await approve(target, id)).toMatchObject({ state: 'done' })
    // Exported again without a change: other times and another signature.
    far.clock.advance({ minutes: 5 })
    await write(shop, place)
    expect(await lookNow(target, source)).toMatchObject({ message: expect.stringContaining('no other content') })
  })

  it('is inside of the permitted folders', async () => {
    const target = await openTarget()
    const source = await add(target, { name: 'Outside', kind: 'folder', folder: '/etc', everyMinutes: null })
    expect(await lookNow(target, source)).toMatchObject({
      ...{ outcome: 'failed', message: expect.stringContaining('MILLRACE_FILE_ROOTS') },
    })
  })
})
