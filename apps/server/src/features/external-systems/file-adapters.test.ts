import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BodyOf, externalSystemCalls as calls } from '@millrace/contract'
import type { RuntimeField } from '@millrace/forms'
import { createTestApp } from '@millrace/server/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refusal } from '../../platform/errors/refusal.ts'
import { findFieldLookUp, findOffered } from '../../runtime/look-ups/field-look-up.ts'

const folder = await realpath(await mkdtemp(join(tmpdir(), 'millrace-files-')))
afterAll(() => rm(folder, { recursive: true }))
const { db, runtime, workplaceId, signIn } = await createTestApp({ fileRoots: [folder] })
const integrator = await signIn({ roles: ['RoleIntegration'] })

type Settings = BodyOf<typeof calls.createConnection>['settings']
type AdapterSettings = BodyOf<typeof calls.createAdapter>['settings']

let systemId = ''
let apiId = ''
let connectionId = ''
beforeAll(async () => {
  await writeFile(join(folder, 'towns.csv'), 'code;name\nLIS;Lisbon\nOPO;Porto\n')
  systemId = (await integrator.call(calls.create, { body: { name: 'Exchange' } })).body.id
  connectionId = (await connect('Files', { kind: 'file', folder })).body.id
  const body = { name: 'Towns', connectionId }
  apiId = (await integrator.call(calls.createApi, { params: { id: systemId }, body })).body.id
})

const connect = (name: string, settings: Settings, secret = '') =>
  integrator.call(calls.createConnection, { params: { id: systemId }, body: { name, settings, secret } })
const adapt = (key: string, settings: AdapterSettings) =>
  integrator.call(calls.createAdapter, { params: { id: apiId }, body: { name: key, key, settings } })
const towns = { kind: 'file', path: 'towns.csv', delimiter: 'semicolon' } as const

it('a folder is connected without a secret, tested, and stands with its path', async () => {
  const made = await connect('Other', { kind: 'file', folder }, 'useless')
  expect(made.body).toMatchObject({ settings: { kind: 'file', folder, seconds: 10 }, hasSecret: false })
  const params = { id: made.body.id }
  expect((await integrator.call(calls.testConnection, { params })).body.fault).toBeNull()
  const moved = { name: 'Other', settings: { kind: 'file', folder: '/etc' } } as const
  expect((await integrator.call(calls.saveConnection, { params, body: moved })).body.tested).toBeNull()
  expect((await integrator.call(calls.testConnection, { params })).body.fault).toBe(
    'Expected a permitted folder, but /etc is not permitted. An administrator can permit it with MILLRACE_FILE_ROOTS.',
  )
  const { connections } = (await integrator.call(calls.get, { params: { id: systemId } })).body
  expect(connections.map(({ kind, address }) => [kind, address])).toEqual([
    ['file', folder],
    ['file', '/etc'],
  ])
  expect((await integrator.call(calls.disableConnection, { params, query: { deletedReason: 'Old' } })).status).toBe(200)
  expect((await integrator.call(calls.restoreConnection, { params })).body.disabled).toBeNull()
})

it.each(['', 'srv', '../srv', '/srv/../etc', '/srv\0', '/a\nb', `/${'x'.repeat(500)}`])(
  'the folder %j is refused',
  async (bad) => {
    expect((await connect('Bad', { kind: 'file', folder: bad })).error.code).toBe('request.invalid')
  },
)

it('only a list of files has no path', async () => {
  expect((await adapt('bad', { kind: 'file', path: '' })).error.code).toBe('external.invalid')
  expect((await adapt('all', { kind: 'file', action: 'list', path: '' })).status).toBe(200)
})

it.each(['/etc/passwd', '../x', 'a/../../x', 'a//b', './x', 'a\\..\\x', 'x\0'])(
  'the path %j is refused',
  async (path) => {
    expect((await adapt('bad', { kind: 'file', path })).error.code).toBe('request.invalid')
  },
)

it('an adapter reads the file, with its columns or those of the file', async () => {
  const made = (await adapt('towns', { ...towns, cacheSeconds: 0 })).body
  expect(made).toMatchObject({ parameters: [], settings: { format: 'csv', quote: 'double', heading: true } })
  const params = { id: made.id }
  const ask = async () => (await integrator.call(calls.tryAdapter, { params, body: {} })).body
  expect(await ask()).toMatchObject({
    columns: ['code', 'name'],
    rows: [
      ['LIS', 'Lisbon'],
      ['OPO', 'Porto'],
    ],
    count: 2,
    members: [
      { path: 'code', sample: 'LIS' },
      { path: 'name', sample: 'Lisbon' },
    ],
    fault: null,
  })
  const columns = [{ key: 'town', path: 'name' }]
  await integrator.call(calls.saveAdapter, { params, body: { name: 'towns', settings: { ...towns, columns } } })
  expect((await ask()).rows).toEqual([['Lisbon'], ['Porto']])
  await integrator.call(calls.saveAdapter, { params, body: { name: 'towns', settings: { ...towns, path: 'gone' } } })
  expect((await ask()).fault).toBe(`Expected a file “gone” in ${folder}, but there is none.`)
  const listed = (await integrator.call(calls.adapters)).body
  expect(listed).toContainEqual(expect.objectContaining({ key: 'towns', kind: 'file', columns: [], parameters: [] }))
})

it('an adapter is refused with columns of one key, parameters, or another kind of connection', async () => {
  const columns = [
    { key: 'a', path: 'a' },
    { key: 'a', path: 'b' },
  ]
  for (const [settings, where] of [
    [{ ...towns, columns }, 'settings.columns'],
    [{ ...towns, searchParameter: 'q' }, 'settings.searchParameter'],
    [{ kind: 'sql', statement: 'select 1' }, 'kind'],
  ] as const) {
    const { error } = await adapt('wrong', settings)
    expect([error.code, error.details?.[0]?.where]).toEqual(['external.invalid', where])
  }
  const settings = { kind: 'database', host: 'db.example.org', database: 'x', username: 'x' } as const
  const params = { id: connectionId }
  expect((await integrator.call(calls.saveConnection, { params, body: { name: 'Files', settings } })).error.code).toBe(
    'external.invalid',
  )
})

it('fields of forms find its rows by what is read of them, and no other kind asks it', async () => {
  await adapt('found', towns)
  const find = async (type: 'file-look-up' | 'rest-look-up') => {
    const props = { adapter: 'found', labelColumn: 'name' }
    const field = { type, node: 'a', key: 'town', props } as unknown as RuntimeField
    const lookUp = await db.read({ workplaceId }, (tx) => findFieldLookUp(tx, workplaceId, field))
    return lookUp instanceof Refusal ? lookUp.code : findOffered(runtime, lookUp, { q: 'POR', by: '' })
  }
  expect(await find('file-look-up')).toEqual({ items: [{ id: 'OPO', name: 'Porto' }], isMore: false })
  expect(await find('rest-look-up')).toBe('look-up.failed')
})
