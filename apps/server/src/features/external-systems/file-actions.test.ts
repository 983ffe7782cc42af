import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type BodyOf, externalSystemCalls as calls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { openSftpServer } from '@millrace/server/testing/sftp-server'
import { afterAll, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createDatabaseClient } from '../../platform/outgoing/database-client.ts'
import { createFolderClient } from '../../platform/outgoing/folder-client.ts'
import { createRemoteFolders } from '../../platform/outgoing/remote-folders.ts'

const top = await realpath(await mkdtemp(join(tmpdir(), 'millrace-actions-')))
afterAll(() => rm(top, { recursive: true }))
const folder = join(top, 'exchange')
const fixed = join(top, 'fixed')
for (const path of ['done', 'in']) await mkdir(join(folder, path), { recursive: true })
await mkdir(fixed)
await writeFile(join(top, 'secret.txt'), 'a secret')
await writeFile(join(fixed, 'prices.csv'), 'a\n1\n')
await symlink(top, join(folder, 'out'))
await symlink(join(top, 'secret.txt'), join(folder, 'link.txt'))

const password = 'hush-hush-9'
let refusesName = (_: string) => false
const server = await openSftpServer({
  username: 'writer',
  refusesName: (path) => refusesName(path),
  password,
  files: { '/up/in/first.csv': 'a\n1\n', '/up/done/old.csv': 'x', '/up/own.txt': '', '/secret.txt': 'a secret' },
  links: { '/up/link.txt': '/secret.txt', '/up/out': '/' },
  strayNames: ['../../etc/passwd', '..', 'in/../x', 'a\0b', 'C:\\x', '.millrace-1.part'],
})
afterAll(() => server.close())
const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const { signIn } = await createTestApp({
  databases: createDatabaseClient({ allowed, folders: createFolderClient({ roots: [fixed], writable: [folder] }) }),
  fileRoots: [fixed],
  fileWriteRoots: [folder],
  remoteFolders: createRemoteFolders({ allowed }),
})
const integrator = await signIn({ roles: ['RoleIntegration'] })
const systemId = (await integrator.call(calls.create, { body: { name: 'Exchange' } })).body.id

type Settings = Extract<BodyOf<typeof calls.createAdapter>['settings'], { kind: 'file' }>
let count = 0
async function connect(settings: BodyOf<typeof calls.createConnection>['settings'], secret = ''): Promise<string> {
  const name = `C${++count}`
  const made = await integrator.call(calls.createConnection, {
    params: { id: systemId },
    body: { name, settings, secret },
  })
  await integrator.call(calls.testConnection, { params: { id: made.body.id } })
  const body = { name, connectionId: made.body.id }
  return (await integrator.call(calls.createApi, { params: { id: systemId }, body })).body.id
}
const local = await connect({ kind: 'file', folder })
const readOnly = await connect({ kind: 'file', folder: fixed })
const remote = await connect(
  { kind: 'file', place: 'sftp', folder: '/up', host: '127.0.0.1', port: server.port, username: 'writer', seconds: 30 },
  password,
)

const create = (apiId: string, settings: Omit<Settings, 'kind'>) =>
  integrator.call(calls.createAdapter, {
    params: { id: apiId },
    body: { name: `A ${++count}`, key: `a${count}`, settings: { kind: 'file', ...settings } },
  })
/** One of each API, saved anew for each test. */
const adapters = new Map<string, string>()
async function run(apiId: string, settings: Omit<Settings, 'kind'>, parameters: Record<string, string> = {}) {
  const known = adapters.get(apiId)
  const saved =
    known === undefined
      ? await create(apiId, settings)
      : await integrator.call(calls.saveAdapter, {
          params: { id: known },
          body: { name: `A ${known}`, settings: { kind: 'file', ...settings } },
        })
  expect(saved.status).toBe(200)
  const { id } = saved.body
  adapters.set(apiId, id)
  return (await integrator.call(calls.tryAdapter, { params: { id }, body: { parameters } })).body
}
const rows = JSON.stringify([
  { code: 'LIS', name: 'Lisbon; "west"', people: 545_000 },
  { code: 'OPO', name: 'Évora', people: null },
])

describe.each([
  ['the server', local],
  ['another machine', remote],
])('files of %s', (where, apiId) => {
  const content = async (path: string) =>
    where === 'the server' ? readFile(join(folder, path)) : (server.files.get(`/up/${path}`) ?? Buffer.alloc(0))
  const names = async () =>
    where === 'the server'
      ? [...(await readdir(folder)), ...(await readdir(join(folder, 'in')))]
      : [...server.files.keys()]

  it('are written whole, replaced, and not replaced where that is refused', async () => {
    const write = { action: 'write', path: 'in/{day}.csv', delimiter: 'semicolon' } as const
    const text = 'code;name;people\r\nLIS;"Lisbon; ""west""";545000\r\nOPO;Évora;\r\n'
    expect(await run(apiId, write, { day: 'mon', content: rows })).toMatchObject({
      columns: ['path', 'size'],
      rows: [['in/mon.csv', String(Buffer.byteLength(text))]],
      fault: null,
    })
    expect(String(await content('in/mon.csv'))).toBe(text)
    expect((await run(apiId, write, { day: 'mon', content: '[{"code":"X"}]' })).fault).toBeNull()
    expect(String(await content('in/mon.csv'))).toBe('code\r\nX\r\n')
    const refused = { ...write, ifExists: 'refuse' } as const
    expect((await run(apiId, refused, { day: 'mon', content: rows })).fault).toContain('Expected no file “in/mon.csv”')
    expect((await run(apiId, refused, { day: 'tue', content: rows })).fault).toBeNull()
    expect(String(await content('in/mon.csv'))).toBe('code\r\nX\r\n')
    expect((await names()).filter((name) => name.includes('.millrace-'))).toEqual([])
  })

  it('are appended to, with names of columns once', async () => {
    const append = { action: 'append', path: 'log.csv' } as const
    for (const code of ['LIS', 'OPO']) await run(apiId, append, { content: JSON.stringify([{ code }]) })
    expect(String(await content('log.csv'))).toBe('code\r\nLIS\r\nOPO\r\n')
  })

  it('are found, listed, moved and deleted', async () => {
    await run(apiId, { action: 'write', path: 'in/b.txt', format: 'text' }, { content: 'one' })
    const exists = async (path: string) => (await run(apiId, { action: 'exists', path })).rows[0]?.slice(0, 2)
    expect(await exists('in/b.txt')).toEqual(['true', '3'])
    expect(await exists('in/gone.txt')).toEqual(['false', ''])
    expect(await run(apiId, { action: 'list', path: 'in', pattern: '*.TXT' })).toMatchObject({
      columns: ['name', 'path', 'size', 'modified'],
      rows: [['b.txt', 'in/b.txt', '3', expect.stringMatching(/^\d{4}-/)]],
      fault: null,
    })
    // Names that are more than names are in no listing.
    const all = (await run(apiId, { action: 'list', path: 'in' })).rows.map(([name]) => name)
    expect(all).not.toContainEqual(expect.stringMatching(/[/\\]|^\.\.?$|millrace/))
    const move = { action: 'move', path: 'in/{name}', target: 'done/{name}', ifExists: 'refuse' } as const
    expect((await run(apiId, move, { name: 'b.txt' })).rows).toEqual([['done/b.txt']])
    expect([await exists('in/b.txt'), await exists('done/b.txt')]).toEqual([
      ['false', ''],
      ['true', '3'],
    ])
    expect((await run(apiId, move, { name: 'b.txt' })).fault).toContain('Expected a file “in/b.txt”')
    await run(apiId, { action: 'write', path: 'in/b.txt', format: 'text' }, { content: 'two' })
    expect((await run(apiId, move, { name: 'b.txt' })).fault).toContain('Expected no file “done/b.txt”')
    expect(String(await content('done/b.txt'))).toBe('one')
    expect((await run(apiId, { ...move, ifExists: 'replace' }, { name: 'b.txt' })).fault).toBeNull()
    expect(String(await content('done/b.txt'))).toBe('two')
    const remove = { action: 'delete', path: 'done/b.txt' } as const
    expect((await run(apiId, remove)).fault).toBeNull()
    expect((await run(apiId, remove)).fault).toContain('but there is none')
  })

  it.each(['../x', 'a/b', '..', '.', 'a\\b', 'a\0b', ''])('have no name %j of a value', async (name) => {
    const { fault } = await run(apiId, { action: 'write', path: 'in/{name}', format: 'text' }, { name, content: 'x' })
    expect(fault).toMatch(/^Expected (?:a value for “name”|“name” to be a part|values for the path)/)
  })

  it('are not reached by links that lead out, neither to read nor to change', async () => {
    for (const path of ['out/secret.txt', 'link.txt']) {
      expect((await run(apiId, { action: 'read', path, format: 'text' })).fault).toContain('leads out of it')
      for (const action of ['write', 'append', 'delete'] as const) {
        const { fault } = await run(apiId, { action, path, format: 'text' }, { content: 'x' })
        expect(fault).toMatch(/leads out of it|is something else/)
      }
    }
    expect((await run(apiId, { action: 'list', path: 'out' })).fault).toContain('leads out of it')
    expect((await run(apiId, { action: 'move', path: 'log.csv', target: 'out/log.csv' })).fault).toContain('leads out')
    expect(await readFile(join(top, 'secret.txt'), 'utf8')).toBe('a secret')
    expect(String(server.files.get('/secret.txt'))).toBe('a secret')
  })

  it.each([
    [
      'csv',
      { encoding: 'windows-1252' },
      rows,
      [
        ['LIS', 'Lisbon; "west"', '545000'],
        ['OPO', 'Évora', ''],
      ],
    ],
    [
      'csv',
      { encoding: 'utf-16le', quote: 'single' },
      rows,
      [
        ['LIS', 'Lisbon; "west"', '545000'],
        ['OPO', 'Évora', ''],
      ],
    ],
    [
      'xlsx',
      {},
      rows,
      [
        ['LIS', 'Lisbon; "west"', '545000'],
        ['OPO', 'Évora', ''],
      ],
    ],
    [
      'json',
      {},
      rows,
      [
        ['LIS', 'Lisbon; "west"', '545000'],
        ['OPO', 'Évora', ''],
      ],
    ],
    [
      'xml',
      { rows: 'towns.town' },
      '{"towns":{"town":[{"code":"A & <b>","@id":1},{"code":"C","@id":2}]}}',
      [
        ['1', 'A & <b>'],
        ['2', 'C'],
      ],
    ],
    ['xml', { rows: 'towns.town' }, '<towns><town><code>A</code></town></towns>', [['A']]],
    [
      'fixed',
      {
        columns: [
          { key: 'code', path: '1-5' },
          { key: 'name', path: '6-10' },
        ],
      },
      '[{"code":"LIS","name":"Évora"},["OPO"]]',
      [
        ['LIS', 'Évora'],
        ['OPO', ''],
      ],
    ],
    ['text', {}, 'one\r\ntwo\n', [['one'], ['two']]],
  ] as const)('are written and read as %s %j', async (format, more, given, expected) => {
    const { rows: place = '', ...writing } = { rows: undefined, ...more }
    const settings = {
      path: `in/x.${format}`,
      format,
      ...writing,
      columns: 'columns' in more ? [...more.columns] : [],
    }
    expect((await run(apiId, { ...settings, action: 'write' }, { content: given })).fault).toBeNull()
    expect(await run(apiId, { ...settings, action: 'read', rows: place })).toMatchObject({
      rows: expected,
      fault: null,
    })
  })

  it('are refused with what does not fit their format', async () => {
    const write = async (settings: Partial<Settings>, given: string) =>
      (await run(apiId, { action: 'write', path: 'in/no.txt', ...settings }, { content: given })).fault
    expect(await write({}, '{}')).toBe('Expected a list for the parameter “content”, but it has another value.')
    expect(await write({ format: 'xml' }, '{"a":1,"b":2}')).toContain('one member, which is the root')
    expect(
      await write({ format: 'xml' }, '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    ).toContain('without document type and entities')
    expect(await write({ format: 'json' }, '{')).toContain('Expected a value as the content')
    expect(await write({ format: 'binary' }, 'x y')).toContain('Expected a file as the content')
    expect(await write({ format: 'text', encoding: 'windows-1252' }, '字')).toContain('“字” is not one')
    expect(await write({ quote: 'none' }, '[["a,b"]]')).toContain('Choose a quotation mark')
    const columns = [{ key: 'a', path: '1-2' }]
    expect(await write({ format: 'fixed', columns }, '[["abc"]]')).toContain('at most 2 characters')
    expect((await names()).some((name) => name.endsWith('no.txt'))).toBe(false)
  })
})

it('a file of another machine stays where its replacement does not get its name', async () => {
  const write = { action: 'write', path: 'in/kept.txt', format: 'text' } as const
  expect((await run(remote, write, { content: 'before' })).fault).toBeNull()
  let names = 0
  // The replacement alone is refused: what was there gets its name again.
  refusesName = (path) => path === '/up/in/kept.txt' && ++names === 1
  expect((await run(remote, write, { content: 'after' })).fault).toContain('Expected SFTP at 127.0.0.1')
  expect(names).toBe(2)
  expect(String(server.files.get('/up/in/kept.txt'))).toBe('before')
  expect([...server.files.keys()].filter((path) => path.includes('.millrace-'))).toEqual([])
  expect((await run(remote, write, { content: 'after' })).fault).toBeNull()
  expect(String(server.files.get('/up/in/kept.txt'))).toBe('after')
})

it('of an allowed folder that may only be read nothing is changed', async () => {
  expect((await run(readOnly, { path: 'prices.csv' })).count).toBe(1)
  for (const action of ['write', 'append', 'delete'] as const)
    expect((await run(readOnly, { action, path: 'prices.csv' }, { content: '[]' })).fault).toBe(
      `Expected a folder whose files may be changed, but ${fixed} is not one. An administrator can permit it with MILLRACE_FILE_WRITE_ROOTS.`,
    )
  expect(await readFile(join(fixed, 'prices.csv'), 'utf8')).toBe('a\n1\n')
})

it('settings without sense are refused, and forms are offered what reads', async () => {
  const refused = async (settings: Omit<Settings, 'kind'>) => (await create(local, settings)).error.message
  expect(await refused({ action: 'write', path: '' })).toContain('Expected the path of a file')
  expect(await refused({ action: 'move', path: 'a' })).toContain('Expected the new path')
  expect(await refused({ action: 'write', path: '{content}' })).toContain('Expected another name')
  expect(await refused({ path: 'a', format: 'fixed' })).toContain('positions such as 1-10')
  expect(await refused({ path: 'a', format: 'fixed', columns: [{ key: 'a', path: '5-2' }] })).toContain('positions')
  expect(await refused({ action: 'append', path: 'a', format: 'xlsx' })).toContain('to append to')
  const writer = (await create(local, { action: 'write', path: '{day}/x.csv' })).body
  expect(writer.parameters).toEqual([
    { name: 'day', type: 'text', isRequired: true },
    { name: 'content', type: 'list', isRequired: true },
  ])
  const reader = (await create(local, { path: 'x.csv' })).body
  const offered = (await integrator.call(calls.adapters)).body.map(({ key }) => key)
  expect([offered.includes(writer.key), offered.includes(reader.key)]).toEqual([false, true])
})

it('a SQLite file is read by an SQL adapter, with parameters, and needs no sign-in', async () => {
  const made = new DatabaseSync(join(folder, 'shop.db'))
  made.exec("create table town (code text, name text); insert into town values ('LIS', 'Lisbon'), ('OPO', 'Porto')")
  made.close()
  const params = { id: systemId }
  const place = { kind: 'database', vendor: 'sqlite', database: join(folder, 'shop.db'), port: 0 } as const
  for (const database of ['shop.db', `${folder}/../shop.db`]) {
    const body = { name: 'Bad', settings: { ...place, database } }
    expect((await integrator.call(calls.createConnection, { params, body })).error).toMatchObject({
      code: 'external.invalid',
      details: [expect.objectContaining({ where: 'settings.database' })],
    })
  }
  const lost = { name: 'Lost', settings: { ...place, vendor: 'sqlserver' as const } }
  expect((await integrator.call(calls.createConnection, { params, body: lost })).error.code).toBe(
    'external.secret-missing',
  )
  const connection = await integrator.call(calls.createConnection, { params, body: { name: 'Shop', settings: place } })
  expect(connection.body).toMatchObject({ hasSecret: false, settings: { vendor: 'sqlite', host: '', username: '' } })
  const tested = await integrator.call(calls.testConnection, { params: { id: connection.body.id } })
  expect(tested.body.fault).toBeNull()
  const text = { name: 'Text', settings: { ...place, database: join(fixed, 'prices.csv') } }
  const { id } = (await integrator.call(calls.createConnection, { params, body: text })).body
  expect((await integrator.call(calls.testConnection, { params: { id } })).body.fault).toContain(
    'Expected a SQLite database',
  )
  const api = await integrator.call(calls.createApi, {
    params,
    body: { name: 'Towns', connectionId: connection.body.id },
  })
  const statement = 'select name from town where code = :code or :code = :other'
  const adapter = await integrator.call(calls.createAdapter, {
    params: { id: api.body.id },
    body: { name: 'Town', key: 'town', settings: { kind: 'sql', statement } },
  })
  const ask = async (code: string) =>
    (await integrator.call(calls.tryAdapter, { params: { id: adapter.body.id }, body: { parameters: { code } } })).body
  expect(await ask('OPO')).toMatchObject({ columns: ['name'], rows: [['Porto']], fault: null })
  expect(await ask("x' or 1=1 --")).toMatchObject({ rows: [], fault: null })
  const { connections } = (await integrator.call(calls.get, { params })).body
  expect(connections.find(({ name }) => name === 'Shop')?.address).toBe(join(folder, 'shop.db'))
})
