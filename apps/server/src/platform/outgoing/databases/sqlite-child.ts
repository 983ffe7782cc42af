import { constants, DatabaseSync, type StatementSync } from 'node:sqlite'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import type { SqliteAnswer, SqliteQuestion } from './sqlite.ts'

/**
 * The process that asks one question of a SQLite file. SQLite works natively and cannot be interrupted, so it is a
 * process that can be ended. Its main thread only watches whether the server is still there.
 */
if (isMainThread) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.once('message', (question: SqliteQuestion) => {
    const worker = new Worker(new URL(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 128 } })
    worker.once('message', (answer: SqliteAnswer) => process.send?.(answer, () => process.exit()))
    worker.once('error', () => process.send?.({ ok: false, code: 7, message: 'out of memory' }, () => process.exit()))
    worker.postMessage(question)
  })
} else parentPort?.once('message', (question: SqliteQuestion) => parentPort?.postMessage(answerOf(question)))

function answerOf(question: SqliteQuestion): SqliteAnswer {
  try {
    return ask(question)
  } catch (error) {
    const { errcode, message } = error as { readonly errcode?: number; readonly message: string }
    return { ok: false, code: errcode ?? 1, message }
  }
}

function ask({ file, statement, values, changes, rowLimit, busyMs, maxBytes }: SqliteQuestion): SqliteAnswer {
  const database = new DatabaseSync(file, {
    readOnly: !changes,
    timeout: busyMs,
    allowExtension: false,
    defensive: true,
    enableDoubleQuotedStringLiterals: false,
  })
  database.exec(`pragma hard_heap_limit = ${256 * 1024 * 1024}; pragma trusted_schema = off`)
  const allowed = new Set([...reading, ...(changes ? changing : [])])
  database.setAuthorizer((action, name) => {
    if (action === constants.SQLITE_PRAGMA) return answerFor(described.has(name ?? ''))
    return answerFor(allowed.has(action))
  })
  const describe = database.prepare('select name, type, "notnull", pk from pragma_table_info(?)')
  database.function('columns_of', { deterministic: false }, (table) => describeColumns(describe, table))
  database.exec(changes ? 'begin immediate' : 'begin')
  const prepared = database.prepare(statement)
  prepared.setReturnArrays(true)
  prepared.setReadBigInts(true)
  const columns = prepared.columns().map(({ name }) => name)
  const rows: (string | null)[][] = []
  if (columns.length === 0) {
    const { changes: count } = prepared.run(...values)
    database.exec('commit')
    return { ok: true, columns: ['affected'], rows: [[String(count)]] }
  }
  let bytes = 0
  for (const row of prepared.iterate(...values) as unknown as Iterable<readonly unknown[]>) {
    // A change goes on to its end, though no more of its rows are kept.
    if (rows.length === rowLimit && changes) continue
    const texts = row.map(toText)
    for (const text of texts) bytes += text?.length ?? 0
    if (bytes > maxBytes) return { ok: false, code: 18, message: `Expected an answer of at most ${maxBytes} bytes` }
    rows.push(texts)
    if (rows.length === rowLimit && !changes) break
  }
  database.exec('commit')
  return { ok: true, columns, rows }
}

/** Returns the columns of a table or view as JSON; none for a view whose tables or columns do not exist any more. */
function describeColumns(describe: StatementSync, table: unknown): string {
  try {
    return JSON.stringify(describe.all(String(table)))
  } catch {
    return '[]'
  }
}

const reading = [
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
  constants.SQLITE_TRANSACTION,
]
const changing = [constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE]
/** Pragmas that only describe tables. */
const described: ReadonlySet<string> = new Set([
  'table_info',
  'table_xinfo',
  'table_list',
  'index_list',
  'index_info',
  'foreign_key_list',
])

function answerFor(isAllowed: boolean): number {
  return isAllowed ? constants.SQLITE_OK : constants.SQLITE_DENY
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value)
}
