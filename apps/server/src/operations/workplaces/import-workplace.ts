import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { FileStores } from '../../platform/files/file-store.ts'
import { clearWorkplace } from './moving/clear-workplace.ts'
import { holdMove } from './moving/hold-move.ts'
import { announce, close, endMove, findMove, open, startMove } from './moving/move-state.ts'
import { beginRows, writeRows } from './moving/moved-rows.ts'
import { type PlatformAdministrator, platformActor } from './policy.ts'
import { readLines } from './read-lines.ts'
import { BadTar, readTar, type TarEntry } from './read-tar.ts'
import { findHome, type Homes } from './workplace-home.ts'
import { listWorkplaceTables, type WorkplaceTable } from './workplace-tables.ts'
import { listWorkplaces } from './workplaces.ts'

/** A file of `exportWorkplace` to import. */
export interface WorkplaceImport {
  readonly file: string
  /** The database in which the workplace is to live; null: the first one. */
  readonly database: string | null
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
 * Imports a workplace, with its ids and its reference, from a file of `exportWorkplace`. It is closed until all of it is
 * there. An interrupted import is repeated by the same call, which starts again.
 *
 * @returns a refusal when the file is none, comes from a newer version, or its workplace exists here. Nothing is left then.
 */
export async function importWorkplace(
  homes: ImportHomes,
  by: PlatformAdministrator,
  { file, database }: WorkplaceImport,
): Promise<Imported | Refusal> {
  const home = findHome(homes, database)
  if (home instanceof Refusal) return home
  const source = createReadStream(file)
  const unpacked = source.pipe(createGunzip())
  source.on('error', (error) => unpacked.destroy(error))
  try {
    const entries = readTar(unpacked)
    const manifest = await readManifest(await takeEntry(entries, 'manifest.json'))
    if (manifest instanceof Refusal) return manifest
    const client = await home.pool.connect()
    const tables = await listWorkplaceTables(client).finally(() => client.release())
    const unknown = findUnknown(manifest, tables)
    if (unknown !== null)
      return refuse(
        'request.invalid',
        `Expected a file of this version or an older one, but it has ${unknown}, which is unknown here.`,
      )
    const row = await readEntryRow(await takeEntry(entries, 'tables/workplace.jsonl'))
    if (row instanceof Refusal) return row
    return await receive({ homes, by, home, database, tables, manifest, row, entries })
  } catch (error) {
    const code = (error as { readonly code?: unknown } | null)?.code
    if (error instanceof BadTar || (typeof code === 'string' && /^Z_|^ENOENT$|^EISDIR$/.test(code)))
      return refuse(
        'request.invalid',
        `Expected a file of “workplace export” in ${file}, but it cannot be read to its end.`,
      )
    throw error
  } finally {
    source.destroy()
    unpacked.destroy()
  }
}

interface Receiving {
  readonly homes: ImportHomes
  readonly by: PlatformAdministrator
  readonly home: Database
  readonly database: string | null
  readonly tables: readonly WorkplaceTable[]
  readonly manifest: Manifest
  readonly row: EntryRow
  readonly entries: AsyncGenerator<TarEntry>
}

async function receive(receiving: Receiving): Promise<Imported | Refusal> {
  const { homes, by, home, database, row } = receiving
  const { workplace_id: id, reference } = row
  const started = await startImport(homes, by, row, database)
  if (started !== null) return started
  const held = await holdMove(homes.db, id)
  if (held instanceof Refusal) return held
  const keepsEntry = database === null
  try {
    await homeRow(receiving)
    await clearWorkplace(home, id, { keepsEntry: true })
    const rows = await receiveTables(receiving)
    const files = await receiveFiles(receiving)
    if (!keepsEntry) await home.withPlatformTransaction(by.cause, (tx) => tx.batch([open(id)]))
    await homes.db.withPlatformTransaction(by.cause, (tx) => tx.batch([open(id), endMove(id), announce]))
    return { reference, rows: rows + 1, files }
  } catch (error) {
    await forget(receiving).catch(() => {})
    throw error
  } finally {
    await held.release()
  }
}

/** Adds the entry of the directory, closed, unless an interrupted import of the same workplace has. */
async function startImport(
  { db }: Homes,
  { cause }: PlatformAdministrator,
  row: EntryRow,
  database: string | null,
): Promise<Refusal | null> {
  const known = (await listWorkplaces(db)).filter(
    ({ id, reference }) => id === row.workplace_id || reference.toLowerCase() === row.reference.toLowerCase(),
  )
  const [found] = known
  if (found !== undefined) {
    const move = await findMove(db, found.id)
    if (known.length === 1 && found.id === row.workplace_id && move?.step === 'importing' && move.target === database)
      return null
    return refuse(
      'thing.exists',
      `Expected a workplace that does not exist here, but “${found.reference}” does. Delete it first, or import into another installation.`,
    )
  }
  await db.withPlatformTransaction(cause, async (tx) => {
    await tx.query(kysely.insertInto('workplace').values({ ...row, cell: database }))
    await startMove(tx, row.workplace_id, { source: null, target: database, step: 'importing' })
  })
  return null
}

/** Adds the closed row of the workplace in its database, where that is not the first. */
async function homeRow({ home, by, database, row }: Receiving): Promise<void> {
  if (database === null) return
  await home.withPlatformTransaction(by.cause, async (tx) => {
    await tx.query(
      kysely
        .insertInto('workplace')
        .values(row)
        .onConflict((conflict) => conflict.column('workplace_id').doNothing()),
    )
    await tx.batch([close(row.workplace_id)])
  })
}

async function receiveTables({
  home,
  tables,
  manifest,
  row: { workplace_id: id },
  entries,
}: Receiving): Promise<number> {
  const client = await home.pool.connect()
  let total = 0
  try {
    for (const { name, columns, rows } of manifest.tables) {
      if (name === 'workplace') continue
      const table = tables.find((known) => known.name === name)
      const entry = await takeEntry(entries, `tables/${name}.jsonl`)
      if (table === undefined) continue
      await beginRows(client, id, 'moves')
      const written = await writeRows(client, table, { columns, format: 'json' }, readLines(entry.chunks))
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

/** Puts contents that were outside of the database where new files go. One is in memory at a time. */
async function receiveFiles({ homes, by, home, manifest, row: { workplace_id: workplaceId }, entries }: Receiving) {
  const { current } = homes.storesOf(home)
  for (let count = 0; count < manifest.files; count++) {
    const { value: entry } = await entries.next()
    const [, id] = /^files\/([0-9a-f-]{36})$/.exec(entry?.name ?? '') ?? []
    if (entry === undefined || id === undefined) throw new BadTar('Expected the content of a file.')
    const content = await buffer(entry.chunks)
    const kept = await current.put({ workplaceId, id }, content)
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
  }
  return manifest.files
}

/** Removes what an import has left that cannot be completed. */
async function forget({ homes, by, home, database, row: { workplace_id: id } }: Receiving): Promise<void> {
  await clearWorkplace(home, id, { keepsEntry: database === null })
  await homes.db.withPlatformTransaction(by.cause, (tx) =>
    tx.query(kysely.deleteFrom('workplace').where('workplace_id', '=', id)),
  )
  await homes.db.withPlatformTransaction(by.cause, (tx) => tx.batch([endMove(id)]))
}

const manifestShape = z.object({
  format: z.literal('millrace-workplace'),
  version: z.literal(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.int().min(0) })),
  files: z.int().min(0),
})
type Manifest = z.infer<typeof manifestShape>

const rowShape = z.object({
  workplace_id: z.uuid(),
  reference: z.string(),
  name: z.string(),
  suspended_at: z.string().nullable(),
  created_at: z.string(),
  exported_at: z.string().nullable(),
})
type EntryRow = z.infer<typeof rowShape>

async function readManifest(entry: TarEntry): Promise<Manifest | Refusal> {
  return parse(manifestShape, await readText(entry))
}

async function readEntryRow(entry: TarEntry): Promise<EntryRow | Refusal> {
  return parse(rowShape, await readText(entry))
}

function parse<T>(shape: z.ZodType<T>, text: string): T | Refusal {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    return refuse('request.invalid', 'Expected a file of “workplace export”, but its description cannot be read.')
  }
}

/** Characters of a description or of the row of a workplace. */
const maxText = 4_000_000

async function readText({ size, chunks }: TarEntry): Promise<string> {
  if (size > maxText) throw new BadTar('Expected a short description, but it is too long.')
  return (await buffer(chunks)).toString()
}

async function takeEntry(entries: AsyncGenerator<TarEntry>, name: string): Promise<TarEntry> {
  const { value } = await entries.next()
  if (value?.name !== name) throw new BadTar(`Expected ${name} next, but found ${value?.name ?? 'the end'}.`)
  return value
}

/** The first table or column that this version does not have. */
function findUnknown({ tables }: Manifest, known: readonly WorkplaceTable[]): string | null {
  for (const { name, columns } of tables) {
    const table = known.find((one) => one.name === name)
    if (table === undefined) return `the table ${name}`
    const column = columns.find((one) => !table.columns.includes(one))
    if (column !== undefined) return `the column ${column} of ${name}`
  }
  return null
}
