import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { process } from '@millrace/bpmn/builder'
import { type BodyOf, externalSystemCalls as calls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { openSftpServer } from '@millrace/server/testing/sftp-server'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createDatabaseClient } from '../../platform/outgoing/database-client.ts'
import { createRemoteFolders } from '../../platform/outgoing/remote-folders.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import { createWorkPlace } from '../testing/create-work-place.ts'
import { createServices } from './services.ts'

const folder = await realpath(await mkdtemp(join(tmpdir(), 'millrace-steps-')))
afterAll(() => rm(folder, { recursive: true }))
let isBroken = false
let isFull = false
const password = 'hush-hush-9'
const server = await openSftpServer({
  username: 'writer',
  password,
  files: { '/up/first.txt': 'x', '/up/log.txt': '' },
  breaks: () => isBroken,
  refusesParts: () => isFull,
})
afterAll(() => server.close())

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const app = await createTestApp({
  fileWriteRoots: [folder],
  databases: createDatabaseClient({ allowed }),
  remoteFolders: createRemoteFolders({ allowed }),
})
const { db, admin, clock, connectionString, runtime, workplaceId, signIn } = app
const place = createWorkPlace(app, runtime, { workplaceId, userId: null, cause: 'test' })
const integrator = await signIn({ roles: ['RoleIntegration'] })
const no = () => Promise.reject(new Error('Expected no such work.'))
const context = { runtime, services: createServices({ outgoing: { send: no } as never, mail: { send: no } as never }) }

await admin.query('create table town (code text primary key, city text)')
await admin.query('create table booking (code text unique deferrable initially deferred)')
await admin.query('grant select, insert, delete on town, booking to public')
const system = (await integrator.call(calls.create, { body: { name: 'Exchange' } })).body
async function offer(settings: BodyOf<typeof calls.createConnection>['settings'], secret: string): Promise<string> {
  const params = { id: system.id }
  const name = `C ${settings.kind} ${secret.length}`
  const { id } = (await integrator.call(calls.createConnection, { params, body: { name, settings, secret } })).body
  await integrator.call(calls.testConnection, { params: { id } })
  return (await integrator.call(calls.createApi, { params, body: { name, connectionId: id } })).body.id
}
const database = new URL(connectionString)
const sql = await offer(
  {
    kind: 'database',
    host: database.hostname,
    port: Number(database.port),
    database: database.pathname.slice(1),
    username: decodeURIComponent(database.username),
    tls: 'off',
    seconds: 30,
  },
  decodeURIComponent(database.password),
)
const files = await offer({ kind: 'file', folder }, '')
const sftp = await offer(
  { kind: 'file', place: 'sftp', folder: '/up', host: '127.0.0.1', port: server.port, username: 'writer', seconds: 30 },
  password,
)
async function adapt(apiId: string, key: string, settings: BodyOf<typeof calls.createAdapter>['settings']) {
  const made = await integrator.call(calls.createAdapter, { params: { id: apiId }, body: { name: key, key, settings } })
  expect(made.status).toBe(200)
}
const statement = 'insert into town values (:code, :city)'
await adapt(sql, 'add', { kind: 'sql', action: 'change', statement })
await adapt(sql, 'book', { kind: 'sql', action: 'change', statement: 'insert into booking values (:code)' })
await adapt(files, 'report', { kind: 'file', action: 'write', path: '{name}.csv' })
await adapt(files, 'load', { kind: 'file', action: 'read', path: 'photo.bin', format: 'binary' })
await adapt(files, 'copy', { kind: 'file', action: 'write', path: 'copy.bin', format: 'binary' })
await adapt(sftp, 'send', { kind: 'file', action: 'write', path: 'out.txt', format: 'text' })

await adapt(sftp, 'note', { kind: 'file', action: 'append', path: 'log.txt', format: 'text' })

let count = 0
const input = (name: string, value: string) => `<millrace:adapterInput name="${name}" value="${value}"/>`
const output = (name: string, path: string, type: string) =>
  `<millrace:adapterOutput name="${name}" path="${path}" type="${type}"/>`
const asking = (...steps: readonly [key: string, text: string][]) => {
  let model = process(`changing${++count}`, {}, 'millrace').start()
  for (const [at, [key, text]] of steps.entries())
    model = model.serviceTask(`ask${at}`, {
      inside: `<extensionElements><millrace:adapter key="${key}">${text}</millrace:adapter></extensionElements>`,
    })
  const whole = model.userTask('after').end()
  return whole.moveTo('ask0').boundary('caught', '<errorEventDefinition/>').userTask('instead').end('end2').toXml()
}
async function workOff(): Promise<string[]> {
  const outcomes: string[] = []
  for (let jobs = await claimAll(db, clock(), { workerId: 'w' }); jobs.length > 0; ) {
    for (const job of jobs) outcomes.push(await runClaimedJob(context, job))
    jobs = await claimAll(db, clock(), { workerId: 'w' })
  }
  return outcomes
}
const incidents = async () => (await place.incidents()).map(({ type }) => type)

beforeEach(async () => {
  isBroken = false
  isFull = false
  for (const table of ['job', 'incident']) await admin.query(`delete from ${table}`)
})

it('a step changes a database once, and its refusal is an error of BPMN', async () => {
  const inputs = `${input('code', '$' + '{code}')}${input('city', 'Lisbon')}`
  const text = `${inputs}${output('rows', 'rows.0.affected', 'integer')}<millrace:adapterError code="23505" errorCode="TAKEN"/>`
  const id = await place.run(asking(['add', text]), { code: 'LIS' })
  expect(await workOff()).toEqual(['done'])
  expect(await place.variable(id, 'rows')).toBe('1')
  const again = await place.run(asking(['add', text]), { code: 'LIS' })
  expect(await workOff()).toEqual(['done'])
  expect(await place.standsAt(again)).toEqual(['instead'])
  expect((await admin.query('select * from town')).rows).toEqual([{ code: 'LIS', city: 'Lisbon' }])
})

it('a refusal at the end of the transaction is known, too', async () => {
  const text = `${input('code', '$' + '{code}')}<millrace:adapterError code="23505" errorCode="TAKEN"/>`
  await place.run(asking(['book', text]), { code: 'LIS' })
  expect(await workOff()).toEqual(['done'])
  const again = await place.run(asking(['book', text]), { code: 'LIS' })
  expect(await workOff()).toEqual(['done'])
  expect(await place.standsAt(again)).toEqual(['instead'])
})

it('a step writes a list of objects as a file', async () => {
  const text = `${input('name', '$' + '{name}')}${input('content', '$' + '{lines}')}${output('path', 'rows.0.path', 'text')}`
  const id = await place.run(asking(['report', text]), { name: 'day', lines: [{ a: 1, b: 'x' }] })
  expect(await workOff()).toEqual(['done'])
  expect(await place.variable(id, 'path')).toBe('day.csv')
  expect(await readFile(join(folder, 'day.csv'), 'utf8')).toBe('a,b\r\n1,x\r\n')
})

it('a file goes through a process unchanged', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  await writeFile(join(folder, 'photo.bin'), bytes)
  const id = await place.run(
    asking(['load', output('photo', 'body', 'file')], ['copy', input('content', '$' + '{photo}')]),
    {},
  )
  expect(await workOff()).toEqual(['done', 'done'])
  expect(await place.standsAt(id)).toEqual(['after'])
  expect(new Uint8Array(await readFile(join(folder, 'copy.bin')))).toEqual(bytes)
})

it('a file whose name may have been given is not sent again: nobody knows, until somebody decides', async () => {
  isBroken = true
  const id = await place.run(asking(['send', input('content', 'hello')]), {})
  expect(await workOff()).toEqual(['failed'])
  expect(await incidents()).toEqual(['answerUnknown'])
  isBroken = false
  clock.advance({ hours: 2 })
  expect(await workOff()).toEqual([])
  expect(await place.standsAt(id)).toEqual(['ask0'])
})

it('an append that the other machine refused half way is not repeated', async () => {
  isFull = true
  await place.run(asking(['note', input('content', 'hello')]), {})
  expect(await workOff()).toEqual(['failed'])
  expect(await incidents()).toEqual(['answerUnknown'])
})
