import { sql } from 'kysely'
import type { OperationContext } from '../../../operations/operation-context.ts'
import { importRow } from '../../../operations/user-imports/import-row.ts'
import { importRows } from '../../../operations/user-imports/import-rows.ts'
import { readRow } from '../../../operations/user-imports/read-row.ts'
import type { FieldChange, RowOutcome } from '../../../operations/user-imports/row-changes.ts'
import type { StoredImport } from '../../../operations/user-imports/user-import.ts'
import type { Request } from '../../../platform/auth/request.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { hasLostDatabase } from '../../../platform/db/has-lost-database.ts'
import { Refusal, refuse } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import type { Runtime } from '../../../runtime/runtime.ts'

/** A row of a file that is being decided. */
export interface Row {
  readonly position: number
  readonly cells: readonly string[]
  readonly key_text: string
  /** The result of the check, when it is imported. */
  readonly result: string | null
  readonly changes: readonly FieldChange[]
}

/** The outcome of a row, as it is stored. */
export interface NotedRow {
  readonly position: number
  readonly result: string
  readonly changes: readonly FieldChange[]
  readonly message: string
}

export interface Deciding {
  readonly runtime: Runtime
  readonly log: (error: unknown) => void
}

/** Checks or imports plain rows together. The others have no outcome yet. */
export async function decideTogether(
  runtime: Runtime,
  request: Request,
  item: StoredImport,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, RowOutcome>> {
  const { db, clock } = runtime
  const twice = await listTwice(runtime, item, rows)
  const read = rows.flatMap(({ position, cells }) => {
    const row = readRow(cells, item.mapping)
    return 'fault' in row || twice.has(position) ? [] : [{ position, values: row.values }]
  })
  return importRows({ db, clock, runtime }, request, {
    ...{ rows: read, key: item.key_field, isDryRun: item.state === 'checking' },
    listInFile: (tx, usernames) => listInFile(tx, item, usernames),
  })
}

/** Returns the positions of rows whose key an earlier row has. */
async function listTwice({ db }: Runtime, item: StoredImport, rows: readonly Row[]): Promise<ReadonlySet<number>> {
  const found = await db.read({ workplaceId: item.workplace_id }, (tx) =>
    runSql<{ position: number }>(
      tx,
      sql`select r.position from user_import_row r where r.workplace_id = ${item.workplace_id} and r.import_id = ${item.id}
        and r.position = any(${rows.map(({ position }) => position)}::int[]) and r.key_text <> ''
        and exists (select from user_import_row e where e.workplace_id = r.workplace_id and e.import_id = r.import_id
          and e.key_text = r.key_text and e.position < r.position)`,
    ),
  )
  return new Set(found.map(({ position }) => position))
}

/** Checks or imports one row by itself. */
export async function decide(
  { runtime, log }: Deciding,
  request: Request,
  item: StoredImport,
  row: Row,
): Promise<NotedRow> {
  const { db, clock } = runtime
  const outcome = await tryRow({ db, clock, runtime, log }, request, item, row)
  if (outcome instanceof Refusal)
    // A sentence that quotes the beginning of a cell may end it within a character, which PostgreSQL's JSON refuses.
    return { position: row.position, result: 'refused', changes: [], message: outcome.message.toWellFormed() }
  return presentOutcome(item, row, outcome)
}

/** Returns the outcome of a row as it is stored. */
export function presentOutcome(item: StoredImport, row: Row, outcome: RowOutcome): NotedRow {
  const { position } = row
  // It was imported by a worker that ended before it could say so.
  const isDone =
    outcome.result === 'same' && item.state === 'importing' && (row.result === 'new' || row.result === 'changed')
  return isDone
    ? { position, result: row.result ?? 'same', changes: row.changes, message: '' }
    : { position, ...outcome, message: '' }
}

async function tryRow(
  context: OperationContext & Pick<Deciding, 'log'>,
  request: Request,
  item: StoredImport,
  row: Row,
) {
  const read = readRow(row.cells, item.mapping)
  if ('fault' in read) return refuse('user-import.invalid', read.fault)
  try {
    const twice = await findTwice(context, item, row)
    if (twice !== null) return twice
    return await importRow(context, request, {
      values: read.values,
      key: item.key_field,
      isDryRun: item.state === 'checking',
      isInFile: async (tx, username) => (await listInFile(tx, item, [username])).has(username),
    })
  } catch (error) {
    if (error instanceof Refusal) return error
    if (hasLostDatabase(error)) throw error
    context.log(error)
    return refuse(
      'internal',
      `The row was not imported because an error occurred in the server. Its log has the details under the id of the job, ${item.id}.`,
    )
  }
}

/** Refuses a row whose key an earlier row has: the second one would change what the first has written. */
async function findTwice(
  { db }: OperationContext,
  { workplace_id, id }: StoredImport,
  { position, key_text }: Pick<Row, 'position' | 'key_text'>,
): Promise<Refusal | null> {
  const [first] = await db.read({ workplaceId: workplace_id }, (tx) =>
    runSql<{ line: number }>(
      tx,
      sql`select line from user_import_row where workplace_id = ${workplace_id} and import_id = ${id}
        and key_text = ${key_text} and key_text <> '' and position < ${position} order by position limit 1`,
    ),
  )
  return first === undefined
    ? null
    : refuse('user-import.invalid', `Expected each key once, but line ${first.line} has it too.`)
}

async function listInFile(
  tx: Tx,
  { workplace_id, id }: StoredImport,
  usernames: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await runSql<{ username: string }>(
    tx,
    sql`select distinct username from user_import_row where workplace_id = ${workplace_id} and import_id = ${id}
      and username = any(${[...usernames]}::text[])`,
  )
  return new Set(rows.map(({ username }) => username))
}
