import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { process as processModel } from '@millrace/bpmn/builder'
import { createTestDatabase } from '@millrace/server/testing'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { readConfig } from './platform/config.ts'
import { startS3 } from './platform/files/testing/start-s3.ts'
import { StartFailure } from './platform/start-failure.ts'
import { findRoom } from './testing/find-room.ts'
import { startOldPostgres } from './testing/old-postgres.ts'
import { isPostgresAlive, readPostgresPid, runServer, type ServerRun } from './testing/run-server.ts'

const { connectionString, admin } = await createTestDatabase()

const storage = await startS3()

const dataFolder = mkdtempSync(join(findRoom(), 'millrace-server-'))
const runs: ServerRun[] = []
afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.child.kill('SIGTERM')
    await run.ended()
  }
})
afterAll(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

function run(env: Record<string, string>): ServerRun {
  const server = runServer({ env: { MILLRACE_DATA: dataFolder, PORT: '0', LOG_LEVEL: 'warn', ...env } })
  runs.push(server)
  return server
}

const isUp = async (url: string) => (await fetch(`${url}/api/actuator/health`)).ok

async function signIn(url: string, password: string): Promise<number> {
  const { headers } = await fetch(`${url}/api/actuator/health/liveness`)
  const token = headers.getSetCookie().flatMap((cookie) => cookie.match(/^XSRF-TOKEN=([^;]+)/)?.[1] ?? [])[0] ?? ''
  const { status } = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `XSRF-TOKEN=${token}`,
      'x-xsrf-token': decodeURIComponent(token),
    },
    body: JSON.stringify({ username: 'admin', password }),
  })
  return status
}

describe('the server', () => {
  it('starts, shows a generated password once, and ends by a signal without leaving PostgreSQL', async () => {
    const first = run({})
    expect(await isUp(await first.url())).toBe(true)
    const [, password = ''] = await first.until(/Sign in as admin with the password (\S{16})\n/)
    expect(await signIn(await first.url(), password)).toBe(200)
    expect(first.output().split(password)).toHaveLength(2)
    first.child.kill('SIGINT')
    first.child.kill('SIGINT')
    expect(await first.ended()).toBe(0)
    expect(isPostgresAlive(dataFolder)).toBe(false)
    const second = run({})
    expect(await signIn(await second.url(), password)).toBe(200)
    expect(second.output()).not.toContain('password')
  })

  it('names the users of the sample application at the first start with it', async () => {
    for (const words of [['rosa', 'adam', 'millrace-demo', '/help/guide/sample-application'], []]) {
      const next = run({ MILLRACE_SAMPLES: 'on' })
      await next.url()
      for (const word of words) expect(next.output()).toContain(word)
      expect(next.output()).not.toContain('Sign in as admin')
      if (words.length === 0) expect(next.output()).not.toContain('rosa')
      next.child.kill('SIGTERM')
      await next.ended()
    }
  })

  it('starts again after it was killed, and ends when its PostgreSQL does', async () => {
    const killed = run({})
    await killed.url()
    killed.child.kill('SIGKILL')
    await killed.ended()
    const server = run({})
    expect(await isUp(await server.url())).toBe(true)
    process.kill(readPostgresPid(dataFolder), 'SIGKILL')
    expect(await server.ended()).toBe(1)
    expect(server.output()).toContain('Expected PostgreSQL to run as long as the server does, but it has ended.')
  })

  it('ends with one sentence when its port is taken, and leaves no PostgreSQL', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const server = run({ PORT: String(port) })
    expect(await server.ended()).toBe(1)
    expect(server.output()).toBe(
      `Expected port ${port} of 127.0.0.1 to be free, but another program uses it. Set PORT to another one.\n`,
    )
    expect(isPostgresAlive(dataFolder)).toBe(false)
    other.close()
  })

  it('gives the administrator the password that it is reported, at the first start and later, does not print it, and warns of a common one', async () => {
    for (const password of ['correct horse battery', 'another password', 'P@ssw0rd2024!']) {
      const server = run({ DATABASE_URL: connectionString, MILLRACE_ADMIN_PASSWORD: password })
      expect(await signIn(await server.url(), password)).toBe(200)
      const isCommon = password.startsWith('P@ss')
      expect(/^Warning: MILLRACE_ADMIN_PASSWORD is a common password/m.test(server.output())).toBe(isCommon)
      expect(server.output()).not.toMatch(/another password|correct horse|P@ss|with the password \S{16}\n|rosa/)
      const isNamed = server.output().includes('Sign in as admin with the password in MILLRACE_ADMIN_PASSWORD.')
      expect(isNamed).toBe(password === 'correct horse battery')
    }
  })

  it('shares a database with other processes, which may only work off jobs', async () => {
    const env = { DATABASE_URL: connectionString }
    const [web, worker] = [run({ ...env, MILLRACE_ROLES: 'web' }), run({ ...env, MILLRACE_ROLES: 'worker' })]
    expect(await isUp(await web.url())).toBe(true)
    await worker.until(/Millrace is running jobs\./)
    worker.child.kill('SIGTERM')
    expect(await worker.ended()).toBe(0)
  })

  it('ends at once while threads burn, informs the callers that wait for them, and hands their jobs back', async () => {
    const password = 'correct horse battery'
    const server = run({
      DATABASE_URL: connectionString,
      MILLRACE_ADMIN_PASSWORD: password,
      MILLRACE_BUDGETS: 'callTime=60000,work=1000000000000',
    })
    const url = await server.url()
    const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
    const endless = 'sum(for a in 1..100000 return sum(for b in 1..100000 return b))'
    const model = processModel('burning')
      .start()
      .element('scriptTask', 'burn', { scriptFormat: 'feel', inside: `<script>${endless}</script>` })
      .end()
      .toXml()
    const form = new FormData()
    form.set('file', new File([model], 'burning.bpmn'))
    await fetch(`${url}/engine-rest/deployment/create`, { method: 'POST', headers: { authorization }, body: form })
    const begin = (key = 'burning') =>
      fetch(`${url}/engine-rest/process-definition/key/${key}/start`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{}',
      })
    const later = processModel('later')
      .start()
      .element('scriptTask', 'burn', {
        scriptFormat: 'feel',
        'camunda:asyncBefore': true,
        inside: `<script>${endless}</script>`,
      })
      .end()
      .toXml()
    const laterForm = new FormData()
    laterForm.set('file', new File([later], 'later.bpmn'))
    await fetch(`${url}/engine-rest/deployment/create`, { method: 'POST', headers: { authorization }, body: laterForm })
    const burning = Promise.all(Array.from({ length: 6 }, () => begin()))
    for (let time = 0; time < 8; time++) await begin('later')
    await expect
      .poll(async () => (await admin.query('select from job where locked_by is not null')).rowCount, {
        timeout: 20_000,
      })
      .toBeGreaterThan(0)
    expect(await isUp(url)).toBe(true)
    server.child.kill('SIGTERM')
    // Whatever was waited for to its end would have been told what it may take.
    expect((await burning).map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503])
    expect(await server.ended()).toBe(0)
    const { rows } = await admin.query(
      `select distinct locked_by, attempts, retries from job where element_key = 'burn'`,
    )
    expect(rows).toEqual([{ locked_by: null, attempts: 0, retries: 3 }])
  })

  it('ends with one sentence on a database of an earlier PostgreSQL', async () => {
    const old = await startOldPostgres('15.14')
    const server = run({ DATABASE_URL: old.url })
    expect(await server.ended()).toBe(1)
    expect(server.output()).toMatch(/^Expected PostgreSQL 16 or newer at 127\.0\.0\.1:\d+\/old, but it is 15\.14\.\n$/)
    old.stop()
  })

  it('ends with one sentence on the schema of a newer version', async () => {
    await admin.query(`insert into migration (number, name, checksum) values (9999, '9999_later.sql', 'x')`)
    const server = run({ DATABASE_URL: connectionString })
    expect(await server.ended()).toBe(1)
    expect(server.output()).toBe(
      'Expected a database of this version or an older one, but it has the migration 9999_later.sql of a newer program. Start that version, or restore an older backup.\n',
    )
    await admin.query('delete from migration where number = 9999')
  })
})

type BadValue = readonly [Readonly<Record<string, string>>, RegExp]

/** Values that only the start finds out to be bad, with one that is refused when it is read; and how the sentence begins. */
const badAtStart: readonly BadValue[] = [
  [{ PORT: 'x' }, /^Expected PORT to be a whole number from 0 to 65535, but it is “x”\./],
  [{ HOST: '192.0.2.1' }, /^Expected HOST to be an address of this machine, but “192\.0\.2\.1” is not: /],
  [
    { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' },
    /^Expected a PostgreSQL at 127\.0\.0\.1:1\/c, but: .* Check DATABASE_URL\./,
  ],
  [{ MILLRACE_DATA: '/dev/null/x' }, /^The data folder \/dev\/null\/x could not be created: .* Set MILLRACE_DATA /],
]

/** A bad value for each variable that can have one, and how the sentence about it begins. */
const bad: readonly BadValue[] = [
  [{ PORT: 'x' }, /^Expected PORT to be a whole number from 0 to 65535, but it is “x”\./],
  [{ DATABASE_URL: 'mysql://root:hunter2@localhost/x' }, /^Expected DATABASE_URL to be like postgres:(?!.*hunter2)/],
  [{ MILLRACE_DATABASE_WAIT: 'long' }, /^Expected MILLRACE_DATABASE_WAIT to be a number of seconds from 0 to 999/],
  [
    { DATABASE_URL: 'postgres://c/d', MILLRACE_DATABASE_DIRECT_URL: 'mysql://root:hunter2@localhost/x' },
    /^Expected DATABASE_URL to be the address of a pooler and MILLRACE_DATABASE_DIRECT_URL (?!.*hunter2)/,
  ],
  [
    { DATABASE_URL: 'postgres://c/d', MILLRACE_DATABASES: 'north=mysql://root:hunter2@localhost/x' },
    /^Expected each part of MILLRACE_DATABASES to be like north=postgres:(?!.*hunter2)/,
  ],
  [
    { DATABASE_URL: 'postgres://c/d', MILLRACE_DATABASE_REPLICA: 'mysql://root:hunter2@localhost/x' },
    /^Expected MILLRACE_DATABASE_REPLICA to be the address of a standby (?!.*hunter2)/,
  ],
  [
    {
      ...{ DATABASE_URL: 'postgres://c/d', MILLRACE_DATABASE_DIRECT_URL: 'postgres://c/d' },
      MILLRACE_PREPARED_STATEMENTS: 'yes',
    },
    /^Expected MILLRACE_PREPARED_STATEMENTS to be on or off/,
  ],
  [{ MILLRACE_ROLES: 'cook' }, /^Expected MILLRACE_ROLES to be web, worker or web,worker, but it is “cook”\./],
  [{ MILLRACE_ADMIN_PASSWORD: 'x'.repeat(256) }, /^Expected MILLRACE_ADMIN_PASSWORD to have at most 255 characters/],
  [{ MILLRACE_TIME_ZONE: 'Middle/Earth' }, /^Expected MILLRACE_TIME_ZONE to be the name/],
  [{ MILLRACE_SAMPLES: 'yes' }, /^Expected MILLRACE_SAMPLES to be on or off, but it is “yes”\./],
  [{ MILLRACE_ENGINE_REST_AUTHORIZATION: 'no' }, /^Expected MILLRACE_ENGINE_REST_AUTHORIZATION to be on or off/],
  [{ MILLRACE_API_BASE: '/help' }, /^Expected MILLRACE_API_BASE to be a path that the product does not use itself/],
  [{ MILLRACE_SECRET: 'short' }, /^Expected MILLRACE_SECRET to have at least 32 characters, but it has 5\./],
  [{ MILLRACE_METRICS_TOKEN: 'short' }, /^Expected MILLRACE_METRICS_TOKEN to have 16 to 255 characters/],
  [{ MILLRACE_LICENCE_KEY: 'none' }, /^Expected MILLRACE_LICENCE_KEY to be public Ed25519 keys/],
  [{ MILLRACE_FILE_ROOTS: '/' }, /^Expected MILLRACE_FILE_ROOTS to be whole paths of folders/],
  [{ MILLRACE_FILE_WRITE_ROOTS: '/' }, /^Expected MILLRACE_FILE_WRITE_ROOTS to be/],
  [{ MILLRACE_CORS_ORIGINS: '*' }, /^Expected MILLRACE_CORS_ORIGINS to be origins such as https/],
  [{ MILLRACE_TRUSTED_PROXIES: 'everybody' }, /^Expected MILLRACE_TRUSTED_PROXIES to be a list of addresses/],
  [{ MILLRACE_PUBLIC_URL: 'bpm' }, /^Expected MILLRACE_PUBLIC_URL to be an address like https:/],
  [
    { MILLRACE_ALLOW_PRIVATE_ADDRESSES: 'some' },
    /^Expected MILLRACE_ALLOW_PRIVATE_ADDRESSES to be on, off, or addresses/,
  ],
  [{ MILLRACE_SMTP_URL: 'http://me:hunter2@x' }, /^Expected MILLRACE_SMTP_URL to be like smtp:(?!.*hunter2)/],
  [{ MILLRACE_BUDGETS: 'callTime' }, /^Expected each part of MILLRACE_BUDGETS to be like /],
  [{ LOG_LEVEL: 'loud' }, /^Expected LOG_LEVEL to be one of /],
  [{ MILLRACE_OIDC_ISSUER: 'https://id.example.org' }, /^Expected MILLRACE_OIDC_CLIENT_ID beside MILLRACE_OIDC_ISSUER/],
  [
    { MILLRACE_OIDC_ISSUER: 'http://id.example.org', MILLRACE_OIDC_CLIENT_ID: 'x' },
    /^Expected MILLRACE_OIDC_ISSUER to be an address that begins with https:/,
  ],
  [
    {
      MILLRACE_OIDC_ISSUER: 'https://id.example.org',
      MILLRACE_OIDC_CLIENT_ID: 'x',
      MILLRACE_OIDC_ROLE_MAPPING: 'it=RoleKing',
    },
    /^Expected MILLRACE_OIDC_ROLE_MAPPING to be like /,
  ],
  [{ MILLRACE_CLAMD: 'clamd.example.org' }, /^Expected MILLRACE_CLAMD to be like tcp:\/\//],
  [{ FILES_S3_BUCKET: 'files' }, /^Expected FILES_S3_ENDPOINT to be set beside FILES_S3_BUCKET, but it is not\./],
  [
    {
      FILES_S3_ENDPOINT: 'https://key:hunter2@s3.example.org',
      FILES_S3_BUCKET: 'files',
      FILES_S3_ACCESS_KEY: 'key',
      FILES_S3_SECRET_KEY: 'hunter2',
    },
    /^Expected FILES_S3_ENDPOINT to be an address like https:(?!.*hunter2)/,
  ],
  [
    {
      FILES_S3_ENDPOINT: 'https://s3.example.org',
      FILES_S3_BUCKET: 'files',
      FILES_S3_REGION: 'Frankfurt (Main)',
      FILES_S3_ACCESS_KEY: 'key',
      FILES_S3_SECRET_KEY: 'hunter2',
    },
    /^Expected FILES_S3_REGION to be like eu-central-1, but it is “Frankfurt \(Main\)”\./,
  ],
]

/** Any text will do for these: what they mean is up to the provider of the single sign-on, or the mail server. */
const free = [
  'MILLRACE_MAIL_FROM',
  ...['CLIENT_SECRET', 'LABEL', 'SCOPES', 'USERNAME_CLAIM', 'ROLES_CLAIM', 'WORKPLACES_CLAIM'].map(
    (name) => `MILLRACE_OIDC_${name}`,
  ),
]

describe('a bad value', () => {
  it.each(bad)('of %j is refused with one sentence when it is read', (env, sentence) => {
    const read = () => readConfig({ MILLRACE_DATA: dataFolder, PORT: '0', ...env })
    expect(read).toThrow(StartFailure)
    expect(read).toThrow(sentence)
    expect(read).not.toThrow(/\n/)
  })

  it.each(badAtStart)('of %j ends the start with one sentence', async (env, sentence) => {
    const server = run(env)
    expect(await server.ended()).toBe(1)
    expect(server.output()).toMatch(sentence)
    expect(server.output().trimEnd().split('\n')).toHaveLength(1)
  })

  it('that only the storage of files knows to be bad ends the start as well; one that is away does not', async () => {
    const env = {
      DATABASE_URL: connectionString,
      FILES_S3_ENDPOINT: storage.config.endpoint,
      FILES_S3_BUCKET: storage.config.bucket,
      FILES_S3_ACCESS_KEY: storage.config.accessKey,
      FILES_S3_SECRET_KEY: 'another',
    }
    const refused = run(env)
    expect(await refused.ended()).toBe(1)
    expect(refused.output().trimEnd().split('\n').at(-1)).toBe(
      `Expected FILES_S3_… to open the bucket “files” at ${storage.config.endpoint}, but the storage answers SignatureDoesNotMatch.`,
    )
    storage.way.cut()
    const started = run(env)
    expect(await isUp(await started.url())).toBe(true)
    expect(started.output()).toContain('file storage: it does not answer as it should')
  })

  it('is tried for every variable that is read', () => {
    const read = ['config.ts', 'db/pooler-config.ts', 'sso/sso-config.ts', 'files/s3-config.ts'].flatMap((file) =>
      [...readFileSync(join(import.meta.dirname, 'platform', file), 'utf8').matchAll(/value\('(\w+)'\)/g)].map(
        ([, name = '']) => name,
      ),
    )
    const tried = [...[...bad, ...badAtStart].flatMap(([env]) => Object.keys(env)), ...free]
    expect([...new Set(tried)].toSorted()).toEqual([...new Set(read)].toSorted())
  })
})
