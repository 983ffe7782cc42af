import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { roles } from '@millrace/contract'
import { createApiToken, createFakeClock, createTestApp, createUser, zip } from '@millrace/server/testing'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createApp } from './app.ts'
import { createRuntime } from './app-context.ts'
import { openBackup } from './operations/backups/read-manifest.ts'
import { restoreBackup } from './operations/backups/restore-backup.ts'
import { takeBackup } from './operations/backups/take-backup.ts'
import { withZip } from './platform/archives/with-zip.ts'
import { openDatabase } from './platform/db/database.ts'
import { openSignals } from './platform/db/signals.ts'
import { migrate } from './platform/migrations/migrate.ts'
import { openInstallationSettings } from './platform/settings/installation-settings.ts'
import { goOn, type Installation, type Outcome, startInstances } from './testing/upgrades/go-on.ts'

/**
 * Backups of earlier versions with live instances, and what became of these there: `VERSION.zip` with the files of a
 * backup and `outcome.json`. `npm run upgrade-fixture -- VERSION` makes one of the version at hand.
 */
const fixtures = join(import.meta.dirname, 'testing/upgrades/fixtures')
const made = process.env.MILLRACE_UPGRADE_FIXTURE
const names = readdirSync(fixtures).filter((name) => name.endsWith('.zip'))

const { db, runtime, app, clock, workplaceId, nearConnectionString, options } = await createTestApp()
const ada = await createUser(db, { workplaceId, username: 'ada', groups: ['camunda-admin', 'clerks'], roles })
const authorization = `Bearer ${await createApiToken(db, ada)}`
const room = mkdtempSync(join(tmpdir(), 'millrace-upgrades-'))
const opened: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of opened.reverse()) await close()
  rmSync(room, { recursive: true, force: true })
})

describe('an installation of an earlier version', { timeout: 240_000 }, () => {
  const make = async () => {
    const here = { app, runtime, clock, authorization }
    await startInstances(here)
    const folder = join(room, 'made')
    const { secret } = options
    const rest = { passphrase: null, check: null, report: () => {} }
    const database = { connectionString: nearConnectionString }
    await takeBackup({ database, files: options.files, folder, secret, timeZone: 'UTC', version: `${made}`, ...rest })
    const now = clock()
    const files = Object.fromEntries(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path.slice(folder.length + 1), readFileSync(path)]),
    )
    const kept = { now, authorization, secret, outcome: await goOn(here) }
    writeFileSync(join(fixtures, `${made}.zip`), zip({ ...files, 'outcome.json': JSON.stringify(kept, null, 1) }))
  }
  if (made !== undefined) it('is kept with what becomes of its instances', make)

  it.each(names)('is upgraded from %s, and its instances continue as they did there', async (name) => {
    const folder = join(room, name)
    await unpack(readFileSync(join(fixtures, name)), folder)
    const kept = JSON.parse(readFileSync(join(folder, 'outcome.json'), 'utf8')) as Kept
    const { connectionString } = await createEmpty(name)
    const database = { connectionString }
    const backup = await openBackup(folder, null)
    await restoreBackup({ database, backup, keepObject: null, report: () => {} })
    await migrate(database)
    expect(await goOn(await serve(connectionString, kept))).toEqual(kept.outcome)
  })
})

interface Kept {
  readonly now: string
  readonly authorization: string
  readonly secret: string
  readonly outcome: Outcome
}

async function unpack(bytes: Buffer, folder: string): Promise<void> {
  await withZip(bytes, { entries: 2000, bytes: 100 * 1024 * 1024 }, async ({ names: paths, read }) => {
    for (const path of paths) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), (await read(path)) ?? '')
    }
  })
}

/** An empty database of the plain role. */
async function createEmpty(name: string): Promise<{ connectionString: string }> {
  const { url, adminUrl, near } = inject('postgres')
  const own = `upgraded_${name.replaceAll(/\W/g, '_')}_${process.pid}`
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: adminUrl + near })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await run(`create database ${own} owner millrace`)
  opened.push(() => run(`drop database ${own} with (force)`))
  const there = new URL(url)
  there.pathname = `/${own}`
  return { connectionString: there.href + near }
}

/** This version on another database, with the key, the token and the time of that installation. */
async function serve(connectionString: string, kept: Kept): Promise<Installation> {
  const other = openDatabase({ connectionString })
  const signals = await openSignals({ database: { connectionString } })
  const settings = await openInstallationSettings({ db: other, signals, secret: kept.secret, fixed: {} })
  const time = createFakeClock(kept.now)
  const own = { ...options, db: other, signals, settings, secret: kept.secret, clock: time }
  const started = createRuntime(own)
  const served = await createApp(own, started)
  opened.push(async () => {
    await served.close()
    settings.close()
    await signals.close()
    await other.close()
  })
  return { app: served, runtime: started, clock: time, authorization: kept.authorization }
}
