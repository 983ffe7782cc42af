import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApiToken, createTestDatabase, createUser } from '@millrace/server/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { checkDatabase } from './platform/db/connect.ts'
import { openDatabase } from './platform/db/database.ts'
import { openSignals } from './platform/db/signals.ts'
import { runSql } from './platform/list/sql.ts'
import { findFreePort } from './platform/postgres/start-postgres.ts'
import { createTestRuntime, deployModel } from './runtime/testing/test-runtime.ts'
import { chaosModel, createChaosLoad, shortLease } from './testing/chaos-load.ts'
import { findRoom } from './testing/find-room.ts'
import { runServer, type ServerRun } from './testing/run-server.ts'

const [version = ''] = /\d+\.\d+/.exec(String(spawnSync('pgbouncer', ['--version']).stdout)) ?? []
/** PgBouncer 1.21 is the first that keeps prepared statements for its clients. */
const keeps = Number(version.split('.')[1]) >= 21

/** Runs where PgBouncer is installed: `apt-get install pgbouncer`. */
describe.skipIf(version === '')('a database behind PgBouncer in transaction mode', async () => {
  const { connectionString, workplaceId, admin, db: direct } = await createTestDatabase()
  let bouncer: ChildProcess
  let server: ServerRun | undefined
  let url = ''

  beforeAll(async () => {
    const folder = mkdtempSync(join(findRoom(), 'millrace-pgbouncer-'))
    chmodSync(folder, 0o755)
    const { hostname, port, username, password, pathname } = new URL(connectionString)
    const listenPort = await findFreePort()
    writeFileSync(
      join(folder, 'pgbouncer.ini'),
      `[databases]
${pathname.slice(1)} = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
auth_type = any
pool_mode = transaction
default_pool_size = 3
server_reset_query = discard all
unix_socket_dir =
${keeps ? 'max_prepared_statements = 200' : ''}
`,
    )
    // It does not run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
    bouncer = spawn('pgbouncer', [...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
    url = Object.assign(new URL(connectionString), { hostname: '127.0.0.1', port: String(listenPort) }).href
  })
  afterAll(async () => {
    server?.child.kill('SIGKILL')
    await server?.ended()
    bouncer?.kill('SIGKILL')
  })
  const check = () =>
    checkDatabase(url, { waitMs: 10_000, pooler: { directUrl: connectionString, keepsStatements: keeps } })

  it('gives each transaction its workplace and time zone, reads in portions, and hears signals', async () => {
    const database = await check()
    const db = openDatabase(database)
    const place = { workplaceId }
    const seen = sql`select current_setting('app.workplace') as place, current_setting('timezone') as zone from pg_sleep(0.01)`
    const read = () => db.read(place, async (tx) => (await runSql(tx, seen))[0])
    const answers = await Promise.all(Array.from({ length: 40 }, read))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ place: workplaceId, zone: 'UTC' })]),
    )
    const rows = { compile: () => ({ sql: 'select n from generate_series(1, 100) n', parameters: [] }) }
    let count = 0
    for await (const portion of db.readInPortions(place, rows as never, 30)) count += portion.length
    expect(count).toBe(100)
    const signals = await openSignals({ database, pollMs: 60_000 })
    const heard: string[] = []
    signals.subscribe('topic', () => heard.push('topic'))
    signals.send('topic')
    await expect.poll(() => heard).toEqual(['topic'])
    await signals.close()
    await db.close()
  })

  it('refuses a user to whom row-level security does not apply', async () => {
    const { adminUrl } = inject('postgres')
    const directUrl = Object.assign(new URL(adminUrl), { pathname: new URL(connectionString).pathname }).href
    await expect(checkDatabase(url, { pooler: { directUrl, keepsStatements: keeps } })).rejects.toThrow(
      'Expected a plain user who owns the database',
    )
  })

  it('runs a server with its workers: each instance ends once', { timeout: 240_000 }, async () => {
    await deployModel(createTestRuntime(direct), { workplaceId, userId: null, cause: 'test' }, chaosModel)
    const user = await createUser(direct, { workplaceId, roles: ['RoleFullAPI', 'RoleProcessAdmin', 'RoleUser'] })
    const authorization = `Bearer ${await createApiToken(direct, user)}`
    await admin.query(shortLease)
    server = runServer({
      env: {
        ...{ DATABASE_URL: url, MILLRACE_DATABASE_DIRECT_URL: connectionString, PORT: '0', LOG_LEVEL: 'warn' },
        ...{ MILLRACE_PREPARED_STATEMENTS: keeps ? 'on' : 'off', MILLRACE_SECRET: 'x'.repeat(40) },
        MILLRACE_DATA: mkdtempSync(join(findRoom(), 'millrace-pooled-')),
      },
    })
    const base = server.url()
    await base
    const load = createChaosLoad({
      ...{ workplaceId, authorization, url: () => base },
      ask: async (text, values = []) => (await admin.query(text, [...values])).rows,
    })
    const completing = load.complete()
    await Promise.all([1, 2, 3, 4].map(() => load.start(Date.now() + 4000)))
    await expect.poll(load.open, { timeout: 60_000, interval: 200 }).toBe(0)
    load.end()
    await completing
    await load.check()
    expect(load.answered.size).toBeGreaterThan(20)
    expect(server.output()).not.toMatch(/"level":50/)
  })
})
