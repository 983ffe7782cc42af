import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { process as modelled } from '@millrace/bpmn/builder'
import { roles } from '@millrace/contract'
import { createApiToken, createTestApp, createUser } from '@millrace/server/testing'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createApp } from './app.ts'
import { createRuntime } from './app-context.ts'
import { runBackupMain, runRestoreMain } from './backup-main.ts'
import { pruneBackups } from './operations/backups/prune-backups.ts'
import { openBackup } from './operations/backups/read-manifest.ts'
import { restoreBackup } from './operations/backups/restore-backup.ts'
import { type BackupOptions, takeBackup } from './operations/backups/take-backup.ts'
import { openDatabase } from './platform/db/database.ts'
import { openSignals } from './platform/db/signals.ts'
import { migrate } from './platform/migrations/migrate.ts'
import { openInstallationSettings } from './platform/settings/installation-settings.ts'
import { multipart } from './runtime/testing/multipart.ts'
import { fillWorkplace } from './testing/fill-workplace.ts'

const server = await createTestApp()
const { app, db, admin, nearConnectionString, connectionString, workplaceId, signInAs, options } = server
const ada = await createUser(db, {
  workplaceId,
  username: 'ada',
  groups: ['camunda-admin', 'clerks'],
  roles,
})
const authorization = `Bearer ${await createApiToken(db, ada)}`
const folder = mkdtempSync(join(tmpdir(), 'millrace-backups-'))
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const opened: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of opened.reverse()) await close()
})

/** An empty database of the plain role, as `DATABASE_URL` names it. */
async function createEmpty(name: string) {
  const { url, adminUrl, near } = inject('postgres')
  const own = `restored_${name}_${process.pid}_${Date.now()}`
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: adminUrl + near })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await run(`create database ${own} owner millrace`)
  const there = new URL(url)
  there.pathname = `/${own}`
  const theirs = new URL(adminUrl)
  theirs.pathname = `/${own}`
  const pool = new pg.Pool({ connectionString: theirs.href + near, max: 2 })
  pool.on('error', () => {})
  opened.push(async () => {
    await pool.end()
    await run(`drop database ${own} with (force)`)
  })
  return { connectionString: there.href + near, plainUrl: there.href, admin: pool }
}

const take = (name: string, more: Partial<BackupOptions> = {}) =>
  takeBackup({
    database: { connectionString: nearConnectionString },
    files: options.files,
    folder: join(folder, name),
    secret: options.secret,
    timeZone: 'UTC',
    passphrase: null,
    version: '1.2.3',
    report: () => {},
    check: null,
    ...more,
  })
const restore = async (name: string, connection: string, passphrase: string | null = null) =>
  restoreBackup({
    database: { connectionString: connection },
    backup: await openBackup(join(folder, name), passphrase),
    keepObject: null,
    report: () => {},
  })

/** A digest of all rows of each table, for a superuser. */
async function digests(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    if (['server', 'backup_run', 'migration'].includes(name)) continue
    const { rows } = await pool.query(
      `select count(*) || ' ' || md5(string_agg(t::text, chr(10) order by t::text)) as d from "${name}" t`,
    )
    found[name] = rows[0].d
  }
  return found
}

/** What guards the tables: policies, triggers and constraints. */
async function guards(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `select 'trigger ' || tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text as text from pg_trigger where not tgisinternal
     union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
     union all select 'table ' || oid::regclass || ' ' || relrowsecurity || relforcerowsecurity from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
     order by text`,
  )
  return rows.map(({ text }) => text)
}

const client = await signInAs(ada)
await fillWorkplace({ app, authorization, client, marker: 'kept' })

async function serve(connection: string) {
  const other = openDatabase({ connectionString: connection })
  const signals = await openSignals({ database: { connectionString: connection } })
  const settings = await openInstallationSettings({ db: other, signals, secret: options.secret, fixed: {} })
  const own = { ...options, db: other, signals, settings }
  const served = await createApp(own, createRuntime(own))
  opened.push(async () => {
    await served.close()
    settings.close()
    await signals.close()
    await other.close()
  })
  return served
}

// What any backup will do for: to take one costs as much as the rest of a test.
await take('same')
const rowsOfSame = await digests(admin)

describe('a restored backup', () => {
  it('has the same rows in every table, the same guards, and nothing is left of the restore', async () => {
    const target = await createEmpty('same')
    await restore('same', target.connectionString)
    expect(await digests(target.admin)).toEqual(rowsOfSame)
    expect(await guards(target.admin)).toEqual(await guards(admin))
    expect(await migrate({ connectionString: target.connectionString })).toEqual([])
  })

  it('has everything that was acknowledged before its point, under load, and continues', async () => {
    const model = modelled('loaded').start().userTask('one').userTask('two').end().toXml()
    const files = multipart([{ name: 'loaded.bpmn', content: model }], { 'deployment-name': 'loaded' })
    await app.inject({
      method: 'POST',
      url: '/engine-rest/deployment/create',
      headers: { authorization, ...files.headers },
      payload: files.payload,
    })
    const post = async (on: typeof app, url: string, payload: object = {}) => {
      const response = await on.inject({
        method: 'POST',
        url: `/engine-rest${url}`,
        headers: { authorization },
        payload,
      })
      if (response.statusCode >= 300) throw new Error(response.body)
      return response.body === '' ? null : response.json()
    }
    const taskOf = async (on: typeof app, id: string) => {
      const answer = await on.inject({ url: `/engine-rest/task?processInstanceId=${id}`, headers: { authorization } })
      return answer.json()[0]
    }
    const acknowledged: string[] = []
    let isWorking = true
    const work = async () => {
      while (isWorking) {
        const { id } = await post(app, '/process-definition/key/loaded/start')
        await post(app, `/task/${(await taskOf(app, id)).id}/complete`)
        acknowledged.push(id)
      }
    }
    const working = [work(), work(), work()]
    await expect.poll(() => acknowledged.length).toBeGreaterThan(5)
    const before = [...acknowledged]
    await take('loaded')
    isWorking = false
    await Promise.all(working)
    expect(acknowledged.length).toBeGreaterThan(before.length)
    const target = await createEmpty('loaded')
    await restore('loaded', target.connectionString)
    const restored = await serve(target.connectionString)
    for (const id of before) {
      const task = await taskOf(restored, id)
      expect(task.taskDefinitionKey).toBe('two')
      await post(restored, `/task/${task.id}/complete`)
      expect(await taskOf(restored, id)).toBeUndefined()
    }
  })

  it('goes into an empty database only', async () => {
    await expect(restore('same', nearConnectionString)).rejects.toThrow(/Expected an empty database/)
  })

  it('is not started before it is complete, and is restored again after it was cut off', async () => {
    const target = await createEmpty('cut')
    const cut = restoreBackup({
      database: { connectionString: target.connectionString },
      backup: await openBackup(join(folder, 'same'), null),
      keepObject: null,
      report: ({ step, done }) => {
        if (step === 'tables' && done === 40)
          void admin.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'millrace' and datname like 'restored_cut%'`,
          )
      },
    })
    await expect(cut).rejects.toThrow()
    await expect(migrate({ connectionString: target.connectionString })).rejects.toThrow(/restore .* interrupted/)
    expect((await target.admin.query('select count(*)::int from app_user')).rows[0].count).toBe(0)
    await restore('same', target.connectionString)
    expect(await digests(target.admin)).toEqual(rowsOfSame)
  })
})

describe('a backup', () => {
  it('is not there when it was killed half-way', async () => {
    const holder = await admin.connect()
    await holder.query('begin; lock table task in access exclusive mode')
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../../scripts/backup.ts'), '--to', folder, '--name', 'killed', '--no-check'],
      {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: connectionString,
          MILLRACE_SECRET: options.secret,
          MILLRACE_DATA: join(folder, 'data'),
        },
      },
    )
    const ended = once(child, 'close')
    await expect.poll(() => existsSync(join(folder, 'killed.unfinished'))).toBe(true)
    child.kill('SIGKILL')
    await ended
    await holder.query('rollback')
    holder.release()
    expect(existsSync(join(folder, 'killed'))).toBe(false)
    await expect(openBackup(join(folder, 'killed.unfinished'), null)).rejects.toThrow(/Expected a complete backup/)
    // The next one of the same name takes its place.
    await take('killed')
    expect(existsSync(join(folder, 'killed.unfinished'))).toBe(false)
  })

  it('takes the place of one that was killed while it wrote whose it is', async () => {
    mkdirSync(join(folder, 'early.unfinished'))
    writeFileSync(join(folder, 'early.unfinished/installation'), '')
    await take('early')
    expect(existsSync(join(folder, 'early.unfinished'))).toBe(false)
  })

  it('leaves the unfinished folders of others alone', async () => {
    mkdirSync(join(folder, 'theirs.unfinished'))
    writeFileSync(join(folder, 'theirs.unfinished/installation'), 'another one')
    await expect(take('theirs')).rejects.toThrow(/Expected no theirs.unfinished/)
  })

  it('has no name before it is checked, is not counted when the check fails, and is removed a day later', async () => {
    const failing = take('damaged', { check: () => Promise.reject(new Error('the check failed')) })
    await expect(failing).rejects.toThrow('the check failed')
    expect(existsSync(join(folder, 'damaged'))).toBe(false)
    const { manifest } = await openBackup(join(folder, 'damaged.unfinished'), null)
    const names = () => readdirSync(folder)
    const before = names()
    expect(await pruneBackups(folder, manifest.installation, 1000, new Date())).toEqual([])
    expect(names()).toEqual(before)
    const later = new Date(Date.now() + 2 * 86_400_000)
    expect(await pruneBackups(folder, manifest.installation, 1000, later)).toEqual(['damaged.unfinished'])
  })

  it('leaves nothing when it fails, and overwrites nothing', async () => {
    await expect(
      take('failed', {
        report: ({ done }) => {
          if (done === 30) throw new Error('the disk is full')
        },
      }),
    ).rejects.toThrow('the disk is full')
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])
    await expect(take('same')).rejects.toThrow(/Nothing was overwritten/)
  })

  it('is refused when one byte has changed, before the database is touched', async () => {
    cpSync(join(folder, 'same'), join(folder, 'changed'), { recursive: true })
    const file = join(folder, 'changed/tables/app_user.copy.gz')
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(file, bytes)
    const target = await createEmpty('changed')
    await expect(restore('changed', target.connectionString)).rejects.toThrow(/app_user.copy.gz .* has changed/)
  })

  it('has the key only when it is encrypted, and nothing can be read without its passphrase', async () => {
    expect((await openBackup(join(folder, 'same'), null)).content.secret).toBeNull()
    await take('sealed', { passphrase: 'a long passphrase' })
    expect(readFileSync(join(folder, 'sealed/manifest.json'), 'utf8')).not.toContain('app_user')
    await expect(openBackup(join(folder, 'sealed'), null)).rejects.toThrow(/is encrypted/)
    await expect(openBackup(join(folder, 'sealed'), 'another passphrase')).rejects.toThrow(/does not fit/)
    expect((await openBackup(join(folder, 'sealed'), 'a long passphrase')).content.secret).toBe(options.secret)
    const target = await createEmpty('sealed')
    await restore('sealed', target.connectionString, 'a long passphrase')
    expect(await digests(target.admin)).toEqual(await digests(admin))
  })

  it('is the newest of as many as are kept', async () => {
    const { manifest } = await take('newest')
    const removed = await pruneBackups(folder, manifest.installation, 1, new Date())
    expect(removed).toContain('same')
    expect(removed).not.toContain('newest')
    expect(existsSync(join(folder, 'same'))).toBe(false)
    expect(existsSync(join(folder, 'theirs.unfinished'))).toBe(true)
  })
})

it('has the files of another store, which go into their rows where the target has none', async () => {
  const { rows } = await admin.query('select id, bytes from stored_file where bytes is not null limit 1')
  const { id, bytes } = rows[0]
  await admin.query(`update stored_file set bytes = null, kept_in = 's3' where id = $1`, [id])
  const outside = {
    ...options.files.current,
    async *read() {
      yield bytes
    },
  }
  const taken = await take('outside', { files: { ...options.files, of: () => outside } })
  expect(taken.content.objects).toMatchObject([{ workplaceId, id, bytes: bytes.length }])
  const target = await createEmpty('outside')
  await restore('outside', target.connectionString)
  const restored = await target.admin.query('select kept_in, bytes from stored_file where id = $1', [id])
  expect(restored.rows).toEqual([{ kept_in: 'database', bytes }])
  await admin.query(`update stored_file set bytes = $2, kept_in = 'database' where id = $1`, [id, bytes])
})

describe('the commands', () => {
  const run = async (main: typeof runBackupMain, args: string[], env: Record<string, string>) => {
    const lines: string[] = []
    const code = await main(args, { print: (line) => lines.push(line), env, now: () => new Date() })
    return { code, text: lines.join('\n') }
  }
  const data = (name: string) => ({ MILLRACE_DATA: join(folder, name) })

  it('say beforehand that the key is missing, write, check, and are on the dashboard', async () => {
    const env = { DATABASE_URL: connectionString, ...data('data') }
    const missing = await run(runBackupMain, ['--to', folder, '--name', 'told'], env)
    expect(missing).toMatchObject({ code: 1, text: expect.stringMatching(/key of the installation .* is missing/) })
    expect(existsSync(join(folder, 'told'))).toBe(false)
    // A check that was killed has left its copy of the database.
    const left = join(folder, 'data/check-999999999')
    mkdirSync(left, { recursive: true })
    const done = await run(runBackupMain, ['--to', folder, '--name', 'told'], {
      ...env,
      MILLRACE_SECRET: options.secret,
    })
    expect(done.text).toMatch(/does not contain the key[\s\S]*\nChecked: all \d+ rows[\s\S]*\nSaved \d+ rows/)
    expect(done.code).toBe(0)
    expect(existsSync(left)).toBe(false)
    const { rows } = await admin.query('select place, is_checked, is_encrypted from backup_run')
    expect(rows).toEqual([{ place: expect.stringMatching(/told$/), is_checked: true, is_encrypted: false }])
  })

  it('change nothing in the data folder when the restore is refused', async () => {
    const passphrase = join(folder, 'passphrase')
    writeFileSync(passphrase, 'a long passphrase')
    await take('berlin', { timeZone: 'Europe/Berlin', passphrase: 'a long passphrase' })
    const args = [join(folder, 'berlin'), '--passphrase-file', passphrase]
    const env = { DATABASE_URL: connectionString, ...data('refused') }
    const zone = await run(runRestoreMain, args, { ...env, MILLRACE_TIME_ZONE: 'Asia/Kathmandu' })
    expect(zone).toMatchObject({ code: 1, text: expect.stringMatching(/Nothing was changed. Set MILLRACE_TIME_ZONE/) })
    const full = await run(runRestoreMain, args, env)
    expect(full).toMatchObject({ code: 1, text: expect.stringMatching(/Expected an empty database/) })
    expect(readdirSync(join(folder, 'refused'))).toEqual([])
  })

  it.each(['x.unfinished', '../x', '', 'a'.repeat(101)])('refuse the name “%s” of a backup', async (name) => {
    const env = { DATABASE_URL: connectionString, MILLRACE_SECRET: options.secret, ...data('named') }
    const { code, text } = await run(runBackupMain, ['--to', folder, `--name=${name}`, '--no-check'], env)
    expect([code, text]).toEqual([1, expect.stringContaining('Expected --name')])
  })

  it('restore with the key of the backup only', async () => {
    const target = await createEmpty('keyed')
    const env = { DATABASE_URL: target.plainUrl, ...data('keyed') }
    const missing = await run(runRestoreMain, [join(folder, 'told')], env)
    expect(missing).toMatchObject({ code: 1, text: expect.stringMatching(/not here either. Nothing was changed/) })
    const wrong = await run(runRestoreMain, [join(folder, 'told')], { ...env, MILLRACE_SECRET: 'x'.repeat(40) })
    expect(wrong).toMatchObject({ code: 1, text: expect.stringMatching(/it is another one/) })
    const right = await run(runRestoreMain, [join(folder, 'told')], { ...env, MILLRACE_SECRET: options.secret })
    expect(right).toMatchObject({ code: 0, text: expect.stringMatching(/Restored \d+ rows/) })
    expect(await digests(target.admin)).toEqual(await digests(admin))
  })
})
