import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { authCalls, roles, shellCalls } from '@millrace/contract'
import { createTestApp, createUser, createWorkplace } from '@millrace/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimAll } from './jobs/testing/claim-all.ts'
import { beginRows, sumRows } from './operations/workplaces/moving/moved-rows.ts'
import { tarEnd, tarHeader } from './operations/workplaces/tar.ts'
import { listWorkplaceTables } from './operations/workplaces/workplace-tables.ts'
import { createInstallationKey } from './platform/auth/installation-key.ts'
import { systemActor } from './platform/db/actor.ts'
import { startS3 } from './platform/files/testing/start-s3.ts'
import { StartFailure } from './platform/start-failure.ts'
import { fillTables } from './testing/fill-tables.ts'
import { runWorkplaceCommand } from './workplace-command.ts'

const storage = await startS3()
const { db, admin, clock, runtime, anonymous, signIn } = await createTestApp({ s3: storage.config })
const folder = mkdtempSync(join(tmpdir(), 'millrace-workplace-'))
afterAll(() => rmSync(folder, { recursive: true }))

let key = createInstallationKey('the secret of a test, long enough for one')

async function run(...args: string[]): Promise<string> {
  const lines: string[] = []
  const publicUrl = 'https://bpm.example.org'
  const { files } = runtime
  await runWorkplaceCommand(
    {
      ...{ db, clock, files, storesOf: () => files, publicUrl, version: '0', installationKey: () => key },
      print: (line) => lines.push(line),
    },
    args,
  )
  return lines.join('\n')
}

describe('create', () => {
  it('creates a workplace with an administrator, who chooses a password at the first sign-in', async () => {
    const text = await run('create', 'north', '--name', 'North Ltd')
    const [, password = ''] = /password (\S+),/.exec(text) ?? []
    const client = anonymous()
    const body = { username: 'admin', password, workplace: 'north' }
    expect((await client.call(authCalls.login, { body })).error.code).toBe('session.password-change')
    const change = { ...body, newPassword: 'a better one of mine' }
    expect((await client.call(authCalls.login, { body: change })).status).toBe(200)
    expect((await client.call(shellCalls.init)).body.ROLES.toSorted()).toEqual(roles.toSorted())
    expect((await client.call(shellCalls.tenantIdentifier)).body).toEqual({ tenantIdentifier: 'north' })
  })

  it('reports the address at which people sign in there', async () => {
    const lines = (await run('create', 'Süd-2')).split('\n')
    expect(lines[1]).toBe('Its address is https://bpm.example.org/login?workplace=S%C3%BCd-2')
  })

  it.each(['Default', 'NORTH'])('refuses the reference %s, which is taken', async (reference) => {
    await expect(run('create', reference)).rejects.toThrow(`“${reference}” exists already`)
  })

  it.each(['two words', '<b>', 'a/b', 'a,b', '', 'x'.repeat(51)])('refuses the reference %j', async (reference) => {
    await expect(run('create', reference)).rejects.toThrow(StartFailure)
  })
})

describe('list', () => {
  it('shows every workplace and its state', async () => {
    await createWorkplace(db, { reference: 'sleepy' })
    await run('suspend', 'sleepy')
    const lines = (await run('list')).split('\n')
    expect(lines.find((line) => line.startsWith('default\t'))).toContain('open, default')
    expect(lines.find((line) => line.startsWith('sleepy\t'))).toContain('suspended since 2030-01-07T09:00:00.000Z')
  })
})

describe('suspend and resume', () => {
  it('end sessions, keep people and jobs out, and open all again', async () => {
    const id = await createWorkplace(db, { reference: 'pausing' })
    const client = await signIn({ workplaceId: id })
    await fillTables({ db, admin }, { workplaceId: id, marker: 'pausing' })
    const claim = async () => {
      const now = new Date('2030-02-01T00:00:00Z')
      await admin.query(`update job set locked_until = null, retries = 1, is_suspended = false, kind = 'before'`)
      const jobs = await claimAll(db, now, { leaseMs: 0 })
      return jobs.filter(({ workplaceId }) => workplaceId === id).length
    }
    await run('suspend', 'Pausing')
    expect((await client.call(shellCalls.userInfo)).status).toBe(401)
    expect(await claim()).toBe(0)
    await run('resume', 'pausing')
    expect((await client.call(shellCalls.userInfo)).status).toBe(200)
    expect(await claim()).toBe(1)
  })
})

const file = join(folder, 'export.tar.gz')
let tables: string[] = []
let workplaceId = ''

describe('export', () => {
  beforeAll(async () => {
    workplaceId = await createWorkplace(db, { reference: 'leaving' })
    const other = await createWorkplace(db, { reference: 'staying' })
    await createUser(db, { workplaceId, username: 'Zoë "quoted" \\ 注文' })
    tables = await fillTables({ db, admin }, { workplaceId, marker: 'it is ours\nin two lines' })
    await fillTables({ db, admin }, { workplaceId: other, marker: 'it is theirs' })
    const files = Array.from({ length: 45 }, (_, index) => index)
    for (const index of files)
      await admin.query(
        `insert into stored_file (workplace_id, id, name, type, size, bytes, uploaded_at, uploaded_by) values ($1, gen_random_uuid(), $2, 'x', 3, $3, now(), 'x')`,
        [workplaceId, `file ${index}`, Buffer.from([0, 255, index])],
      )
    await run('export', 'leaving', '--file', file)
    execFileSync('tar', ['--warning=no-timestamp', '-xzf', file, '-C', folder])
  })

  it('writes every table that has a workplace, with every row of it, and no other', async () => {
    const names = readdirSync(join(folder, 'tables')).map((name) => name.replace(/\.jsonl$/, ''))
    expect(names.toSorted()).toEqual(tables.toSorted())
    for (const name of tables)
      expect(readFileSync(join(folder, 'tables', `${name}.jsonl`), 'utf8')).not.toContain('it is theirs')
  })

  it('can be read back just unchanged', async () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({ format: 'millrace-workplace', version: 2, reference: 'leaving' })
    for (const { name, columns, rows } of manifest.tables as { name: string; columns: string[]; rows: number }[]) {
      const text = readFileSync(join(folder, 'tables', `${name}.jsonl`), 'utf8')
      const lines = text.split('\n').slice(0, -1)
      expect(lines).toHaveLength(rows)
      const own = columns.map((column) => `t."${column}"`).join(', ')
      const { rows: compared } = await admin.query(
        `with ours as (select ${own} from "${name}" t where workplace_id = $1),
           written as (select ${own} from unnest($2::text[]) line cross join lateral json_populate_record(null::"${name}", line::json) t)
         select (select count(*)::int from ours) as ours, (select count(*)::int from written) as written,
           (select count(*)::int from ours o where not exists (select from written w where to_jsonb(w) = to_jsonb(o))) as missing`,
        [workplaceId, lines],
      )
      expect([name, compared[0]]).toEqual([name, { ours: rows, written: rows, missing: 0 }])
      expect(rows).toBeGreaterThan(0)
    }
  })

  it('is for its owner only, and takes the place of no other file', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(run('export', 'leaving', '--file', file)).rejects.toThrow('Expected a new file')
    expect(readdirSync(folder).filter((name) => name.startsWith('export.tar.gz'))).toEqual(['export.tar.gz'])
  })

  it('has the files that are in S3-compatible storage, and is refused while that is away', async () => {
    const away = await createWorkplace(db, { reference: 'outside' })
    const id = '00000000-0000-7000-8000-000000000001'
    const content = Buffer.alloc(1_500_000, 'A plan ')
    const kept = await runtime.files.current.put({ workplaceId: away, id }, content)
    await db.withTransaction(systemActor(away, 'test'), async (tx) => {
      await kept.confirm(tx)
      await tx.commit([
        {
          name: 'test_keep',
          text: `insert into stored_file (workplace_id, id, name, type, size, kept_in, uploaded_at, uploaded_by)
            values ($1, $2, 'plan.txt', 'text/plain', $3, 's3', now(), 'ines')`,
          values: [away, id, content.length],
        },
      ])
    })
    const target = join(folder, 'outside.tar.gz')
    storage.way.cut()
    await expect(run('export', 'outside', '--file', target)).rejects.toThrow('the file storage does not answer')
    expect(readdirSync(folder).filter((name) => name.startsWith('outside'))).toEqual([])
    storage.way.restore()
    await run('export', 'outside', '--file', target)
    const unpacked = mkdtempSync(join(folder, 'unpacked-'))
    execFileSync('tar', ['--warning=no-timestamp', '-xzf', target, '-C', unpacked])
    expect(JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'))).toMatchObject({ files: 1 })
    expect(readFileSync(join(unpacked, 'files', id)).equals(content)).toBe(true)
  })

  it('leaves nothing half-done behind where the file cannot be written', async () => {
    const target = join(folder, 'not-a-folder')
    writeFileSync(target, '')
    await expect(run('export', 'leaving', '--file', join(target, 'x.tar.gz'))).rejects.toThrow('ENOTDIR')
  })
})

describe('delete', () => {
  it('takes a suspended workplace away with all that it has, and nothing else', async () => {
    const doomed = await createWorkplace(db, { reference: 'doomed' })
    const safe = await createWorkplace(db, { reference: 'safe' })
    const tables = await fillTables({ db, admin }, { workplaceId: doomed, marker: 'doomed' })
    await fillTables({ db, admin }, { workplaceId: safe, marker: 'safe' })
    const countRows = async (workplaceId: string) => {
      const counts: number[] = []
      for (const table of tables) {
        const { rows } = await admin.query(`select count(*)::int from "${table}" where workplace_id = $1`, [
          workplaceId,
        ])
        counts.push(rows[0].count)
      }
      return counts
    }
    const before = await countRows(safe)
    await expect(run('delete', 'doomed')).rejects.toThrow('Expected a suspended workplace')
    expect(await countRows(doomed)).not.toContain(0)
    await run('suspend', 'doomed')
    await run('delete', 'doomed')
    const left = await countRows(doomed)
    expect(tables.filter((_, index) => left[index] !== 0)).toEqual([])
    expect(await countRows(safe)).toEqual(before)
    await expect(run('resume', 'doomed')).rejects.toThrow('Expected a workplace with the reference “doomed”')
  })

  it('never takes the default one', async () => {
    await run('suspend', 'default')
    await expect(run('delete', 'default')).rejects.toThrow('Expected a workplace other than the default one')
    await run('resume', 'default')
  })
})

describe('import', () => {
  /** The rows of the workplace by table, without those that an import itself writes. */
  const sum = async () => {
    const client = await admin.connect()
    try {
      await beginRows(client, workplaceId, 'reads')
      const sums: Record<string, unknown> = {}
      for (const table of await listWorkplaceTables(client))
        if (table.name !== 'workplace' && !/^audit_(revision|entry|counter)$/.test(table.name))
          sums[table.name] = await sumRows(client, table, workplaceId)
      await client.query('commit')
      return sums
    } finally {
      client.release(true)
    }
  }
  const broken = join(folder, 'broken.tar.gz')
  /** The export with other bytes, of the same length. */
  const change = (from: string, to: string) => {
    const text = gunzipSync(readFileSync(file)).toString('latin1')
    expect(text.includes(from)).toBe(true)
    writeFileSync(broken, gzipSync(Buffer.from(text.replace(from, to), 'latin1')))
  }

  beforeAll(async () => {
    await run('suspend', 'leaving')
    rmSync(file)
    // A null of JSON is not one of SQL.
    await admin.query(`update variable set info = 'null' where workplace_id = $1`, [workplaceId])
    await run('export', 'leaving', '--file', file)
  })

  it('is refused while the workplace exists', async () => {
    await expect(run('import', file)).rejects.toThrow('“leaving” does')
  })

  it('restores all rows, and is refused when the file was changed or comes from elsewhere', async () => {
    const before = await sum()
    await run('delete', 'leaving')
    expect(Object.values(await sum())).not.toContainEqual(expect.objectContaining({ rows: 1 }))
    // Rows that are made up refer to nothing.
    const { rows: constraints } = await admin.query(
      `select conrelid::regclass::text as table, conname as name from pg_constraint
        where contype in ('c', 'f') and connamespace = 'public'::regnamespace and coninhcount = 0 and conparentid = 0`,
    )
    for (const { table, name } of constraints)
      await admin.query(`alter table ${table} drop constraint if exists "${name}"`)

    writeFileSync(broken, readFileSync(file).subarray(0, 2000))
    await expect(run('import', broken)).rejects.toThrow('cannot be read to its end')
    for (const [from, to] of [
      ['it is ours', 'it is mine'],
      ['"rows": 1\n', '"rows": 0\n'],
      ['"publicKey":"MCow', '"publicKey":"MCox'],
    ] as const) {
      change(from, to)
      await expect(run('import', broken)).rejects.toThrow('it was changed since. Nothing was imported.')
    }
    const whole = gunzipSync(readFileSync(file))
    const added = [tarHeader({ name: 'tables/x.jsonl', size: 0, modifiedAt: clock() }), tarEnd]
    writeFileSync(broken, gzipSync(Buffer.concat([whole.subarray(0, -tarEnd.length), ...added])))
    await expect(run('import', broken)).rejects.toThrow('it was changed since')
    await expect(run('import', join(folder, 'missing'))).rejects.toThrow('cannot be read to its end')

    const { rows: migrations } = await admin.query(
      'delete from migration where number = (select max(number) from migration) returning *',
    )
    await expect(run('import', file)).rejects.toThrow('a newer version of Millrace wrote it')
    await admin.query('insert into migration select * from json_populate_record(null::migration, $1)', [
      JSON.stringify(migrations[0]),
    ])
    await admin.query(
      `insert into migration (number, name, checksum) select max(number) + 1, 'later', 'x' from migration`,
    )
    await expect(run('import', file)).rejects.toThrow('an older version of Millrace wrote it')
    await admin.query(`delete from migration where name = 'later'`)

    const own = key
    key = createInstallationKey('the secret of another installation, long enough')
    await expect(run('import', file)).rejects.toThrow(`the installation “${own.fingerprint}” wrote it`)
    expect(await run('list')).not.toContain('leaving')
    expect(await run('import', file, '--key', own.fingerprint)).toContain('Imported the workplace leaving')
    key = own
    expect(await sum()).toEqual(before)
    expect(await run('list')).toMatch(/^leaving\t.*\tsuspended since/m)
  })
})

it.each([
  [[]],
  [['destroy', 'north']],
  [['create', 'a', 'b']],
  [['create']],
  [['list', '--all']],
  [['constructor', 'x']],
])('explains itself on %j', async (args) => {
  await expect(run(...args)).rejects.toThrow('Usage:')
})
