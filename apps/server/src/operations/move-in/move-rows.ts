import type { Statement } from '../../platform/db/batch.ts'
import type { Moving } from './moving.ts'

interface Rows<Row> {
  /** The kind of the rows in the ledger. */
  readonly kind: string
  /** The title of the rows in the report. */
  readonly title: string
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => string
  /** Returns the statements that write a row; an empty list when it is left out. */
  readonly write: (row: Row) => readonly Statement[]
}

/** The number of rows in one transaction. */
const portion = 200

/** Moves independent rows, and skips rows that were moved before. */
export async function moveRows<Row>(moving: Moving, { kind, title, rows, idOf, write }: Rows<Row>): Promise<void> {
  const { runtime, actor, ledger, report, isDryRun } = moving
  for (let from = 0; from < rows.length; from += portion) {
    if (moving.isStopped()) return
    const some = rows.slice(from, from + portion)
    const known = await ledger.find(kind, some.map(idOf))
    const statements = some.flatMap((row) => {
      report.add(title, null, 'source')
      const when = known.get(idOf(row))
      if (when !== undefined) {
        report.add(title, null, when)
        return []
      }
      const written = write(row)
      report.add(title, null, written.length === 0 ? 'left' : 'moved')
      return written.length === 0 ? [] : [...written, ledger.mark(kind, idOf(row))]
    })
    if (statements.length > 0 && !isDryRun) await runtime.db.withTransaction(actor, (tx) => tx.commit(statements))
  }
}
