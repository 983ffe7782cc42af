import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { InstallationKey } from '../../platform/auth/installation-key.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { FileStores } from '../../platform/files/file-store.ts'
import { createExportDigest, type ExportDigest, sealName } from './export-seal.ts'
import { clearWorkplace } from './moving/clear-workplace.ts'
import { type HeldWorkplace, holdWorkplace } from './moving/hold-workplace.ts'
import { announce, close, endMove, open, startMove } from './moving/move-state.ts'
import { beginRows, writeRows } from './moving/moved-rows.ts'
import { type PlatformAdministrator, platformActor } from './policy.ts'
import { readLines } from './read-lines.ts'
import { BadTar, type TarEntry } from './read-tar.ts'
import { findSchema } from './schema-version.ts'
import {
  type ReadManifest,
  readDescription,
  readingExport,
  readText,
  takeEntry,
  type VerifiedExport,
  verifyExport,
} from './verify-export.ts'
import { findHome, type Homes } from './workplace-home.ts'
import { listWorkplaceTables, type WorkplaceTable } from './workplace-tables.ts'
import { listWorkplaces } from './workplaces.ts'

/** A file of `exportWorkplace` to import. */
export interface WorkplaceImport {
  readonly file: string
  /** The database in which the workplace is to live; null: the first one. */
  readonly database: string | null
  /** The key of this installation. */
  readonly key: InstallationKey
  /** The fingerprint of another installation whose exports are accepted; null: none. */
  readonly trusted: string | null
}

/** What was imported. */
export interface Imported {
  readonly reference: string
  readonly rows: number
  readonly files: number
}

export interface ImportHomes extends Homes {
  /** Returns the stores of the files of workplaces in one database. */
  readonly storesOf: (db: Database) => FileStores
}

/**
 * Imports a workplace, with its ids and its reference, from a file of `exportWorkplace`. The file is read twice: its
 * signature is checked before anything is written. The workplace is closed until all of it is there. An interrupted import
 * is repeated by the same call, which starts again.
 *
 * @returns a refusal when the file is none, was changed, comes from another version, or its workplace exists here. Nothing
 *   is left then.
 */
export async function importWorkplace(
  homes: ImportHomes,
  by: PlatformAdministrator,
  { file, database, key, trusted }: WorkplaceImport,
): Promise<Imported | Refusal> {
  const home = findHome(homes, database)
  if (home instanceof Refusal) return home
  const verified = await verifyExport(file, { key, trusted })
  if (verified instanceof Refusal) return verified
  const tables = await findTables(home, verified.manifest)
  if (tables instanceof Refusal) return tables
  return readingExport(file, async (given) => {
    const digest = createExportDigest()
    const entries = digested(given, digest)
    await readText(await takeEntry(entries, 'manifest.json'))
    const row = readDescription(rowShape, await readText(await takeEntry(entries, 'tables/workplace.jsonl')))
    if (row instanceof Refusal) return row
    const importing: Importing = {
      homes,
      by,
      home,
      database,
      tables,
      verified,
      row,
      entries,
      digest,
      stored: new Set(),
    }
    return holdWorkplace({ db: homes.db, workplaceId: row.workplace_id, cause: by.cause }, (held) =>
      receive(importing, held),
    )
  })
}

interface Importing {
  readonly homes: ImportHomes
  readonly by: PlatformAdministrator
  readonly home: Database
  readonly database: string | null
  readonly tables: readonly WorkplaceTable[]
  readonly verified: VerifiedExport
  readonly row: EntryRow
  readonly entries: AsyncGenerator<TarEntry>
  readonly digest: ExportDigest
  /** Ids of files whose contents this import has stored. */
  readonly stored: Set<string>
}

async function receive(importing: Importing, held: HeldWorkplace): Promise<Imported | Refusal> {
  const { by, home, database, verified, row, digest } = importing
  const { workplace_id: id, reference } = row
  const refusal = (await refuseRemovals(importing)) ?? (await startOrContinue(importing, held))
  if (refusal !== null) return refusal
  const keepsEntry = database === null
  const opening = [open(id), suspendAsBefore(row)]
  const end = () => held.change((tx) => tx.batch([...opening, endMove(id), announce]))
  // An earlier command completed it there, and ended before the directory knew: its jobs run already.
  if (!keepsEntry && (await isOpenAtHome(home, id))) {
    await end()
    const { tables, files } = verified.manifest
    return { reference, rows: tables.reduce((sum, table) => sum + table.rows, 0), files }
  }
  try {
    await addHomeRow(importing)
    await clearWorkplace(home, held, { keepsEntry: true })
    const rows = await receiveTables(importing, held)
    const files = await receiveFiles(importing)
    if (digest.end() !== verified.digest)
      throw new BadTar('Expected the file to be the same until its end, but it was changed meanwhile.')
    await held.check()
    if (!keepsEntry) await home.withPlatformTransaction(by.cause, (tx) => tx.batch(opening))
    await end()
    return { reference, rows: rows + 1, files }
  } catch (error) {
    await forget(importing, held).catch(() => {})
    throw error
  }
}

/**
 * Refused while another database still has to remove contents of files of this workplace, which has lived there: it
 * would remove those of the import, which have the same names.
 */
async function refuseRemovals({ homes, home, row }: Importing): Promise<Refusal | null> {
  for (const name of [null, ...(homes.cells ?? []).map((cell) => cell.name)]) {
    const other = findHome(homes, name)
    if (other instanceof Refusal) return other
    if (other === home) continue
    const [rows] = await other.readPlatform((tx) =>
      tx.batch([
        {
          name: 'import_removals',
          text: 'select 1 from object_removal where object_key like $1 limit 1',
          values: [`${row.workplace_id}/%`],
        },
      ]),
    )
    if ((rows ?? []).length > 0)
      return refuse(
        'workplace.in-use',
        'Expected the files of the deleted workplace to be removed, but the server has not removed all of them yet. Import again in some minutes.',
      )
  }
  return null
}

/** Adds the entry of the directory, closed, unless an interrupted import of the same workplace has. */
async function startOrContinue(
  { homes: { db }, by: { cause }, row, database }: Importing,
  held: HeldWorkplace,
): Promise<Refusal | null> {
  const known = (await listWorkplaces(db)).filter(
    ({ id, reference }) => id === row.workplace_id || reference.toLowerCase() === row.reference.toLowerCase(),
  )
  const [found] = known
  if (found !== undefined) {
    const move = found.id === row.workplace_id && known.length === 1 ? await held.take() : null
    if (move?.step === 'importing' && move.target === database) return null
    return refuse(
      'thing.exists',
      `Expected a workplace that does not exist here, but “${found.reference}” does. Delete it first, or import into another installation.`,
    )
  }
  await db.withPlatformTransaction(cause, async (tx) => {
    await tx.query(kysely.insertInto('workplace').values({ ...row, suspended_at: shut(row), cell: database }))
    await startMove(tx, held, { source: null, target: database, step: 'importing' })
  })
  return null
}

/** Adds the closed row of the workplace in its database, where that is not the first. */
async function addHomeRow({ home, by, database, row }: Importing): Promise<void> {
  if (database === null) return
  await home.withPlatformTransaction(by.cause, async (tx) => {
    await tx.query(
      kysely
        .insertInto('workplace')
        .values({ ...row, suspended_at: shut(row) })
        .onConflict((conflict) => conflict.column('workplace_id').doNothing()),
    )
    await tx.batch([close(row.workplace_id)])
  })
}

async function receiveTables(
  { home, tables, verified: { manifest }, row: { workplace_id: workplaceId }, entries }: Importing,
  held: HeldWorkplace,
): Promise<number> {
  const client = await home.pool.connect()
  let total = 0
  try {
    for (const { name, columns, rows } of manifest.tables) {
      if (name === 'workplace') continue
      const table = tables.find((known) => known.name === name)
      const entry = await takeEntry(entries, `tables/${name}.jsonl`)
      if (table === undefined) continue
      await held.check()
      await beginRows(client, workplaceId, 'moves')
      const portions = readLines(entry.chunks)
      const written = await writeRows(client, table, { workplaceId, columns, format: 'json', portions })
      if (written !== rows) throw new BadTar(`Expected ${rows} rows of ${name}, but the file has ${written}.`)
      await client.query('commit')
      total += written
    }
    return total
  } finally {
    // A transaction that is still open goes with its connection.
    client.release(true)
  }
}

/** Stores contents that were outside of the database where new files are stored. One is in memory at a time. */
async function receiveFiles(importing: Importing): Promise<number> {
  const { homes, by, home, verified, row, entries } = importing
  const { workplace_id: workplaceId } = row
  const { current } = homes.storesOf(home)
  let count = 0
  for await (const { name, chunks } of entries) {
    if (name === sealName) break
    const [, id] = /^files\/([0-9a-f-]{36})$/.exec(name) ?? []
    if (id === undefined) throw new BadTar('Expected the content of a file.')
    const kept = await current.put({ workplaceId, id }, await buffer(chunks))
    await home.withTransaction(platformActor(by, workplaceId), async (tx) => {
      await kept.confirm(tx)
      await tx.batch([{ name: 'move_rest', text: `select set_config('app.moves', 'on', true)`, values: [] }])
      await tx.query(
        kysely
          .updateTable('stored_file')
          .set({ kept_in: current.name, bytes: kept.bytes })
          .where('workplace_id', '=', workplaceId)
          .where('id', '=', id),
      )
    })
    importing.stored.add(id)
    count++
  }
  if (count !== verified.manifest.files)
    throw new BadTar(`Expected ${verified.manifest.files} files, but there are ${count}.`)
  return count
}

/** Returns whether the workplace is there in its database, and not closed as it is until an import is complete. */
async function isOpenAtHome(home: Database, id: string): Promise<boolean> {
  const text = 'select 1 from workplace where workplace_id = $1 and moving_at is null'
  const [rows] = await home.readPlatform((tx) => tx.batch([{ name: 'import_is_open', text, values: [id] }]))
  return (rows ?? []).length > 0
}

/** Suspended until all is there: nobody signs in, and no job runs, in an installation with one database either. */
function shut({ suspended_at: before }: EntryRow): string {
  return before ?? new Date().toISOString()
}

function suspendAsBefore({ workplace_id: id, suspended_at: before }: EntryRow): Statement {
  return {
    name: 'import_suspend_as_before',
    text: 'update workplace set suspended_at = $2 where workplace_id = $1',
    values: [id, before],
  }
}

/** Removes what an import has left that cannot be completed. */
async function forget({ home, database, row, stored }: Importing, held: HeldWorkplace): Promise<void> {
  const { workplace_id: id } = row
  await removeObjects(home, id, [...stored])
  await clearWorkplace(home, held, { keepsEntry: database === null })
  await held.change(async (tx) => {
    await tx.query(kysely.deleteFrom('workplace').where('workplace_id', '=', id))
    await tx.batch([endMove(id)])
  })
}

/** Plans the removal of contents outside of the database, which no trigger does while rows are moved. */
async function removeObjects(home: Database, workplaceId: string, ids: readonly string[]): Promise<void> {
  const client = await home.pool.connect()
  try {
    await beginRows(client, workplaceId, 'moves')
    await client.query(
      `insert into object_removal (object_key, due_at)
        select workplace_id || '/' || id, now() from stored_file where workplace_id = $1 and kept_in = 's3' and id = any($2::uuid[])
        on conflict (object_key) do update set due_at = excluded.due_at`,
      [workplaceId, ids],
    )
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

const rowShape = z.object({
  workplace_id: z.uuid(),
  reference: z.string(),
  name: z.string(),
  suspended_at: z.string().nullable(),
  created_at: z.string(),
  exported_at: z.string().nullable(),
})
type EntryRow = z.infer<typeof rowShape>

/** Adds all files that are read to the digest, except the seal. */
async function* digested(entries: AsyncGenerator<TarEntry>, digest: ExportDigest): AsyncGenerator<TarEntry> {
  for await (const { name, size, chunks } of entries) {
    if (name !== sealName) digest.begin(name, size)
    const read = async function* () {
      for await (const chunk of chunks) {
        if (name !== sealName) digest.add(chunk)
        yield chunk
      }
    }
    yield { name, size, chunks: read() }
  }
}

/** Finds the tables of the database. Refused when the export has another schema: nobody would migrate its rows. */
async function findTables(home: Database, { schema, tables }: ReadManifest): Promise<WorkplaceTable[] | Refusal> {
  const client = await home.pool.connect()
  try {
    const own = await findSchema(client)
    if (BigInt(schema) > BigInt(own))
      return refuse(
        'request.invalid',
        'Expected an export of this version, but a newer version of Millrace wrote it. Update this installation first.',
      )
    if (schema !== own)
      return refuse(
        'request.invalid',
        'Expected an export of this version, but an older version of Millrace wrote it. Import it with that version, update that installation, and export it again.',
      )
    const known = await listWorkplaceTables(client)
    const isKnown = ({ name, columns }: { readonly name: string; readonly columns: readonly string[] }) => {
      const table = known.find((one) => one.name === name)
      return table !== undefined && columns.every((column) => table.columns.includes(column))
    }
    const unknown = tables.find((table) => !isKnown(table))
    if (unknown === undefined) return known
    return refuse(
      'request.invalid',
      `Expected an export of this version, but its table ${unknown.name} or a column of it is unknown here.`,
    )
  } finally {
    client.release()
  }
}
