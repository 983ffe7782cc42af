import { type BodyOf, externalSystemCalls as calls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { createKeyPair, openSftpServer } from '@millrace/server/testing/sftp-server'
import { afterAll, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createRemoteFolders } from '../../platform/outgoing/remote-folders.ts'

const password = 'hush-hush-9'
const key = createKeyPair()
const long = `code,name\n${Array.from({ length: 20_000 }, (_, at) => `${at},Town ${at}\n`).join('')}`
const server = await openSftpServer({
  username: 'reader',
  password,
  publicKey: key.public,
  files: {
    '/in/towns.csv': `code,name\nLIS,Lisbon\nOPO,${password}\n`,
    '/in/long.csv': long,
    '/secret.csv': 'code\nx\n',
    '/in-beside/secret.csv': 'code\nx\n',
  },
  links: { '/in/link.csv': '/secret.csv', '/in/beside.csv': '/in-beside/secret.csv', '/in/own.csv': '/in/towns.csv' },
})
afterAll(() => server.close())

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const { signIn } = await createTestApp({ remoteFolders: createRemoteFolders({ allowed }) })
const integrator = await signIn({ roles: ['RoleIntegration'] })
const { id: systemId } = (await integrator.call(calls.create, { body: { name: 'Exchange' } })).body

type Settings = Extract<BodyOf<typeof calls.createConnection>['settings'], { kind: 'file' }>
const settings: Settings = {
  kind: 'file',
  place: 'sftp',
  folder: '/in',
  host: '127.0.0.1',
  port: server.port,
  username: 'reader',
  seconds: 30,
}
let count = 0
const connect = (more: Partial<Settings> = {}, secret = password) =>
  integrator.call(calls.createConnection, {
    params: { id: systemId },
    body: { name: `Files ${++count}`, settings: { ...settings, ...more }, secret },
  })
const test = async (id: string) => (await integrator.call(calls.testConnection, { params: { id } })).body
const get = async (id: string) => (await integrator.call(calls.getConnection, { params: { id } })).body
const ofFile = ({ settings: read }: Awaited<ReturnType<typeof get>>) => {
  if (read.kind !== 'file') throw new Error('Expected a file connection.')
  return read
}
const ask = async (connectionId: string, path: string, rowLimit = 200) => {
  const name = `A ${++count}`
  const api = await integrator.call(calls.createApi, { params: { id: systemId }, body: { name, connectionId } })
  const adapter = await integrator.call(calls.createAdapter, {
    params: { id: api.body.id },
    body: { name, key: `a${count}`, settings: { kind: 'file', path, rowLimit } },
  })
  return (await integrator.call(calls.tryAdapter, { params: { id: adapter.body.id }, body: {} })).body
}

it('the key of the host is kept at the first test that works, and files are read then', async () => {
  const made = (await connect()).body
  expect(made).toMatchObject({ hasSecret: true, settings: { hostKey: '' } })
  expect(JSON.stringify(made)).not.toContain(password)
  expect((await ask(made.id, 'towns.csv')).fault).toBe(
    'Expected the key of 127.0.0.1 to be known, but it is not. Test the connection first.',
  )
  expect((await test(made.id)).fault).toBeNull()
  const known = await get(made.id)
  expect(ofFile(known).hostKey).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
  expect([known.revision, known.tested?.fault]).toEqual([made.revision + 1, null])
  expect(await ask(made.id, 'towns.csv')).toMatchObject({
    columns: ['code', 'name'],
    // What repeats the secret shows it to nobody.
    rows: [
      ['LIS', 'Lisbon'],
      ['OPO', '•••'],
    ],
    fault: null,
  })
  expect((await ask(made.id, 'long.csv', 1000)).count).toBe(1000)
  expect((await ask(made.id, 'own.csv')).count).toBe(2)
  for (const path of ['link.csv', 'beside.csv'])
    expect((await ask(made.id, path)).fault).toBe(`Expected a file within /in, but “${path}” leads out of it.`)
  expect((await ask(made.id, 'gone.csv')).fault).toContain('but there is none')
  const { connections } = (await integrator.call(calls.get, { params: { id: systemId } })).body
  expect(connections[0]?.address).toBe(`sftp://127.0.0.1:${server.port}/in`)
})

it('one signs in by a key, too, which may have several lines', async () => {
  const made = (await connect({ signIn: 'key' }, key.private)).body
  expect((await test(made.id)).fault).toBeNull()
  expect((await ask(made.id, 'towns.csv')).count).toBe(2)
  const wrong = (await connect({ signIn: 'key' }, 'no key')).body
  expect((await test(wrong.id)).fault).toBe(
    'Expected a private key without a passphrase as the secret, but it is none.',
  )
  expect((await connect({}, 'two\nlines')).error.code).toBe('external.invalid')
})

it('what is missing is refused, and what is wrong is reported', async () => {
  for (const [more, secret, where] of [
    [{ host: '' }, password, 'settings.host'],
    [{ username: '' }, password, 'settings.username'],
    [{}, '', 'secret'],
  ] as const)
    expect((await connect(more, secret)).error).toMatchObject({
      code: 'external.secret-missing',
      details: [expect.objectContaining({ where })],
    })
  const unpinned = await connect({ place: 'webdav', baseUrl: 'http://files.example.org', trust: 'pinned' })
  expect(unpinned.error).toMatchObject({ code: 'external.invalid', details: [{ where: 'settings.baseUrl' }] })
  expect((await connect({ hostKey: 'SHA256:short' })).error.code).toBe('request.invalid')
  const faultOf = async (more: Partial<Settings>, secret?: string) =>
    (await test((await connect(more, secret)).body.id)).fault
  expect(await faultOf({}, 'another')).toBe('Expected 127.0.0.1 to let “reader” in, but it refuses. Check the sign-in.')
  expect(await faultOf({ folder: '/nowhere' })).toContain('but it is not there')
  expect(await faultOf({ folder: '/in/towns.csv' })).toContain('Expected a folder /in/towns.csv')
  expect(await faultOf({ port: 1 })).toContain('no server answers at this address (ECONNREFUSED)')
  expect(await faultOf({ host: '10.0.0.1' })).toContain('but it belongs to a private network')
})

it('nothing is sent to a host with another key, and the secret goes to one only when it is entered again', async () => {
  const made = (await connect()).body
  await test(made.id)
  const before = await get(made.id)
  const { hostKey } = ofFile(before)
  await server.changeKey()
  const sent = server.tried.length
  const { fault } = await test(made.id)
  expect(fault).toMatch(/^Expected 127\.0\.0\.1 to have the key SHA256:.*, but it has SHA256:.*\. Nothing was sent\./)
  expect(fault).toContain(hostKey)
  expect((await ask(made.id, 'towns.csv')).fault).toContain('Nothing was sent.')
  expect(server.tried).toHaveLength(sent)
  const save = (secret: string | null) =>
    integrator.call(calls.saveConnection, {
      params: { id: made.id },
      body: { name: before.name, settings: { ...ofFile(before), hostKey: '' }, secret },
    })
  expect((await save(null)).error.code).toBe('external.secret-missing')
  expect((await save(password)).status).toBe(200)
  expect((await test(made.id)).fault).toBeNull()
  expect(ofFile(await get(made.id)).hostKey).not.toBe(hostKey)
})
