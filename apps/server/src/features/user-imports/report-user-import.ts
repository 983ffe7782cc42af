import { Readable } from 'node:stream'
import { noSuchImport, refuseUserImport } from '../../operations/user-imports/policy.ts'
import { findImport, type StoredImport } from '../../operations/user-imports/user-import.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { FileAnswer } from '../../platform/http/route.ts'
import type { Cell } from '../../platform/list/export/cells.ts'
import { writeCsv } from '../../platform/list/export/csv.ts'
import { readRows } from './get-user-import.ts'

const heads = ['Line', 'Key', 'Result', 'Changes', 'Reason']
/** Rows read at once. */
const partSize = 1_000

/** Returns the outcome of each row as a CSV file in which no cell is a formula. Refuses with `thing.not-found`. */
export async function reportUserImport(db: Database, request: Request, id: string): Promise<FileAnswer | Refusal> {
  const refusal = refuseUserImport(request.user)
  if (refusal !== null) return refusal
  const found = await db.read(request, (tx) => findImport(tx, request.user, id))
  if (found === null) return noSuchImport()
  return {
    content: Readable.from(writeCsv(heads, readParts(db, request, found))),
    contentType: 'text/csv; charset=utf-8',
    fileName: 'user-import.csv',
  }
}

async function* readParts(db: Database, request: Request, found: StoredImport): AsyncGenerator<Cell[][]> {
  for (let after = 0; ; ) {
    const rows = await db.read(request, (tx) => readRows(tx, found, { after, size: partSize }))
    yield rows.map(({ line, name, result, changes, message }): Cell[] => [
      { kind: 'number', number: line },
      toText(name),
      toText(result),
      toText(changes.map((change) => `${change.field}: ${change.old} → ${change.new}`).join('; ')),
      toText(message),
    ])
    if (rows.length < partSize) return
    after = rows.at(-1)?.position ?? 0
  }
}

const toText = (text: string): Cell => ({ kind: 'text', text })
