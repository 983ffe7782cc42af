import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, openCuttableProxy } from '@millrace/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCells } from './platform/db/cells/read-cells.ts'
import { createTestRuntime, deployModel } from './runtime/testing/test-runtime.ts'
import { runServer, type ServerRun } from './testing/run-server.ts'

const first = await createTestDatabase()
const north = await createTestDatabase()
const south = await createTestDatabase()
// Databases of tests have a workplace of their own, which no cell has.
for (const { admin } of [north, south]) await admin.query('delete from workplace')
const way = await openCuttableProxy(north.connectionString)
const folder = mkdtempSync(join(tmpdir(), 'millrace-cells-'))
const MILLRACE_DATABASES = `north=${way.connectionString} south=${south.connectionString}`
const secret = 'x'.repeat(40)
const runs: ServerRun[] = []

function run(environment: Readonly<Record<string, string>> = {}): ServerRun {
  const env = { DATABASE_URL: first.connectionString, MILLRACE_DATABASES, MILLRACE_SECRET: secret, PORT: '0' }
  const server = runServer({ env: { ...env, LOG_LEVEL: 'fatal', MILLRACE_DATA: folder, ...environment } })
  runs.push(server)
  return server
}

async function command(...args: readonly string[]): Promise<{ readonly code: number | null; readonly text: string }> {
  const script = join(import.meta.dirname, '../../../scripts/workplace.ts')
  const env = {
    DATABASE_URL: first.connectionString,
    MILLRACE_DATABASES,
    MILLRACE_SECRET: secret,
    MILLRACE_DATA: folder,
  }
  const child = runServer({ env, script, args })
  const code = await child.ended()
  return { code, text: child.output() }
}

afterAll(async () => {
  for (const { child, ended } of runs) {
    child.kill('SIGKILL')
    await ended()
  }
  await way.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const model = (key: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t">
  <process id="${key}" isExecutable="true"><startEvent id="s"/><serviceTask id="work" camunda:asyncBefore="true" camunda:expression="\${1}"/><endEvent id="e"/>
  <sequenceFlow id="f" sourceRef="s" targetRef="work"/><sequenceFlow id="g" sourceRef="work" targetRef="e"/></process></definitions>`

describe('a workplace in another database', () => {
  let url = ''
  const people: Record<string, string> = {}
  const rest = (reference: string, path: string, body?: object) =>
    fetch(`${url}/engine-rest${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: people[reference] ?? '', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const start = async (reference: string) => (await rest(reference, '/process-definition/key/baking/start', {})).status
  const countEnded = async (reference: string) => {
    const answer = await rest(reference, '/history/process-instance/count?finished=true')
    return answer.ok ? ((await answer.json()) as { count: number }).count : answer.status
  }
  const health = async () => {
    const answer = await fetch(`${url}/api/actuator/health`)
    return [answer.status, await answer.json()]
  }

  beforeAll(async () => {
    for (const reference of ['north', 'south', 'home']) {
      const where = reference === 'home' ? [] : ['--database', reference]
      const { code, text } = await command('create', reference, ...where)
      expect([code, text]).toEqual([0, expect.stringContaining('Made the workplace')])
      const [, password = ''] = /password (\S+),/.exec(text) ?? []
      people[reference] = password
    }
    url = await run().url()
    const of = { home: first, north, south }
    for (const [reference, { db, admin }] of Object.entries(of)) {
      const { rows } = await admin.query('select workplace_id from workplace where reference = $1', [reference])
      // A user who signs in for the first time has to choose another password.
      await admin.query('update app_user set must_change_password = false')
      const password = people[reference]
      people[reference] = `Basic ${Buffer.from(`${reference}/admin:${password}`).toString('base64')}`
      const actor = { workplaceId: rows[0].workplace_id, userId: null, cause: 'test' }
      await deployModel(createTestRuntime(db), actor, model('baking'))
    }
  }, 240_000)

  it('has all its rows there, and only its entry in the first', async () => {
    const { rows } = await first.admin.query(`select cell from workplace where reference = 'north'`)
    expect(rows).toEqual([{ cell: 'north' }])
    const users = `select count(*)::int as n from app_user where workplace_id = (select workplace_id from workplace where reference = 'north')`
    expect((await first.admin.query(users)).rows).toEqual([{ n: 0 }])
    expect((await north.admin.query(users)).rows).toEqual([{ n: 1 }])
    expect((await command('list')).text).toMatch(/^north\tnorth\topen\t.*\tin the database north$/m)
  })

  it('is worked in as everywhere: instances start, and their jobs run', async () => {
    for (const reference of ['home', 'north', 'south']) {
      expect([reference, await start(reference)]).toEqual([reference, 200])
      await expect.poll(() => countEnded(reference)).toBe(1)
    }
  })

  it('is away with its database, and others are not', async () => {
    way.cut()
    expect(await start('north')).toBe(503)
    expect(await health()).toEqual([
      200,
      {
        status: 'UP',
        databases: [
          { name: 'north', status: 'DOWN' },
          { name: 'south', status: 'UP' },
        ],
      },
    ])
    for (const reference of ['home', 'south']) {
      expect([reference, await start(reference)]).toEqual([reference, 200])
      await expect.poll(() => countEnded(reference)).toBe(2)
    }
    way.restore()
    await expect.poll(() => start('north')).toBe(200)
    await expect.poll(() => countEnded('north')).toBe(2)
  })

  it('is down within seconds for the health when its database accepts connections and never answers', async () => {
    way.silence()
    for (let times = 0; times < 2; times++) {
      const from = performance.now()
      expect(await health()).toMatchObject([200, { databases: [{ name: 'north', status: 'DOWN' }, { status: 'UP' }] }])
      expect(performance.now() - from).toBeLessThan(5_000)
    }
    way.restore()
    await expect.poll(health).toMatchObject([200, { databases: [{ name: 'north', status: 'UP' }, { status: 'UP' }] }])
    // Calls that were waiting.
    way.cut()
    way.restore()
    await expect.poll(() => start('north')).toBe(200)
  })

  it('moves to another database and back by a command, and is worked in there', async () => {
    for (const [to, admin] of [
      [':first', first.admin],
      ['south', south.admin],
    ] as const) {
      const ended = await countEnded('south')
      expect(await command('move', 'south', '--to', to)).toEqual({
        code: 0,
        text: expect.stringMatching(/Moved the workplace south to .* rows of \d+ tables were copied and compared/),
      })
      expect(await start('south')).toBe(200)
      await expect.poll(() => countEnded('south')).toBe(Number(ended) + 1)
      const { rows } = await admin.query(
        `select count(*)::int as n from app_user where workplace_id = (select workplace_id from workplace where reference = 'south')`,
      )
      expect(rows).toEqual([{ n: 1 }])
    }
  })

  it('is closed while it is moved, with a sentence and a time to try again', async () => {
    await first.admin.query(`update workplace set moving_at = now() where reference = 'home'`)
    await first.admin.query(`select pg_notify('millrace', 'workplace-moves')`)
    await expect.poll(async () => (await rest('home', '/task')).status).toBe(503)
    const answer = await rest('home', '/task')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await answer.text()).toContain('being moved to another database')
    expect(await command('suspend', 'home')).toMatchObject({ code: 1, text: expect.stringContaining('being moved') })
    await first.admin.query(`update workplace set moving_at = null where reference = 'home'`)
    expect((await rest('home', '/task')).status).toBe(200)
  })

  it('is created by the same command again when that was interrupted', async () => {
    const id = '11111111-1111-4111-8111-111111111111'
    const half = 'insert into workplace (workplace_id, reference, name, cell, moving_at) values ($1, $2, $2, $3, now())'
    await first.admin.query(half, [id, 'half', 'south'])
    await first.admin.query(
      `insert into workplace_move (moved_id, target, step, holder) values ($1, 'south', 'creating', $1)`,
      [id],
    )
    await south.admin.query(half, [id, 'half', null])
    expect(await command('create', 'half')).toMatchObject({ code: 1, text: expect.stringContaining('exists already') })
    expect(await command('suspend', 'half')).toMatchObject({ code: 1, text: expect.stringContaining('repeat it') })
    expect(await command('create', 'half', '--database', 'south')).toMatchObject({ code: 0 })
    expect((await command('list')).text).toMatch(/^half\thalf\topen\t[^\t]*\tin the database south$/m)
    await command('suspend', 'half')
    expect(await command('delete', 'half')).toMatchObject({ code: 0 })
  })

  it('is away while a server starts without its database, and is there when the database is', async () => {
    way.cut()
    const other = await run({ MILLRACE_DATA: join(folder, 'other') }).url()
    const before = url
    url = other
    expect([await start('north'), await start('south')]).toEqual([503, 200])
    way.restore()
    await expect.poll(() => start('north')).toBe(200)
    url = before
  })

  it('is not taken from a database that is another one', async () => {
    const swapped = `north=${south.connectionString} south=${north.connectionString}`
    const server = run({ MILLRACE_DATABASES: swapped, MILLRACE_DATA: join(folder, 'swapped') })
    await server.url()
    expect(server.output()).toMatch(/Database north: Expected the database north .* but the database south is there/)
    const strange = run({ DATABASE_URL: north.connectionString, MILLRACE_DATABASES: '' })
    expect(await strange.ended()).toBe(1)
    expect(strange.output()).toMatch(/Expected the first database .* but the database north is there/)
  })

  it('is suspended, opened again, and deleted by the same commands', async () => {
    expect(await command('suspend', 'south')).toMatchObject({ code: 0 })
    expect(await start('south')).toBe(401)
    expect(await command('resume', 'south')).toMatchObject({ code: 0 })
    expect(await start('south')).toBe(200)
    expect(await command('export', 'south', '--file', join(folder, 'south.tar.gz'))).toMatchObject({ code: 0 })
    await command('suspend', 'south')
    expect(await command('delete', 'south')).toMatchObject({ code: 0 })
    for (const { admin } of [first, south])
      expect((await admin.query(`select from workplace where reference = 'south'`)).rowCount).toBe(0)
  })

  it('is imported into another database, and is worked in there', async () => {
    const file = join(folder, 'south.tar.gz')
    expect(await command('import', file, '--database', 'north')).toEqual({
      code: 0,
      text: expect.stringContaining('Imported the workplace south'),
    })
    expect((await command('list')).text).toMatch(/^south\tsouth\topen\t.*\tin the database north$/m)
    await expect.poll(() => start('south')).toBe(200)
    expect(await command('import', file)).toMatchObject({ code: 1, text: expect.stringContaining('“south” does') })
  })

  it('is refused in a database that nothing names', async () => {
    expect(await command('create', 'west', '--database', 'west')).toEqual({
      code: 1,
      text: expect.stringContaining('“west” is none of north, south'),
    })
  })
})

describe('MILLRACE_DATABASES', () => {
  const url = 'postgres://a:geheim@b/c'

  it('names databases, with several hosts each', () => {
    expect(readCells(`north=${url}\n  south-2=postgres://a:b@c:1,d:2/e?target_session_attrs=any`, url)).toEqual([
      { name: 'north', url },
      { name: 'south-2', url: 'postgres://a:b@c:1,d:2/e?target_session_attrs=any' },
    ])
    expect(readCells(null, null)).toEqual([])
  })

  it.each([
    ['North=postgres://a:geheim@b/c', 'part 1 is something else'],
    [`north=${url} =${url}`, 'part 2 is something else'],
    ['north=mysql://a:geheim@b/c', 'part 1 is something else'],
    [`north=${url} north=${url}`, '“north” is there twice'],
  ])('refuses %s, and quotes no password', (text, message) => {
    const read = () => readCells(text, url)
    expect(read).toThrow(message)
    expect(read).not.toThrow('geheim')
  })

  it('needs DATABASE_URL', () => {
    expect(() => readCells(`north=${url}`, null)).toThrow('Expected DATABASE_URL beside MILLRACE_DATABASES')
  })
})
