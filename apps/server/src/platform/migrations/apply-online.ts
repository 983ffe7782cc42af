import type { Client } from 'pg'
import { createConcurrently, readConcurrentIndex } from './create-index.ts'

/** Reports the progress of a migration in a sentence. */
export type Report = (line: string) => void

/**
 * Runs the statements of an online migration one by one, each committed by itself, while older programs continue. Each
 * statement ends with a semicolon at the end of a line. Statements that change rows run in each workplace, because
 * row-level security hides its rows elsewhere, and are repeated until all rows from before are changed, so they limit their
 * rows: once, to rows that are all changed, because a portion with fewer changes than its limit looks like the last one.
 * A test says in which form. Older programs may go on adding rows that would be changed, too: those that come at the end
 * stay as they are. An index of a partitioned table is created like that of another table, but cannot be dropped
 * concurrently. After an interruption the migration starts from its beginning.
 *
 * An index that is created or dropped concurrently blocks nobody, so it has no time limit: after `lockMs`, a running
 * backup would cost the work of hours.
 */
export async function applyOnline(
  client: Client,
  sql: string,
  { report, lockMs }: { readonly report: Report; readonly lockMs: number },
): Promise<void> {
  for (const statement of splitStatements(sql)) {
    const index = readConcurrentIndex(statement)
    if (index !== null) {
      await createConcurrently(client, index, lockMs)
      continue
    }
    await client.query(`set lock_timeout = ${statement.startsWith('drop index concurrently ') ? 0 : lockMs}`)
    if (/^(?:update|delete|insert)\b/.test(statement)) await changeRows(client, statement, report)
    else await client.query(statement)
  }
}

/** Returns the statements of an online migration, without comments. */
export function splitStatements(sql: string): string[] {
  const lines = sql.split('\n').filter((line) => !line.startsWith('--'))
  return lines
    .join('\n')
    .split(/;\n/)
    .map((statement) => statement.trim().replace(/;$/, ''))
    .filter((statement) => statement !== '')
}

/**
 * After so many portions in a row that are not full, only rows that came meanwhile are left. One alone may be short because
 * others changed some of its rows.
 */
const maxShort = 3

async function changeRows(client: Client, statement: string, report: Report): Promise<void> {
  const full = Number(/\blimit (\d+)/.exec(statement)?.[1] ?? Number.POSITIVE_INFINITY)
  const set = (name: string, value: string) => client.query('select set_config($1, $2, false)', [name, value])
  await set('app.platform', 'on')
  const { rows } = await client.query<{ id: string }>('select workplace_id as id from workplace order by workplace_id')
  await set('app.platform', '')
  let total = 0
  try {
    // Without a workplace, too: of tables that have none.
    for (const { id } of [...rows, { id: '' }]) {
      await set('app.workplace', id)
      for (let short = 0; short < maxShort; ) {
        const { rowCount } = await client.query(statement)
        if (rowCount === null || rowCount === 0) break
        short = rowCount < full ? short + 1 : 0
        total += rowCount
        report(`${total.toLocaleString('en')} rows changed`)
      }
    }
  } finally {
    await set('app.workplace', '')
  }
}
