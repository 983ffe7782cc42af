import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applicationCalls, formCalls } from '@millrace/contract'
import { createApiToken, createTestApp, createUser, createWorkplace } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { runClaimedJob } from './jobs/run-job.ts'
import { claimAll } from './jobs/testing/claim-all.ts'
import type { Services } from './jobs/work/services.ts'
import { runPackageCommand } from './package-command.ts'
import { zip } from './testing/zip.ts'

const { app, db, runtime, clock, signIn } = await createTestApp()
const roles = ['RoleAdmin', 'RoleDesign'] as const
const maker = await signIn({ roles })
const target = await createUser(db, { workplaceId: await createWorkplace(db), roles })

/** Makes the requests of the command without a port, and carries out what they order. */
const send: typeof fetch = async (input, init) => {
  const request = new Request(String(input), init)
  const { pathname } = new URL(request.url)
  const { statusCode, rawPayload, headers } = await app.inject({
    method: request.method as 'GET',
    url: pathname,
    headers: Object.fromEntries(request.headers),
    payload: Buffer.from(await request.arrayBuffer()),
  })
  if (pathname.endsWith('/start')) {
    const jobs = (await claimAll(db, clock())).filter(({ kind }) => kind === 'package')
    for (const job of jobs) await runClaimedJob({ runtime, services: {} as Services }, job)
  }
  const body = statusCode === 204 ? null : new Uint8Array(rawPayload)
  return new Response(body, { status: statusCode, headers: { 'content-type': String(headers['content-type']) } })
}

async function run(token: string, ...args: string[]) {
  const lines: string[] = []
  const code = await runPackageCommand(args, {
    print: (line) => lines.push(line),
    env: { MILLRACE_TOKEN: token },
    fetch: send,
  })
  return { code, text: lines.join('\n') }
}

it('exports into a folder, compares, imports, and refuses what was changed there', async () => {
  const { body: shop } = await maker.call(applicationCalls.create, { body: { name: 'Shop', key: 'shop' } })
  await maker.call(formCalls.create, {
    params: { appId: shop.id },
    body: { name: 'Order', formKey: 'order', labels: '' },
  })
  const scopes = ['administer', 'read'] as const
  const [from, to] = [await createApiToken(db, maker.user, { scopes }), await createApiToken(db, target, { scopes })]
  const folder = `${await mkdtemp(join(tmpdir(), 'package-'))}/shop/`

  expect(await run(from, 'export', '--application', 'shop', '--to', folder)).toMatchObject({ code: 0 })
  expect(JSON.parse(await readFile(join(folder, 'form/order.json'), 'utf8'))).toMatchObject({
    key: 'order',
    application: 'shop',
  })

  const first = await run(to, 'diff', folder)
  expect(first).toEqual({ code: 2, text: 'new: application “Shop”\nnew: form “Order”' })
  expect(await run(to, 'import', folder)).toMatchObject({
    code: 1,
    text: expect.stringContaining('another workplace of this installation'),
  })
  const imported = await run(to, 'import', folder, '--trust')
  expect(imported).toMatchObject({
    code: 0,
    text: expect.stringContaining('Imported: 2 new, 0 updated, 0 the same, 0 skipped.'),
  })
  expect(await run(to, 'diff', folder)).toEqual({ code: 0, text: 'An import would change nothing.' })

  await writeFile(join(folder, 'form/order.json'), '{}')
  expect(await run(to, 'import', folder)).toMatchObject({
    code: 1,
    text: expect.stringContaining('“form/order.json” was changed'),
  })
  expect(await run('', 'import', folder)).toMatchObject({ code: 1, text: expect.stringContaining('MILLRACE_TOKEN') })
  expect(await run(to, 'export')).toMatchObject({ code: 1, text: expect.stringContaining('--application') })
})

it('writes nothing of a server into the repository itself', async () => {
  const folder = `${await mkdtemp(join(tmpdir(), 'package-'))}/`
  await mkdir(join(folder, '.git'))
  await writeFile(join(folder, '.git/config'), 'ours')
  for (const name of ['.git/config', './manifest.json', 'form/.hidden', 'form//a.json']) {
    const answered: typeof fetch = async () => new Response(new Uint8Array(zip({ 'manifest.json': '{}', [name]: 'x' })))
    const lines: string[] = []
    const code = await runPackageCommand(['export', '--application', 'shop', '--to', folder], {
      print: (line) => lines.push(line),
      env: { MILLRACE_TOKEN: 'token' },
      fetch: answered,
    })
    expect([code, lines.join()]).toEqual([1, expect.stringContaining('Nothing was written.')])
  }
  expect(await readdir(folder)).toEqual(['.git'])
  expect(await readFile(join(folder, '.git/config'), 'utf8')).toBe('ours')
})

it.each([
  [['diff'], 'Expected a file or folder after diff, but there is none.'],
  [['diff', '/nowhere/at/all'], 'Expected the file or folder of a package, but “/nowhere/at/all” cannot be read.'],
  [['diff', 'a', 'b'], 'Expected a command for packages, but got “diff a b”.'],
  [['diff', 'a', '--all'], "Unknown option '--all'"],
  [['import'], 'Expected a file or folder after import, but there is none.'],
  [['export', 'shop'], 'Expected options after export, but got “shop”.'],
])('explains %s with the usage', async (args, message) => {
  const { code, text } = await run('token', ...args)
  expect([code, text]).toEqual([1, expect.stringContaining(message)])
  expect(text).toContain('diff FILE|FOLDER')
})

it('prints the usage for --help, also of a command', async () => {
  for (const args of [['--help'], ['diff', '--help']])
    expect(await run('', ...args)).toEqual({ code: 0, text: expect.stringContaining('diff FILE|FOLDER') })
})
