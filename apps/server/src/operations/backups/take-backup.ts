import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type CheckedDatabase, connectAlone } from '../../platform/db/connect.ts'
import { backupLock } from '../../platform/files/backup-lock.ts'
import type { FileStores, StoreName } from '../../platform/files/file-store.ts'
import { StartFailure } from '../../platform/start-failure.ts'
import { listWorkplaceTables } from '../workplaces/workplace-tables.ts'
import { createBackupCipher } from './backup-cipher.ts'
import {
  type BackupContent,
  type BackupManifest,
  fingerprintOf,
  manifestName,
  unfinishedEnd,
} from './backup-manifest.ts'
import { writePart } from './backup-parts.ts'
import { isUnfinishedOf, ownerName } from './unfinished-backup.ts'

export interface BackupOptions {
  readonly database: CheckedDatabase
  readonly files: FileStores
  /** The folder of the complete backup. It must not exist. */
  readonly folder: string
  /** The key for secrets at rest. It is part of an encrypted backup only. */
  readonly secret: string
  readonly timeZone: string
  /** Null: the backup is not encrypted. */
  readonly passphrase: string | null
  readonly version: string
  readonly report: (progress: BackupProgress) => void
  /** Checks the written backup before it gets its name; null: nothing checks it. */
  readonly check: ((folder: string) => Promise<void>) | null
}

export interface BackupProgress {
  readonly step: 'tables' | 'files'
  readonly done: number
  readonly all: number
}

export interface TakenBackup {
  readonly manifest: BackupManifest
  readonly content: BackupContent
  /** Bytes on the disk. */
  readonly size: number
  readonly rows: number
}

/** Rows of maintenance and of the platform's audit belong to no workplace. */
const nowhere = '00000000-0000-0000-0000-000000000000'
/** Tables that a restored installation must not have, such as the list of running servers. */
const left: ReadonlySet<string> = new Set(['migration', 'server', 'unfinished_restore'])

/**
 * Writes all data of an installation into a folder, while users work: all tables in one snapshot, and the contents of
 * files outside of the database. The folder gets its name when the backup is complete and checked. A backup that fails
 * its check stays under the name of an unfinished backup.
 *
 * @throws StartFailure when another backup runs, or something of that name exists.
 */
export async function takeBackup(options: BackupOptions): Promise<TakenBackup> {
  const { folder } = options
  const unfinished = `${folder}${unfinishedEnd}`
  await mkdir(dirname(folder), { recursive: true })
  await refuseExisting(folder)
  const client = await connectAlone(options.database)
  try {
    await lockRemovals(client)
    const taken = await writeBackup(client, unfinished, options)
    await options.check?.(unfinished)
    await refuseExisting(folder)
    await rename(unfinished, folder)
    return taken
  } finally {
    // The locks and an open transaction go with the connection.
    await client.end()
  }
}

async function writeBackup(client: pg.Client, unfinished: string, options: BackupOptions): Promise<TakenBackup> {
  const { passphrase, secret } = options
  let isOwn = false
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('begin isolation level repeatable read read only')
    const cipher = passphrase === null ? null : createBackupCipher(passphrase)
    const about = await readAbout(client)
    await makeUnfinished(unfinished, about.installation)
    isOwn = true
    const tables = await listTables(client)
    const names = tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')
    await client.query(`lock table ${names} in access share mode`)
    const content: BackupContent = {
      program: options.version,
      migrations: about.migrations,
      months: about.months,
      tables: [],
      objects: [],
      timeZone: options.timeZone,
      secret: cipher === null ? null : secret,
      keyFingerprint: fingerprintOf(secret),
    }
    for (const [index, table] of tables.entries()) {
      options.report({ step: 'tables', done: index, all: tables.length })
      let rows = 0
      const pieces = async function* () {
        for await (const chunk of copyRows(client, table, about.places)) {
          rows += countLines(chunk)
          yield chunk
        }
      }
      const part = await writePart(unfinished, `tables/${table.name}.copy.gz`, pieces(), cipher)
      content.tables.push({ ...part, ...{ name: table.name, columns: [...table.columns], rows } })
    }
    const outside = await listOutside(client, about.places)
    for (const [index, { workplaceId, id, size, keptIn }] of outside.entries()) {
      options.report({ step: 'files', done: index, all: outside.length })
      const pieces = options.files.of(keptIn).read({ workplaceId, id }, 0, size)
      const part = await writePart(unfinished, `objects/${workplaceId}/${id}.gz`, pieces, cipher)
      content.objects.push({ ...part, ...{ workplaceId, id, bytes: size } })
    }
    await client.query('commit')
    const manifest: BackupManifest = {
      ...{ format: 'millrace-backup', version: 1, takenAt: about.at, installation: about.installation },
      encryption: cipher === null ? null : { kdf: 'scrypt', salt: cipher.salt },
      content: cipher === null ? content : cipher.seal(JSON.stringify(content)),
    }
    await writeLast(join(unfinished, manifestName), JSON.stringify(manifest))
    const size = [...content.tables, ...content.objects].reduce((sum, part) => sum + part.size, 0)
    return { manifest, content, size, rows: content.tables.reduce((sum, { rows }) => sum + rows, 0) }
  } catch (error) {
    if (isOwn) await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** Makes the folder of an unfinished backup in place of one that was interrupted: the lock says that no other runs. */
async function makeUnfinished(unfinished: string, installation: string): Promise<void> {
  if (await isUnfinishedOf(unfinished, installation)) await rm(unfinished, { recursive: true })
  await refuseExisting(unfinished)
  await mkdir(unfinished, { mode: 0o700 })
  await writeFile(join(unfinished, ownerName), installation, { mode: 0o600 })
}

async function refuseExisting(folder: string): Promise<void> {
  const there = await open(folder).catch(() => null)
  if (there === null) return
  await there.close()
  throw new StartFailure(
    `Expected no ${basename(folder)} in ${dirname(folder)}, but it exists. Nothing was overwritten. Choose another name.`,
  )
}

async function lockRemovals(client: pg.Client): Promise<void> {
  // Somebody who removes an object at this moment holds it for milliseconds.
  await client.query(`set lock_timeout = '10s'`)
  try {
    await client.query('select pg_advisory_lock($1)', [backupLock])
  } catch {
    throw new StartFailure(
      'Expected no other backup at the same time, but one is running. Try again when it has ended.',
    )
  }
  await client.query('set lock_timeout = 0')
}

async function readAbout(client: pg.Client) {
  await client.query(`select set_config('app.platform', 'on', true)`)
  const { rows: migrations } = await client.query<{ number: string; name: string; checksum: string }>(
    'select number, name, checksum from migration order by number',
  )
  const { rows: workplaces } = await client.query<{ id: string; isDefault: boolean }>(
    'select workplace_id as id, is_default as "isDefault" from workplace order by workplace_id',
  )
  const { rows: months } = await client.query<{ month: string }>(
    `select distinct to_char(to_date(right(c.relname, 7), 'YYYY_MM'), 'YYYY-MM-DD') as month from pg_class c
      where c.relispartition and c.relname ~ '_\\d{4}_\\d{2}$' and c.relnamespace = current_schema()::regnamespace order by month`,
  )
  const { rows: times } = await client.query<{ at: Date }>('select clock_timestamp() as at')
  await client.query(`select set_config('app.platform', '', true)`)
  return {
    migrations: migrations.map((migration) => ({ ...migration, number: Number(migration.number) })),
    months: months.map(({ month }) => month),
    places: [...workplaces.map(({ id }) => id), nowhere],
    installation: workplaces.find(({ isDefault }) => isDefault)?.id ?? (await readCell(client)) ?? nowhere,
    at: (times[0]?.at ?? new Date()).toISOString(),
  }
}

/** Only the first of several databases has the default workplace: others are distinguished by their names. */
async function readCell(client: pg.Client): Promise<string | null> {
  const { rows: tables } = await client.query<{ isThere: boolean }>(
    `select to_regclass('cell_identity') is not null as "isThere"`,
  )
  // A database that an older version has migrated.
  if (tables[0]?.isThere !== true) return null
  const { rows } = await client.query<{ cell: string }>(
    `select installation || '/' || name as cell from cell_identity where name is not null`,
  )
  return rows[0]?.cell ?? null
}

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly isOfWorkplaces: boolean
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const ofWorkplaces = (await listWorkplaceTables(client)).map((table) => ({ ...table, isOfWorkplaces: true }))
  const { rows: others } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
      from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
        and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workplace_id' and not a.attisdropped) order by c.relname`,
  )
  return [...ofWorkplaces, ...others.map((table) => ({ ...table, isOfWorkplaces: false }))].filter(
    ({ name }) => !left.has(name),
  )
}

/** Row-level security holds for the owner too, so each workplace is read by itself. */
async function* copyRows(
  client: pg.Client,
  { name, columns, isOfWorkplaces }: Table,
  places: readonly string[],
): AsyncGenerator<Buffer> {
  const what = `select ${columns.map((column) => client.escapeIdentifier(column)).join(', ')} from ${client.escapeIdentifier(name)}`
  if (!isOfWorkplaces) {
    await client.query(`select set_config('app.platform', 'on', true)`)
    yield* client.query(copyTo(`copy (${what}) to stdout`))
    await client.query(`select set_config('app.platform', '', true)`)
    return
  }
  for (const place of places) {
    await client.query(`select set_config('app.workplace', $1, true)`, [place])
    const where = `workplace_id = ${client.escapeLiteral(place)}::uuid`
    yield* client.query(copyTo(`copy (${what} where ${where}) to stdout`))
  }
}

/** In the text format of COPY each row is one line. */
function countLines(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++
  return lines
}

interface OutsideFile {
  readonly workplaceId: string
  readonly id: string
  readonly size: number
  readonly keptIn: StoreName
}

async function listOutside(client: pg.Client, places: readonly string[]): Promise<OutsideFile[]> {
  const found: OutsideFile[] = []
  for (const workplaceId of places) {
    await client.query(`select set_config('app.workplace', $1, true)`, [workplaceId])
    const { rows } = await client.query<Omit<OutsideFile, 'workplaceId'>>(
      `select id, size::int as size, kept_in as "keptIn" from stored_file where workplace_id = $1 and bytes is null order by id`,
      [workplaceId],
    )
    found.push(...rows.map((row) => ({ ...row, workplaceId })))
  }
  return found
}

/** On the disk before the folder gets its name. */
async function writeLast(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
