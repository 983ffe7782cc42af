import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import type { InstallationKey } from '../../platform/auth/installation-key.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { FileStores, StoreName } from '../../platform/files/file-store.ts'
import type { OperationContext } from '../operation-context.ts'
import { createExportDigest, sealName, writeSeal } from './export-seal.ts'
import type { PlatformAdministrator } from './policy.ts'
import { findSchema } from './schema-version.ts'
import { tarEnd, tarFilling, tarHeader } from './tar.ts'
import { listWorkplaceTables, type WorkplaceTable } from './workplace-tables.ts'

/** The content of `manifest.json` in an export of a workplace. */
export interface ExportManifest {
  readonly format: 'millrace-workplace'
  readonly version: typeof exportVersion
  /** The number of the last migration of the database. */
  readonly schema: string
  readonly exportedAt: string
  readonly reference: string
  /** The tables, in the order in which they can be filled again. */
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[]; readonly rows: number }[]
  /** Contents that are not in their rows of `stored_file`, but outside of the database: `files/ID` each. */
  readonly files: number
}

/** The version of the format. */
export const exportVersion = 2

/** The key of an exported row that lists its columns with a null of JSON, which is not the null of SQL. */
export const jsonNulls = '$jsonNulls'

export interface WorkplaceExport {
  readonly workplaceId: string
  readonly reference: string
  /** The path of the `.tar.gz`. Only its owner can read it: it contains hashes of passwords and all user data. */
  readonly file: string
  readonly now: Date
}

/**
 * Writes all data of a workplace into one file: `manifest.json`, and for each table `tables/NAME.jsonl` with a JSON
 * object for each row, as PostgreSQL writes it (bytes as `\\x…`). `seal.json` is the last: a digest of all of it, signed
 * with the key of the installation. All rows are from one snapshot of the database, while users can work. The file gets
 * its name when it is complete. The audit records the export before it starts.
 *
 * @returns a refusal when the storage of files is not available.
 */
export async function exportWorkplace(
  { db, files, key }: Pick<OperationContext, 'db'> & { readonly files: FileStores; readonly key: InstallationKey },
  { cause }: PlatformAdministrator,
  options: WorkplaceExport,
): Promise<ExportManifest | Refusal> {
  await db.withPlatformTransaction(cause, (tx) =>
    tx.query(
      kysely.updateTable('workplace').set({ exported_at: options.now }).where('workplace_id', '=', options.workplaceId),
    ),
  )
  const folder = await mkdtemp(join(dirname(options.file), `${basename(options.file)}.`))
  const client = await db.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`select set_config('app.workplace', $1, true)`, [options.workplaceId])
    const schema = await findSchema(client)
    const tables = await listWorkplaceTables(client)
    const written: { name: string; columns: readonly string[]; rows: number }[] = []
    for (const table of tables) {
      const rows = await writeTable(client, table, options.workplaceId, join(folder, table.name))
      written.push({ name: table.name, columns: table.columns, rows })
    }
    const { rows: outside } = await client.query<OutsideFile>(
      `select id, size, kept_in as "keptIn" from stored_file where workplace_id = $1 and bytes is null order by id`,
      [options.workplaceId],
    )
    await client.query('commit')
    const { workplaceId, reference, now } = options
    const manifest: ExportManifest = {
      format: 'millrace-workplace',
      version: exportVersion,
      schema,
      exportedAt: now.toISOString(),
      reference,
      tables: written,
      files: outside.length,
    }
    const contents = outside.map(({ id, size, keptIn }) => ({
      name: `files/${id}`,
      size,
      chunks: files.of(keptIn).read({ workplaceId, id }, 0, size),
    }))
    const unfinished = join(folder, '.tar.gz')
    await pipeline(
      Readable.from(archive(manifest, { folder, contents, modifiedAt: now, key }), { objectMode: false }),
      createGzip(),
      createWriteStream(unfinished, { mode: 0o600 }),
    )
    await rename(unfinished, options.file)
    return manifest
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  } finally {
    // A transaction that is still open goes with its connection.
    client.release(true)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Rows that are in memory at a time: each may hold an upload. */
const batchSize = 20

/** @returns how many rows there are. */
async function writeTable(
  client: pg.PoolClient,
  { name, key, jsonColumns }: WorkplaceTable,
  workplaceId: string,
  file: string,
): Promise<number> {
  const order = key.map((column) => client.escapeIdentifier(column)).join(', ')
  await client.query({
    text: `declare exported no scroll cursor for select ${presentRow(client, jsonColumns)} as row from ${client.escapeIdentifier(name)} t where workplace_id = $1 order by ${order}`,
    values: [workplaceId],
  })
  let rows = 0
  const lines = async function* () {
    for (;;) {
      const batch = await client.query<{ row: string }>(`fetch ${batchSize} from exported`)
      if (batch.rows.length === 0) return
      rows += batch.rows.length
      yield `${batch.rows.map(({ row }) => row).join('\n')}\n`
    }
  }
  await pipeline(lines, createWriteStream(file, { mode: 0o600 }))
  await client.query('close exported')
  return rows
}

/** SQL for the JSON of a row. Nulls of JSON have a list of their own, because they look like those of SQL. */
function presentRow(client: Pick<pg.ClientBase, 'escapeIdentifier'>, jsonColumns: readonly string[]): string {
  if (jsonColumns.length === 0) return 'to_json(t)::text'
  const isNull = (column: string) => `coalesce(t.${client.escapeIdentifier(column)}::text = 'null', false)`
  const names = jsonColumns.map((column) => `case when ${isNull(column)} then '${column}' end`)
  return `case when ${jsonColumns.map(isNull).join(' or ')}
    then (to_jsonb(t) || jsonb_build_object('${jsonNulls}', array_remove(array[${names.join(', ')}], null)))::text
    else to_json(t)::text end`
}

/** A file whose content is not in its row. */
interface OutsideFile {
  readonly id: string
  readonly size: number
  readonly keptIn: StoreName
}

interface Archived {
  readonly folder: string
  readonly contents: readonly {
    readonly name: string
    readonly size: number
    readonly chunks: AsyncIterable<Uint8Array>
  }[]
  readonly modifiedAt: Date
  readonly key: InstallationKey
}

async function* archive(
  manifest: ExportManifest,
  { folder, contents, modifiedAt, key }: Archived,
): AsyncGenerator<Uint8Array> {
  const digest = createExportDigest()
  const write = async function* (name: string, size: number, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    digest.begin(name, size)
    yield tarHeader({ name, size, modifiedAt })
    for await (const chunk of chunks) {
      digest.add(chunk)
      yield chunk
    }
    yield tarFilling(size)
  }
  const head = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  yield* write('manifest.json', head.length, [head])
  for (const { name } of manifest.tables) {
    const file = join(folder, name)
    yield* write(`tables/${name}.jsonl`, (await stat(file)).size, createReadStream(file))
  }
  for (const { name, size, chunks } of contents) yield* write(name, size, chunks)
  const seal = Buffer.from(writeSeal(key, digest.end()))
  yield tarHeader({ name: sealName, size: seal.length, modifiedAt })
  yield seal
  yield tarFilling(seal.length)
  yield tarEnd
}
