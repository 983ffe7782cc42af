import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { process } from '@millrace/bpmn/builder'
import {
  type BodyOf,
  externalListenerCalls as calls,
  externalDeliveryCalls as deliveries,
  externalSystemCalls,
  settingCalls,
} from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { createAuthority } from '@millrace/server/testing/certificates'
import { openFtpsServer } from '@millrace/server/testing/ftps-server'
import { openSftpServer } from '@millrace/server/testing/sftp-server'
import { openWebDavServer } from '@millrace/server/testing/webdav-server'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createS3Client } from '../../platform/files/s3-client.ts'
import { startS3 } from '../../platform/files/testing/start-s3.ts'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { createRemoteFolders } from '../../platform/outgoing/remote-folders.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

const top = await realpath(await mkdtemp(join(tmpdir(), 'millrace-watch-')))
afterAll(() => rm(top, { recursive: true }))
const folder = join(top, 'exchange')
await writeFile(join(top, 'secret.txt'), 'a secret')

const password = 'hush-hush-9'
const server = await openSftpServer({
  username: 'writer',
  password,
  files: { '/up/in/old.txt': 'x', '/up/done/old.txt': 'x', '/up/failed/old.txt': 'x', '/secret.csv': 'a secret' },
  links: { '/up/in/link.csv': '/secret.csv' },
  strayNames: ['../../etc/passwd.csv', '..', 'in/../x.csv', 'a\0b.csv', 'C:\\x.csv'],
})
afterAll(() => server.close())
const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const { db, runtime, workplaceId, admin, signIn, signInAs, clock } = await createTestApp({
  fileWriteRoots: [folder],
  remoteFolders: createRemoteFolders({ allowed }),
})
const first = await signIn({ roles: ['RoleIntegration', 'RoleProcessAdmin'] })
let keeper = first

const model = process('file').start().userTask('look').end().toXml()
const source = { name: 'file', source: null, tenantId: null, files: [{ name: 'file.bpmn', bytes: Buffer.from(model) }] }
const deployed = await deploy(runtime, { workplaceId, userId: null, cause: 'test' }, source)
if (!deployed.ok) throw new Error('Expected the model to deploy.')

type Settings = Extract<BodyOf<typeof calls.create>['settings'], { kind: 'folder' }>
const systemId = (await keeper.call(externalSystemCalls.create, { body: { name: 'Exchange' } })).body.id
async function connect(name: string, settings: object, secret = '') {
  const params = { id: systemId }
  const made = await keeper.call(externalSystemCalls.createConnection, {
    params,
    body: { name, settings: { kind: 'file', ...settings } as never, secret },
  })
  await keeper.call(externalSystemCalls.testConnection, { params: { id: made.body.id } })
  const api = await keeper.call(externalSystemCalls.createApi, { params, body: { name, connectionId: made.body.id } })
  return api.body.id
}
const local = await connect('Local', { folder })
const remote = await connect(
  'Remote',
  { place: 'sftp', folder: '/up', host: '127.0.0.1', port: server.port, username: 'writer', seconds: 30 },
  password,
)
const writer = { username: 'writer', password }
const kept = { '/up/in/old.txt': 'x', '/up/done/old.txt': 'x', '/up/failed/old.txt': 'x' }
const dav = await openWebDavServer({ ...writer, files: kept })
const ftps = await openFtpsServer({
  ...writer,
  files: kept,
  certificate: await (await createAuthority()).issue('localhost'),
})
afterAll(() => Promise.all([dav.close(), ftps.close()]))
const storage = await startS3()
const send = createS3Client(storage.config)
async function putObject(path: string, text: string) {
  const bytes = Buffer.from(text)
  const open = async function* () {
    yield bytes
  }
  const sha256 = createHash('sha256').update(bytes).digest()
  ;(await send({ method: 'PUT', key: path.slice(1), body: { size: bytes.length, sha256, open } })).resume()
}
const putInto = (files: Map<string, Buffer>) => async (path: string, text: string) =>
  void files.set(path, Buffer.from(text))
for (const [path, text] of Object.entries(kept)) await putObject(path, text)
const elsewhere = { folder: '/up', username: 'writer', seconds: 30 }
const { endpoint: baseUrl, bucket, accessKey: username, secretKey } = storage.config
const ofBucket = await connect('Bucket', { ...elsewhere, place: 's3', baseUrl, bucket, username }, secretKey)
const ofDav = await connect('Dav', { ...elsewhere, place: 'webdav', baseUrl: dav.url }, password)
const ofFtps = await connect(
  'Ftps',
  { ...elsewhere, place: 'ftps', host: '127.0.0.1', port: ftps.port, trust: 'pinned' },
  password,
)
const target: Settings['target'] = {
  action: 'start',
  process: 'file',
  businessKey: { source: 'name' },
  variables: [
    { variable: 'path', source: 'path' },
    { variable: 'size', source: 'size', type: 'integer' },
    { variable: 'text', source: 'content', type: 'text' },
    { variable: 'original', source: 'content', type: 'file' },
  ],
}
let count = 0
async function watch(settings: Partial<Settings> = {}, apiId = local) {
  const body = { name: `F${++count}`, settings: { kind: 'folder' as const, folder: 'in', target, ...settings } }
  const made = await keeper.call(calls.create, { params: { id: apiId }, body })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body.id
}
/** Lets one server look, as its worker does. */
async function look(by: Runtime = runtime) {
  clock.advance({ seconds: 61 })
  await lookNow(by)
}
async function lookNow(by: Runtime = runtime) {
  for (const job of (await claimAll(db, clock())).filter(({ kind }) => kind === 'listener'))
    await runClaimedJob({ runtime: by, services: {} as Services }, job)
  keeper = await signInAs(first.user)
}
const started = async () =>
  (
    await admin.query<{ business_key: string }>(`select business_key from instance
    where start_user_id in (select 'listener:' || id from external_listener) order by business_key`)
  ).rows.map((row) => row.business_key)
const log = async () => (await keeper.call(deliveries.list, { query: { sort: 'at' } })).body.items
const get = async (id: string) => (await keeper.call(calls.get, { params: { id } })).body

async function setEnvironment(value: string) {
  const keepsSettings = await signIn({ roles: ['RoleAdmin'] })
  const { settings } = (await keepsSettings.call(settingCalls.list)).body
  const revision = settings.find(({ key }) => key === 'environment.name')?.revision ?? 0
  await keepsSettings.call(settingCalls.change, {
    body: { changes: [{ key: 'environment.name', value, revision }] },
  })
}

beforeEach(async () => {
  keeper = await signInAs(first.user)
  await admin.query('delete from job')
  await admin.query('delete from external_listener')
  await rm(folder, { recursive: true, force: true })
  for (const path of ['in', 'done', 'failed']) await mkdir(join(folder, path), { recursive: true })
})

describe('a watched folder', () => {
  it('starts a process for each file that two looks find unchanged, once', async () => {
    const id = await watch({ pattern: '*.csv' })
    await writeFile(join(folder, 'in', 'a.csv'), 'one')
    await writeFile(join(folder, 'in', 'note.txt'), 'x')
    await symlink(join(top, 'secret.txt'), join(folder, 'in', 'link.csv'))
    await look()
    expect(await started()).toEqual([])
    expect(await get(id)).toMatchObject({ state: 'listening', waiting: 1, fault: null })
    // Somebody is still writing.
    await writeFile(join(folder, 'in', 'a.csv'), 'one and more')
    await look()
    expect(await started()).toEqual([])
    await look()
    await look()
    expect(await started()).toEqual(['a.csv'])
    expect(await readdir(join(folder, 'in'))).toEqual(['link.csv', 'note.txt'])
    expect(await readFile(join(folder, 'done', 'a.csv'), 'utf8')).toBe('one and more')
    const variables = await admin.query(`select name, value from variable where name in ('path', 'text') order by name`)
    expect(JSON.stringify(variables.rows)).toContain('done/a.csv')
    expect(await log()).toMatchObject([{ outcome: 'accepted', subject: 'a.csv', bytes: 12, kind: 'folder' }])
    expect(await get(id)).toMatchObject({ waiting: 0, holder: 'w' })
  })

  it('takes the same file once, and another of the same name again', async () => {
    await watch()
    const path = join(folder, 'in', 'a.csv')
    const at = new Date('2026-01-01T00:00:00Z')
    const put = async (text: string, time: Date) => {
      await writeFile(path, text)
      await utimes(path, time, time)
      await look()
      await look()
    }
    await put('one', at)
    await put('one', at)
    await put('two', new Date('2026-01-02T00:00:00Z'))
    expect(await started()).toEqual(['a.csv', 'a.csv'])
    expect((await log()).map(({ outcome }) => outcome)).toEqual(['accepted', 'repeated', 'accepted'])
    expect(await readdir(join(folder, 'done'))).toHaveLength(3)
    expect(await readdir(join(folder, 'in'))).toEqual([])
  })

  it('does not take a file that is still written, however soon it looks again', async () => {
    const id = await watch()
    await writeFile(join(folder, 'in', 'a.csv'), 'one')
    await look()
    await writeFile(join(folder, 'in', 'b.csv'), 'half')
    await look()
    expect(await started()).toEqual(['a.csv'])
    await lookNow()
    const { name, settings } = await get(id)
    await keeper.call(calls.save, { params: { id }, body: { name, settings, description: 'Saved' } })
    await lookNow()
    expect(await started()).toEqual(['a.csv'])
    await look()
    expect(await started()).toEqual(['a.csv', 'b.csv'])
  })

  it('does not replay a failed file that was processed from the watched folder again', async () => {
    const id = await watch({
      target: { ...target, variables: [{ variable: 'n', source: 'content', type: 'integer' }] },
    })
    const at = new Date('2026-01-01T00:00:00Z')
    const put = async (place: string) => {
      await writeFile(join(folder, place, 'a.csv'), 'many')
      await utimes(join(folder, place, 'a.csv'), at, at)
    }
    await put('in')
    await look()
    await look()
    const [failed] = await log()
    const { name, settings } = await get(id)
    await keeper.call(calls.save, { params: { id }, body: { name, settings: { ...settings, target } as Settings } })
    await put('in')
    await look()
    await look()
    expect(await started()).toEqual(['a.csv'])
    const replayed = await keeper.call(deliveries.replay, { params: { id: failed?.id ?? '' } })
    expect(replayed.body).toMatchObject({ code: 'external.invalid' })
    expect(await started()).toEqual(['a.csv'])
  })

  it('is that of the environment, where no file counts as one of another environment', async () => {
    const id = await watch()
    const at = new Date('2026-01-01T00:00:00Z')
    const put = async (path: string, text: string) => {
      await writeFile(join(folder, path), text)
      await utimes(join(folder, path), at, at)
      await look()
      await look()
    }
    await put('in/a.csv', 'one')
    const base = (await keeper.call(externalSystemCalls.getApi, { params: { id: local } })).body.connection.id
    for (const path of ['in', 'done', 'failed']) await mkdir(join(folder, 'test', path), { recursive: true })
    const { body: stand } = await keeper.call(externalSystemCalls.createConnection, {
      params: { id: systemId },
      body: {
        name: 'Local test',
        settings: { kind: 'file', folder: join(folder, 'test') },
        standsFor: { id: base, environment: 'test' },
      },
    })
    await setEnvironment('test')
    await put('test/in/a.csv', 'one')
    expect((await log()).map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted'])
    const part = { params: { id: stand.id } }
    await keeper.call(externalSystemCalls.disableConnection, { ...part, query: { deletedReason: 'Moved' } })
    await put('test/in/b.csv', 'two')
    expect(await started()).toEqual(['a.csv', 'a.csv'])
    expect(await get(id)).toMatchObject({
      state: 'failing',
      fault: expect.stringContaining('“Local test” is disabled'),
    })
    await keeper.call(externalSystemCalls.restoreConnection, part)
    await look()
    await look()
    expect(await started()).toEqual(['a.csv', 'a.csv', 'b.csv'])
    await setEnvironment('')
  })

  it('leaves a claimed file in the folders of the environment in which it was claimed', async () => {
    const id = await watch({
      target: { ...target, variables: [{ variable: 'n', source: 'content', type: 'integer' }] },
    })
    const base = (await keeper.call(externalSystemCalls.getApi, { params: { id: local } })).body.connection.id
    for (const path of ['in', 'done', 'failed']) await mkdir(join(folder, 'acceptance', path), { recursive: true })
    await keeper.call(externalSystemCalls.createConnection, {
      params: { id: systemId },
      body: {
        name: 'Local acceptance',
        settings: { kind: 'file', folder: join(folder, 'acceptance') },
        standsFor: { id: base, environment: 'acceptance' },
      },
    })
    await setEnvironment('acceptance')
    for (const [name, text] of Object.entries({ 'good.csv': '1', 'bad.csv': 'x' }))
      await writeFile(join(folder, 'acceptance', 'in', name), text)
    await look()
    // A server that ends after the claims, before it moves anything.
    const moves: Runtime['lookUps']['useFolder'] = (reached, work) =>
      runtime.lookUps.useFolder(reached, (opened) =>
        work({ ...opened, move: () => Promise.reject(new OutgoingFailure('Broken.')) }),
      )
    await look({ ...runtime, lookUps: { ...runtime.lookUps, useFolder: moves } })
    expect((await log()).map(({ outcome }) => outcome)).toEqual(['claimed', 'claimed'])
    await setEnvironment('')
    await look()
    expect((await log()).map(({ outcome }) => outcome).sort()).toEqual(['accepted', 'failed'])
    expect(await started()).toEqual(['good.csv'])
    expect(await readdir(join(folder, 'acceptance', 'done'))).toEqual(['good.csv'])
    expect(await readdir(join(folder, 'acceptance', 'failed'))).toEqual(['bad.csv'])
    expect(await readdir(join(folder, 'acceptance', 'in'))).toEqual([])
    // A replay takes the file from there, too.
    const failed = (await log()).find(({ outcome }) => outcome === 'failed')
    const { name, settings } = await get(id)
    await keeper.call(calls.save, { params: { id }, body: { name, settings: { ...settings, target } as Settings } })
    const replayed = await keeper.call(deliveries.replay, { params: { id: failed?.id ?? '' } })
    expect(replayed.body).toMatchObject({ outcome: 'accepted' })
    expect((await readdir(join(folder, 'acceptance', 'done'))).sort()).toEqual(['bad.csv', 'good.csv'])
  })

  it('continues with a claimed file behind many that wait for a disabled connection', async () => {
    const id = await watch()
    const base = (await keeper.call(externalSystemCalls.getApi, { params: { id: local } })).body.connection.id
    const { body: stand } = await keeper.call(externalSystemCalls.createConnection, {
      params: { id: systemId },
      body: {
        name: 'Local old',
        settings: { kind: 'file', folder },
        standsFor: { id: base, environment: 'old' },
      },
    })
    await keeper.call(externalSystemCalls.disableConnection, {
      params: { id: stand.id },
      query: { deletedReason: 'Moved' },
    })
    const claimed = (connectionId: string, more: { name: string; count: number; minutesAgo: number }) =>
      admin.query(
        `insert into external_delivery (workplace_id, id, listener_id, at, outcome, subject, path, location, connection_id)
          select $1, gen_random_uuid(), $2, $3, 'claimed', $4, 'in/' || $4, 'done/' || $4, $5 from generate_series(1, $6)`,
        [
          ...[workplaceId, id, new Date(clock().getTime() - more.minutesAgo * 60_000).toISOString(), more.name],
          ...[connectionId, more.count],
        ],
      )
    await claimed(stand.id, { name: 'old.csv', count: 100, minutesAgo: 9 })
    await claimed(base, { name: 'a.csv', count: 1, minutesAgo: 1 })
    await writeFile(join(folder, 'in', 'a.csv'), 'one')
    await look()
    expect(await started()).toEqual(['a.csv'])
  })

  it('waits for the second file that says so, and removes it', async () => {
    await watch({ rule: 'done-file', doneSuffix: '.ok' })
    await writeFile(join(folder, 'in', 'a.csv'), 'one')
    await look()
    await look()
    expect(await started()).toEqual([])
    await writeFile(join(folder, 'in', 'a.csv.ok'), '')
    await look()
    expect(await started()).toEqual(['a.csv'])
    expect(await readdir(join(folder, 'in'))).toEqual([])
  })

  it('puts a file that cannot be processed into the folder of failed files, and replays it from there', async () => {
    const id = await watch({
      target: { ...target, variables: [{ variable: 'n', source: 'content', type: 'integer' }] },
    })
    await writeFile(join(folder, 'in', 'a.csv'), 'many')
    await look()
    await look()
    expect(await started()).toEqual([])
    const [failed] = await log()
    expect(failed).toMatchObject({ outcome: 'failed', fault: expect.stringContaining('Expected a whole number') })
    expect(await readdir(join(folder, 'failed'))).toEqual(['a.csv'])
    expect(await get(id)).toMatchObject({ state: 'failing' })
    await writeFile(join(folder, 'failed', 'a.csv'), '12')
    const replayed = await keeper.call(deliveries.replay, { params: { id: failed?.id ?? '' } })
    expect(replayed.body).toMatchObject({ outcome: 'accepted', replayOf: failed?.id })
    expect(await started()).toEqual(['a.csv'])
    expect(await readdir(join(folder, 'failed'))).toEqual([])
    expect(await readdir(join(folder, 'done'))).toEqual(['a.csv'])
    expect((await keeper.call(deliveries.replay, { params: { id: failed?.id ?? '' } })).body).toMatchObject({
      code: 'external.invalid',
    })
  })

  it('is looked at by one server at a time, and a disabled one by none', async () => {
    const id = await watch()
    await look()
    clock.advance({ seconds: 61 })
    const [one, other] = await Promise.all(['x', 'y'].map((workerId) => claimAll(db, clock(), { workerId })))
    expect([...(one ?? []), ...(other ?? [])].filter(({ kind }) => kind === 'listener')).toHaveLength(1)
    await admin.query('update job set locked_until = null, locked_by = null')
    keeper = await signInAs(first.user)
    await keeper.call(calls.disable, { params: { id }, query: { deletedReason: 'Old' } })
    await writeFile(join(folder, 'in', 'a.csv'), 'one')
    await look()
    await look()
    expect(await started()).toEqual([])
    expect((await admin.query('select 1 from job')).rows).toEqual([])
    await keeper.call(calls.restore, { params: { id } })
    await look()
    await look()
    expect(await started()).toEqual(['a.csv'])
  })

  it('continues with the other files when one cannot be moved', async () => {
    const id = await watch()
    let isLocked = true
    const locked: Runtime = {
      ...runtime,
      lookUps: {
        ...runtime.lookUps,
        useFolder: (reached, work) =>
          runtime.lookUps.useFolder(reached, (opened) =>
            work({
              ...opened,
              move: (path, ...more) =>
                isLocked && path === 'in/a.csv'
                  ? Promise.reject(new OutgoingFailure('Expected permission to change “in/a.csv”.', { isFinal: true }))
                  : opened.move(path, ...more),
            }),
          ),
      },
    }
    for (const name of ['a.csv', 'b.csv', 'c.csv']) await writeFile(join(folder, 'in', name), name)
    for (let looks = 0; looks < 4; looks++) await look(locked)
    expect(await started()).toEqual(['b.csv', 'c.csv'])
    expect(await get(id)).toMatchObject({ state: 'failing', fault: 'Expected permission to change “in/a.csv”.' })
    await writeFile(join(folder, 'in', 'd.csv'), 'd')
    await look(locked)
    await look(locked)
    expect(await started()).toEqual(['b.csv', 'c.csv', 'd.csv'])
    expect((await log()).map(({ outcome }) => outcome)).toEqual(['claimed', 'accepted', 'accepted', 'accepted'])
    isLocked = false
    await look(locked)
    expect(await started()).toEqual(['a.csv', 'b.csv', 'c.csv', 'd.csv'])
    expect(await get(id)).toMatchObject({ state: 'listening', fault: null })
    // A processed file that comes again, and cannot be moved away, is noted when it was moved.
    isLocked = true
    await rename(join(folder, 'done', 'a.csv'), join(folder, 'in', 'a.csv'))
    for (let looks = 0; looks < 4; looks++) await look(locked)
    expect(await log()).toHaveLength(4)
    isLocked = false
    await look(locked)
    expect((await log()).filter(({ outcome }) => outcome === 'repeated')).toHaveLength(1)
    expect(await started()).toHaveLength(4)
  })

  it('says why it cannot look', async () => {
    const id = await watch()
    await rm(join(folder, 'in'), { recursive: true })
    await look()
    const failing = await get(id)
    expect(failing).toMatchObject({ state: 'failing', failingSince: expect.any(String) })
    expect(failing.fault).toContain('Expected')
    await mkdir(join(folder, 'in'))
    await look()
    expect(await get(id)).toMatchObject({ state: 'listening', fault: null, failingSince: null })
  })
})

describe('a server that ends in the middle', () => {
  /** Fails as a killed server does: nothing after it happens. */
  let isDead = false
  const killedAt = (step: number): Runtime => {
    let steps = 0
    isDead = false
    const die = () => {
      if (steps++ < step) return
      isDead = true
      throw new Error('killed')
    }
    return {
      ...runtime,
      db: new Proxy(runtime.db, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name)
          if (typeof member !== 'function') return member
          return (...given: unknown[]) => {
            if (name === 'withTransaction') die()
            return member.apply(target, given)
          }
        },
      }),
      lookUps: {
        ...runtime.lookUps,
        useFolder: (reached, work) =>
          runtime.lookUps.useFolder(reached, (opened) => {
            const dying = Object.fromEntries(
              (['move', 'remove', 'read', 'find', 'list'] as const).map((name) => [
                name,
                (...given: never[]) => {
                  die()
                  return (opened[name] as (...given: never[]) => unknown)(...given)
                },
              ]),
            )
            return work({ ...opened, ...dying } as typeof opened)
          }),
      },
    }
  }

  it('leaves a claim behind, and the file is processed once at any step', async () => {
    await watch()
    for (let step = 0; step < 14; step++) {
      const name = `f${step}.csv`
      await writeFile(join(folder, 'in', name), `content ${step}`)
      await look()
      const dying = killedAt(step)
      clock.advance({ seconds: 61 })
      for (const job of (await claimAll(db, clock())).filter(({ kind }) => kind === 'listener'))
        await runClaimedJob({ runtime: dying, services: {} as Services }, job).catch(() => {})
      // Nine steps until the process has started.
      if (step < 9) expect(isDead, `killed at step ${step}`).toBe(true)
      // Its lease runs out.
      await admin.query('update job set locked_until = null, locked_by = null, attempts = 0')
      await look()
      await look()
      expect(
        (await started()).filter((key) => key === name),
        `killed at step ${step}`,
      ).toHaveLength(1)
    }
    expect(await readdir(join(folder, 'in'))).toEqual([])
    expect(await readdir(join(folder, 'done'))).toHaveLength(14)
  })

  it('leaves a claim behind, and a file of somebody else that takes its new name is not mistaken for it', async () => {
    await watch()
    await writeFile(join(folder, 'in', 'a.csv'), 'mine')
    await look()
    clock.advance({ seconds: 61 })
    // After the list, the free name and the claim.
    for (const job of (await claimAll(db, clock())).filter(({ kind }) => kind === 'listener'))
      await runClaimedJob({ runtime: killedAt(3), services: {} as Services }, job).catch(() => {})
    expect(isDead).toBe(true)
    expect(await readdir(join(folder, 'done'))).toEqual([])
    await writeFile(join(folder, 'done', 'a.csv'), 'of another listener')
    await admin.query('update job set locked_until = null, locked_by = null, attempts = 0')
    await look()
    await look()
    expect(await started()).toEqual(['a.csv'])
    expect(await readdir(join(folder, 'in'))).toEqual([])
    expect(await readFile(join(folder, 'done', 'a.csv'), 'utf8')).toBe('of another listener')
    const [other] = (await readdir(join(folder, 'done'))).filter((name) => name !== 'a.csv')
    expect(await readFile(join(folder, 'done', other ?? ''), 'utf8')).toBe('mine')
    expect((await log()).map(({ outcome }) => outcome)).toEqual(['accepted'])
    const { rows } = await admin.query<{ size: string }>(
      `select v.value::text as size from variable v join instance i on i.workplace_id = v.workplace_id and i.id = v.scope_id
        where v.name = 'size' and i.business_key = 'a.csv' and i.start_user_id in (select 'listener:' || id from external_listener)`,
    )
    expect(rows).toEqual([{ size: '4' }])
  })
})

it('files of another machine are processed once, and its stray names are left alone', async () => {
  const id = await watch({ pattern: '*.csv' }, remote)
  server.files.set('/up/in/a.csv', Buffer.from('one'))
  await look()
  await look()
  await look()
  expect(await get(id)).toMatchObject({ fault: null })
  expect(await started()).toEqual(['a.csv'])
  expect(server.files.get('/up/done/a.csv')?.toString()).toBe('one')
  expect(server.files.has('/up/in/a.csv')).toBe(false)
  expect(server.files.get('/secret.csv')?.toString()).toBe('a secret')
  expect(JSON.stringify([await log(), await get(id)])).not.toContain(password)
})

describe.each([
  ['S3', ofBucket, putObject, () => storage.listKeys().map((key) => `/${key}`)],
  ['WebDAV', ofDav, putInto(dav.files), () => [...dav.files.keys()].sort()],
  ['FTPS', ofFtps, putInto(ftps.files), () => [...ftps.files.keys()].sort()],
])('a folder watched by %s', (_, apiId, put, listFiles) => {
  it('has files that are processed once each, also after a server ended in the middle of a move', async () => {
    const id = await watch({ pattern: '*.csv' }, apiId)
    await put('/up/in/a.csv', 'one')
    await look()
    let isKilled = false
    const killed: Runtime = {
      ...runtime,
      lookUps: {
        ...runtime.lookUps,
        useFolder: (reached, work) =>
          runtime.lookUps.useFolder(reached, (opened) =>
            work({
              ...opened,
              move: async (path, to) => {
                isKilled = true
                // The copy is made, and nothing after it.
                if (opened.isCopyOf !== undefined) await put(`/up/${to}`, 'one')
                else await opened.move(path, to, { replaces: false })
                throw new Error('killed')
              },
            }),
          ),
      },
    }
    clock.advance({ seconds: 61 })
    for (const job of (await claimAll(db, clock())).filter(({ kind }) => kind === 'listener'))
      await runClaimedJob({ runtime: killed, services: {} as Services }, job).catch(() => {})
    expect([isKilled, await started()]).toEqual([true, []])
    await admin.query('update job set locked_until = null, locked_by = null, attempts = 0')
    await look()
    await look()
    expect(await started()).toEqual(['a.csv'])
    expect(listFiles()).toEqual(['/up/done/a.csv', '/up/done/old.txt', '/up/failed/old.txt', '/up/in/old.txt'])
    expect(await get(id)).toMatchObject({ fault: null, waiting: 0 })
    const shown = [await log(), await get(id)]
    expect(shown[0]).toMatchObject([{ outcome: 'accepted', subject: 'a.csv', bytes: 3 }])
    expect(JSON.stringify(shown)).not.toContain(password)
  })
})

it('settings that lead out of the folder, or into the watched one, are refused', async () => {
  for (const more of [{ folder: '../x' }, { doneFolder: 'a/../..' }, { failedFolder: '/etc' }, { doneFolder: 'in' }]) {
    const body = { name: 'Bad', settings: { kind: 'folder' as const, folder: 'in', target, ...more } }
    expect([400, 422]).toContain((await keeper.call(calls.create, { params: { id: local }, body })).status)
  }
})
