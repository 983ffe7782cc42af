import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type CheckedDatabase, connectAlone } from '../../platform/db/connect.ts'
import { migrate, unfinishedRestore } from '../../platform/migrations/migrate.ts'
import { readMigrations } from '../../platform/migrations/read-migrations.ts'
import { StartFailure } from '../../platform/start-failure.ts'
import { readAll } from '../../platform/uploads/read-all.ts'
import { checkPart, openPart } from './backup-parts.ts'
import type { OpenedBackup } from './read-manifest.ts'

export interface RestoreOptions {
  readonly database: CheckedDatabase
  readonly backup: OpenedBackup
  /** Stores a file outside of the database; null: contents of files are stored in rows. */
  readonly keepObject: ((file: { workplaceId: string; id: string }, bytes: Buffer) => Promise<void>) | null
  readonly report: (progress: { step: 'check' | 'tables' | 'files'; done: number; all: number }) => void
  /** Runs when nothing speaks against the restore any more, before the first row. */
  readonly prepare?: () => void
}

/**
 * Restores a backup into an empty database. The rows are written in one transaction, in which all references are
 * checked again; until it ends no server starts on the database, and the restore can be repeated.
 *
 * @returns the number of rows.
 * @throws StartFailure when the database has tables, or the backup is damaged or of a newer version.
 */
export async function restoreBackup(options: RestoreOptions): Promise<number> {
  const { database, backup, report } = options
  const { content, folder } = backup
  const parts = [...content.tables, ...content.objects]
  const known = readMigrations()
  const wanted = content.migrations.map(({ number, name, checksum }) => {
    const found = known.find((migration) => migration.number === number)
    if (found?.checksum === checksum) return found
    throw new StartFailure(
      `Expected a backup of this version or an older one, but it has the migration ${name} of another program. Restore it with version ${content.program}.`,
    )
  })
  const client = await connectAlone(database)
  try {
    await begin(client)
    for (const [index, part] of parts.entries()) {
      report({ step: 'check', done: index, all: parts.length })
      await checkPart(folder, part)
    }
    options.prepare?.()
    await migrate(database, wanted, { isRestore: true })
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('begin')
    await client.query('select millrace_make_history_partitions(month) from unnest($1::date[]) month', [content.months])
    const closeWalls = await openWalls(client)
    await client.query(`truncate ${content.tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')}`)
    let rows = 0
    for (const [index, table] of content.tables.entries()) {
      report({ step: 'tables', done: index, all: content.tables.length })
      const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
      const into = client.query(copyFrom(`copy ${client.escapeIdentifier(table.name)} (${columns}) from stdin`))
      await pipeline(openPart(folder, table, backup.cipher), into)
      if (into.rowCount !== table.rows)
        throw new StartFailure(
          `Expected ${table.rows} rows of ${table.name} in the backup, but it has ${into.rowCount}. Use another backup.`,
        )
      rows += into.rowCount
    }
    await restoreObjects(client, options)
    await closeWalls()
    await client.query(`drop table ${unfinishedRestore}`)
    await client.query('commit')
    await client.query('analyze')
    return rows
  } finally {
    await client.end()
  }
}

/** Marks the database as unfinished. @throws StartFailure when it has tables of something else. */
async function begin(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ unfinished: boolean; tables: number }>(
    `select to_regclass($1) is not null as unfinished, count(*)::int as tables from pg_class
      where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`,
    [unfinishedRestore],
  )
  const { unfinished = false, tables = 0 } = rows[0] ?? {}
  if (!unfinished && tables > 0)
    throw new StartFailure(
      `Expected an empty database, but it has ${tables} tables. Nothing was changed. Set DATABASE_URL or MILLRACE_DATA to an empty one.`,
    )
  if (!unfinished)
    await client.query(`create table ${unfinishedRestore} (started_at timestamptz not null default now())`)
}

interface Reference {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Takes away, for this transaction, what rows of a backup must not trigger. @returns a function that puts it back. */
async function openWalls(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: references } = await client.query<Reference>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace order by conrelid, conname`,
  )
  const { rows: tables } = await client.query<{ name: string; isForced: boolean }>(
    `select oid::regclass::text as name, relforcerowsecurity as "isForced" from pg_class
      where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`,
  )
  const forced = tables.filter(({ isForced }) => isForced)
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  await run(references.map(({ table, name }) => `alter table ${table} drop constraint ${name}`))
  await run(forced.map(({ name }) => `alter table ${name} no force row level security`))
  await run(tables.map(({ name }) => `alter table ${name} disable trigger user`))
  return async () => {
    await run(
      references.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    )
    await run(tables.map(({ name }) => `alter table ${name} enable trigger user`))
    await run(forced.map(({ name }) => `alter table ${name} force row level security`))
  }
}

async function restoreObjects(client: pg.Client, { backup, keepObject, report }: RestoreOptions): Promise<void> {
  const { content, folder, cipher } = backup
  for (const [index, object] of content.objects.entries()) {
    report({ step: 'files', done: index, all: content.objects.length })
    const { workplaceId, id } = object
    const bytes = await readAll(openPart(folder, object, cipher))
    await keepObject?.({ workplaceId, id }, bytes)
    const [keptIn, inRow] = keepObject === null ? ['database', bytes] : ['s3', null]
    await client.query('update stored_file set kept_in = $3, bytes = $4 where workplace_id = $1 and id = $2', [
      workplaceId,
      id,
      keptIn,
      inRow,
    ])
  }
}
